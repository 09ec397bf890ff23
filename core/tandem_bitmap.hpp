// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_BITMAP_HPP
#define TANDEM_BITMAP_HPP

#include <core/impl/tandem_bitmap_impl.hpp>
#include <core/tandem_relaxed.hpp>
#include <core/tandem_spaces.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace tandem {

/// A set of numbers 0..n-1, one bit each, in 64-bit words. Like a view it is a handle: copies share the bits.
/// Bits beyond n are always 0, so that whole words may be counted, combined and copied.
template <class MemorySpace>
class Bitmap {
 public:
  using memory_space = MemorySpace;
  using word_type = std::uint64_t;
  static constexpr int bits_per_word = 64;

  Bitmap() = default;
  /// Takes over words that hold `num_bits` bits, e.g. a part of a larger array. None beyond num_bits may be
  /// set.
  Bitmap(Kokkos::View<word_type*, MemorySpace> words, std::size_t num_bits)
      : m_words(std::move(words)), m_num_bits(num_bits) {
    KOKKOS_ASSERT(m_words.extent(0) == words_for(num_bits));
  }

  static constexpr std::size_t words_for(std::size_t num_bits) {
    return num_bits / bits_per_word + (num_bits % bits_per_word != 0);
  }

  KOKKOS_FUNCTION std::size_t num_bits() const { return m_num_bits; }
  KOKKOS_FUNCTION std::size_t num_words() const { return m_words.extent(0); }
  KOKKOS_FUNCTION word_type& word(std::size_t w) const { return m_words(w); }
  Kokkos::View<word_type*, MemorySpace> const& words() const { return m_words; }

  KOKKOS_FUNCTION bool test(std::size_t i) const { return (word_of(i) & mask_of(i)) != 0; }

  /// For a word that no other thread writes at the same time; else use set_atomic.
  KOKKOS_FUNCTION void set(std::size_t i) const { word_of(i) |= mask_of(i); }
  /// For a word that no other thread writes at the same time.
  KOKKOS_FUNCTION void reset(std::size_t i) const { word_of(i) &= ~mask_of(i); }

  /// The same, and true if the number was not in the set before.
  KOKKOS_FUNCTION bool insert(std::size_t i) const {
    word_type const before = word_of(i);
    if ((before & mask_of(i)) != 0) return false;
    word_of(i) = before | mask_of(i);
    return true;
  }

  /// True for the one thread that set the bit. Looks first: in a traversal most bits are set already, and a
  /// read leaves the cache line shared where an atomic write would fetch it alone.
  KOKKOS_FUNCTION bool set_atomic(std::size_t i) const {
    word_type* const word = &word_of(i);
    word_type const mask = mask_of(i);
    if ((relaxed_load(word) & mask) != 0) return false;
    return (Kokkos::atomic_fetch_or(word, mask) & mask) == 0;
  }

 private:
  KOKKOS_FUNCTION word_type& word_of(std::size_t i) const { return m_words(i / bits_per_word); }
  KOKKOS_FUNCTION static word_type mask_of(std::size_t i) { return word_type(1) << (i % bits_per_word); }

  Kokkos::View<word_type*, MemorySpace> m_words;
  std::size_t m_num_bits = 0;
};

/// Empties the set. Asynchronous on `space`.
template <class ExecutionSpace, class MemorySpace>
void clear(ExecutionSpace const& space, Bitmap<MemorySpace> const& bitmap) {
  Impl::check_access<ExecutionSpace, MemorySpace>();
  Kokkos::parallel_for("tandem::clear::words", Impl::word_policy(space, bitmap),
                       Impl::FillWords{bitmap, false});
}

/// Puts every number in the set. Asynchronous on `space`.
template <class ExecutionSpace, class MemorySpace>
void fill(ExecutionSpace const& space, Bitmap<MemorySpace> const& bitmap) {
  Impl::check_access<ExecutionSpace, MemorySpace>();
  Kokkos::parallel_for("tandem::fill::words", Impl::word_policy(space, bitmap),
                       Impl::FillWords{bitmap, true});
}

/// An empty set of numbers 0..num_bits-1. Asynchronous on `space`.
template <class ExecutionSpace>
Bitmap<typename ExecutionSpace::memory_space> make_bitmap(ExecutionSpace const& space,
                                                          std::string const& label, std::size_t num_bits) {
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Result = Bitmap<MemorySpace>;
  Result const bitmap(
      Kokkos::View<typename Result::word_type*, MemorySpace>(
          Kokkos::view_alloc(space, Kokkos::WithoutInitializing, label), Result::words_for(num_bits)),
      num_bits);
  clear(space, bitmap);
  return bitmap;
}

/// How many numbers are in the set. Blocks until `space` has counted them.
template <class ExecutionSpace, class MemorySpace>
std::size_t count(ExecutionSpace const& space, Bitmap<MemorySpace> const& bitmap) {
  Impl::check_access<ExecutionSpace, MemorySpace>();
  std::uint64_t bits = 0;
  Kokkos::parallel_reduce("tandem::count::bits", Impl::word_policy(space, bitmap), Impl::CountBits{bitmap},
                          bits);
  return bits;
}

/// Calls f(std::size_t i) for every i in the set, in no particular order. Asynchronous on `space`. The
/// functor may change the set: it is unspecified whether it is called for numbers added meanwhile.
template <class ExecutionSpace, class MemorySpace, class Functor>
void for_each_set(ExecutionSpace const& space, std::string const& label, Bitmap<MemorySpace> const& bitmap,
                  Functor const& f) {
  Impl::check_access<ExecutionSpace, MemorySpace>();
  using Index = Kokkos::IndexType<std::int64_t>;
  if constexpr (is_host_space_v<ExecutionSpace>) {
    // Small chunks: set bits come in clusters, as with hubs first.
    using Policy = Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Dynamic>, Index>;
    Kokkos::parallel_for(label, Policy(space, 0, bitmap.num_words(), Kokkos::ChunkSize(64)),
                         Impl::EachSetBitOfWord{bitmap, f});
  } else {
    // Neighbouring lanes share a word: one read for all, and no lane waits for another's 64 bits.
    using Policy = Kokkos::RangePolicy<ExecutionSpace, Index>;
    Kokkos::parallel_for(label, Policy(space, 0, bitmap.num_bits()), Impl::EachSetBit{bitmap, f});
  }
}

}  // namespace tandem

#endif
