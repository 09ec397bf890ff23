// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_RATES_HPP
#define TANDEM_RATES_HPP

#include <partition/tandem_policy.hpp>
#include <array>
#include <limits>

namespace tandem {

/// How fast a unit does an algorithm. Infinite: costs nothing.
struct UnitRates {
  double edges_per_second = std::numeric_limits<double>::infinity();
  double vertices_per_second = std::numeric_limits<double>::infinity();
};

/// How fast the units of a machine do an algorithm: once from start to end, or one iteration of PageRank.
struct AlgorithmRates {
  UnitRates host;    ///< all of it
  UnitRates device;  ///< one
  /// Values that a unit exchanges for vertices which others see, at most one a vertex and run: the model's c.
  double messages_per_second = std::numeric_limits<double>::infinity();
  /// By policy: how much of the time of host or devices, whichever is less, passes while the others work.
  /// Less than 1 where they are busy in different supersteps.
  std::array<double, partition_policies.size()> overlap = {1, 1, 1};

  double overlap_of(PartitionPolicy policy) const { return overlap[static_cast<std::size_t>(policy)]; }
};

}  // namespace tandem

#endif
