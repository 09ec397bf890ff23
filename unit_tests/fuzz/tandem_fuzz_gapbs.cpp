// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_fuzz.hpp"

#include <core/impl/tandem_format_gapbs.hpp>

using namespace tandem;

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  Host const space;
  for (char const* name : {"input.sg", "input.wsg"})
    for (bool verify : {false, true})
      fuzz::try_reader([&] {
        ReadOptions options;
        options.verify = verify;
        auto const file = Impl::InputFile::from_memory(name, fuzz::view(data, size));
        return Impl::parse_gapbs_graph(space, file, options);
      });
  return 0;
}
