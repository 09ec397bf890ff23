// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_fuzz.hpp"

#include <core/impl/tandem_decompress.hpp>

/// Not the decoders, which others fuzz, but our loops around them.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace tandem;
  constexpr std::size_t limit = std::size_t(1) << 24;  // small inputs unpack to gigabytes
  auto const bytes = fuzz::view(data, size);
  try {
    auto const compression = Impl::compression_of(bytes);
    if (compression != Impl::Compression::none) (void)Impl::decompress(compression, bytes, "input", limit);
  } catch (Error const&) {
  }
  return 0;
}
