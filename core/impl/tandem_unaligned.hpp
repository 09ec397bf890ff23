// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_UNALIGNED_HPP
#define TANDEM_UNALIGNED_HPP

#include <bit>
#include <cstddef>
#include <cstring>
#include <type_traits>

namespace tandem::Impl {

static_assert(
    std::endian::native == std::endian::little,
    "tandem reads and writes binary files in the byte order of the machine, which must be little endian");

/// Element i of an array of T that may start at any byte, as those of GAPBS files do.
template <class T>
T load_unaligned(char const* array, std::size_t i) {
  static_assert(std::is_trivially_copyable_v<T>, "only plain values can be loaded from bytes");
  T value;
  std::memcpy(&value, array + i * sizeof(T), sizeof(T));
  return value;
}

}  // namespace tandem::Impl

#endif
