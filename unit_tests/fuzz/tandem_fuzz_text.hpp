// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_FUZZ_TEXT_HPP
#define TANDEM_FUZZ_TEXT_HPP

#include "tandem_fuzz.hpp"

#include <core/impl/tandem_input_file.hpp>
#include <core/tandem_io.hpp>

#include <memory>

namespace tandem::fuzz {

/// A copy that ends where the input ends: reading on is a finding.
inline Impl::InputFile exact_copy(std::string_view text) {
  auto const copy = std::make_shared<char[]>(text.size());
  text.copy(copy.get(), text.size());
  return Impl::InputFile::from_memory("input", {copy.get(), text.size()}, copy);
}

/// Tries a reader of text with and without weights.
template <class Parse>
void try_text_reader(Parse const& parse, std::uint8_t const* data, std::size_t size) {
  Host const space;
  Impl::InputFile const file = exact_copy(view(data, size));
  for (bool const ignore_weights : {false, true})
    try_reader([&] {
      ReadOptions options;
      options.ignore_weights = options.undirected = ignore_weights;
      return parse(space, file, options);
    });
}

}  // namespace tandem::fuzz

#endif
