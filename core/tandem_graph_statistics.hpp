// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_GRAPH_STATISTICS_HPP
#define TANDEM_GRAPH_STATISTICS_HPP

#include <core/tandem_types.hpp>
#include <vector>

// Plain data, without Kokkos, for those who only show it.
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
  bool directed = true;
  bool weighted = false;
  bool degree_ordered = false;
  bool has_in_edges = false;
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

}  // namespace tandem

#endif
