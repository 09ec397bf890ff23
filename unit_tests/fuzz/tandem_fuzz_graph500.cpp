// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_fuzz.hpp"

#include <core/impl/tandem_format_graph500.hpp>

using namespace tandem;

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  Host const space;
  auto const parse = [&](std::string_view edges) {
    ReadOptions options;
    options.ignore_weights = true;  // they would come from a second file
    return Impl::parse_graph500(space, Impl::InputFile::from_memory("input.packed", edges), options);
  };
  auto const input = fuzz::view(data, size);
  fuzz::try_reader([&] { return parse(input); });
  // The last quarter as that file: an edge has 12 bytes, its weight 4.
  std::size_t const end = size - size / 4;
  fuzz::try_reader([&] {
    EdgeList edges = parse(input.substr(0, end));
    edges.weights = Impl::parse_graph500_weights(
        space, Impl::InputFile::from_memory("input.packed.weights", input.substr(end)), edges.num_edges());
    return edges;
  });
  return 0;
}
