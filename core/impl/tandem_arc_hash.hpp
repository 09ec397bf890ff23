// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_ARC_HASH_HPP
#define TANDEM_ARC_HASH_HPP

#include <core/impl/tandem_random.hpp>
#include <core/tandem_types.hpp>

#include <algorithm>
#include <bit>
#include <vector>

// For files that hold each arc twice, in the lists of both its ends: do the two agree?
namespace tandem::Impl {

/// Sums of these over two sets of arcs are the same, in any order, only if the sets are (or by a chance of
/// about 2^-64).
inline std::uint64_t arc_hash(std::uint64_t source, std::uint64_t target, Weight weight) {
  std::uint64_t const ends = source * 0x9e3779b97f4a7c15 + std::rotl(target * 0xbf58476d1ce4e5b9, 32);
  return mix_bits(ends ^ std::bit_cast<std::uint32_t>(weight) * std::uint64_t(0x94d049bb133111eb));
}

/// The first vertex for which the sum over one set less that over the other is not 0.
inline std::uint64_t first_in_disagreement(std::vector<std::uint64_t> const& differences) {
  auto const differs = [](std::uint64_t difference) { return difference != 0; };
  return static_cast<std::uint64_t>(std::find_if(differences.begin(), differences.end(), differs) -
                                    differences.begin());
}

}  // namespace tandem::Impl

#endif
