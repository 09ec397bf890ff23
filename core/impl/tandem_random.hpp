// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_RANDOM_HPP
#define TANDEM_RANDOM_HPP

#include <cstdint>

namespace tandem::Impl {

/// A bijection of 64-bit words whose output bits each depend on all input bits (the finaliser of SplitMix64).
constexpr std::uint64_t mix_bits(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// Random numbers by position instead of by turn: any thread can ask for the i-th number, so that what is
/// made from them does not depend on the number of threads. SplitMix64 with its counter given from outside.
class RandomAt {
 public:
  /// Streams of one seed are independent of each other.
  constexpr RandomAt(std::uint64_t seed, std::uint64_t stream)
      : m_key(mix_bits(mix_bits(seed) + mix_bits(~stream))) {}

  constexpr std::uint64_t operator()(std::uint64_t i) const {
    return mix_bits(m_key + (i + 1) * 0x9e3779b97f4a7c15u);
  }

 private:
  std::uint64_t m_key;
};

}  // namespace tandem::Impl

#endif
