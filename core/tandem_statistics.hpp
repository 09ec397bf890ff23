// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_STATISTICS_HPP
#define TANDEM_STATISTICS_HPP

#include <core/tandem_graph.hpp>
#include <core/tandem_graph_statistics.hpp>

namespace tandem {

/// Parallel on `space`; blocks until done. Takes up to 24 bytes a vertex of extra memory.
GraphStatistics compute_statistics(Host const& space, Graph const& graph);

struct ComponentEstimate {
  std::uint64_t components = 0;
  std::uint64_t largest = 0;
};

/// Weakly connected components when only the first and the last few edges of each vertex are looked at: never
/// fewer than there are, and on most graphs hardly more, at a small part of the cost.
ComponentEstimate estimate_components(Host const& space, Graph const& graph, EdgeIndex sampled_edges = 4);

}  // namespace tandem

#endif
