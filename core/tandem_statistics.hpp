// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_STATISTICS_HPP
#define TANDEM_STATISTICS_HPP

#include <core/tandem_graph.hpp>
#include <vector>

namespace tandem {

/// How the degrees of a graph are spread.
struct DegreeStatistics {
  EdgeIndex min = 0;
  EdgeIndex median = 0;
  EdgeIndex max = 0;
  double mean = 0;
  /// Number of vertices of degree 0, 1, 2-3, 4-7, 8-15, ...; the last one is not zero.
  std::vector<std::uint64_t> histogram;
};

/// What `tandem info` tells about a graph.
struct GraphStatistics {
  std::uint64_t num_vertices = 0;
  EdgeIndex num_arcs = 0;
  EdgeIndex num_edges = 0;  ///< of an undirected graph each once
  EdgeIndex self_loops = 0;
  EdgeIndex duplicate_arcs = 0;  ///< arcs beyond the first between the same two vertices
  std::uint64_t isolated = 0;    ///< vertices without any edge
  DegreeStatistics out_degree;
  DegreeStatistics in_degree;  ///< the same as out_degree for an undirected graph
  Weight min_weight = 0;       ///< both 0 without weights
  Weight max_weight = 0;
  std::uint64_t components = 0;  ///< weakly connected ones, estimated from above, see estimate_components()
  std::uint64_t largest_component = 0;  ///< its vertices, estimated from below
  std::uint64_t bytes = 0;              ///< of all arrays of the graph
};

/// Parallel on `space`; blocks until done. Takes up to 12 bytes a vertex of extra memory.
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
