// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_BITMAP_IMPL_HPP
#define TANDEM_BITMAP_IMPL_HPP

#include <core/impl/tandem_check_access.hpp>
#include <core/tandem_spaces.hpp>
#include <cstdint>

namespace tandem {

template <class MemorySpace>
class Bitmap;

namespace Impl {

template <class ExecutionSpace, class MemorySpace>
Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>> word_policy(
    ExecutionSpace const& space, Bitmap<MemorySpace> const& bitmap) {
  return {space, 0, static_cast<std::int64_t>(bitmap.num_words())};
}

template <class MemorySpace>
struct FillWords {
  Bitmap<MemorySpace> bitmap;
  bool value;

  KOKKOS_FUNCTION void operator()(std::int64_t w) const {
    auto const beyond = (w + 1) * bitmap.bits_per_word - static_cast<std::int64_t>(bitmap.num_bits());
    bitmap.word(w) = value ? ~std::uint64_t(0) >> (beyond > 0 ? beyond : 0) : 0;
  }
};
template <class MemorySpace>
FillWords(Bitmap<MemorySpace>, bool) -> FillWords<MemorySpace>;

template <class MemorySpace>
struct CountBits {
  Bitmap<MemorySpace> bitmap;

  KOKKOS_FUNCTION void operator()(std::int64_t w, std::uint64_t& bits) const {
    bits += static_cast<std::uint64_t>(Kokkos::Experimental::popcount_builtin(bitmap.word(w)));
  }
};
template <class MemorySpace>
CountBits(Bitmap<MemorySpace>) -> CountBits<MemorySpace>;

template <class MemorySpace, class Functor>
struct EachSetBitOfWord {
  Bitmap<MemorySpace> bitmap;
  Functor f;

  KOKKOS_FUNCTION void operator()(std::int64_t w) const {
    auto const first = static_cast<std::size_t>(w) * bitmap.bits_per_word;
    for (std::uint64_t word = bitmap.word(w); word != 0; word &= word - 1)
      f(first + static_cast<std::size_t>(Kokkos::Experimental::countr_zero_builtin(word)));
  }
};
template <class MemorySpace, class Functor>
EachSetBitOfWord(Bitmap<MemorySpace>, Functor) -> EachSetBitOfWord<MemorySpace, Functor>;

template <class MemorySpace, class Functor>
struct EachSetBit {
  Bitmap<MemorySpace> bitmap;
  Functor f;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    if (bitmap.test(i)) f(static_cast<std::size_t>(i));
  }
};
template <class MemorySpace, class Functor>
EachSetBit(Bitmap<MemorySpace>, Functor) -> EachSetBit<MemorySpace, Functor>;

}  // namespace Impl

}  // namespace tandem

#endif
