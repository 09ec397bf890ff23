// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_fuzz.hpp"

#include <core/impl/tandem_format_graph500.hpp>

using namespace tandem;

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  Host const space;
  fuzz::try_reader([&] {
    ReadOptions options;
    options.ignore_weights = true;  // they would come from a second file
    return Impl::parse_graph500(space, Impl::InputFile::from_memory("input.packed", fuzz::view(data, size)),
                                options);
  });
  return 0;
}
