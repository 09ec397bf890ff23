// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_fuzz_text.hpp"

#include <core/impl/tandem_format_edge_list.hpp>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  tandem::fuzz::try_text_reader(tandem::Impl::parse_edge_list, data, size);
  return 0;
}
