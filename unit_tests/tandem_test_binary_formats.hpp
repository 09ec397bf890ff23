// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_TEST_BINARY_FORMATS_HPP
#define TANDEM_TEST_BINARY_FORMATS_HPP

#include "tandem_test_files.hpp"
#include "tandem_test_graphs.hpp"

#include <core/impl/tandem_input_file.hpp>
#include <core/impl/tandem_output_file.hpp>
#include <core/tandem_io.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstring>
#include <string>

// What the tests of binary formats share.
namespace tandem::test {

template <class T>
std::vector<T> values_of(HostView<T const> const& view) {
  return {view.data(), view.data() + view.extent(0)};
}

inline void check_same(Csr<HostMemory> const& a, Csr<HostMemory> const& b) {
  CHECK(a.num_vertices() == b.num_vertices());
  if (a.num_vertices() != 0) CHECK(values_of(a.offsets) == values_of(b.offsets));
  CHECK(values_of(a.targets) == values_of(b.targets));
  CHECK(a.weighted() == b.weighted());
  CHECK(values_of(a.weights) == values_of(b.weights));
}

inline void check_same(Graph const& a, Graph const& b) {
  CHECK(a.directed == b.directed);
  CHECK(a.degree_ordered == b.degree_ordered);
  check_same(a.out, b.out);
  CHECK(a.has_in_edges() == b.has_in_edges());
  if (a.has_in_edges() && b.has_in_edges()) check_same(a.in, b.in);
  CHECK(values_of(a.original_ids) == values_of(b.original_ids));
}

/// The bytes that write(file) leaves in a file of that name.
template <class Write>
std::string written_bytes(std::string const& name, Write const& write) {
  TemporaryFolder const folder;
  Impl::OutputFile file(folder / name);
  write(file);
  file.commit();
  return read_bytes(folder / name);
}

/// Appends plain values to the bytes of a file made by hand.
template <class T>
void append(std::string& bytes, std::initializer_list<T> values) {
  for (T const value : values) bytes.append(reinterpret_cast<char const*>(&value), sizeof(T));
}

template <class T>
void patch(std::string& bytes, std::size_t at, T value) {
  REQUIRE(at + sizeof(T) <= bytes.size());
  std::memcpy(bytes.data() + at, &value, sizeof(T));
}

}  // namespace tandem::test

#endif
