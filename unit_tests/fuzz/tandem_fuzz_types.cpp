// SPDX-License-Identifier: BSD-3-Clause
#include <core/tandem_types.hpp>
#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  Kokkos::initialize(*argc, *argv);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  (void)data;
  return tandem::triangle(static_cast<int>(size)) < 0 ? 1 : 0;
}
