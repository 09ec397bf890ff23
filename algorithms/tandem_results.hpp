// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_RESULTS_HPP
#define TANDEM_RESULTS_HPP

#include <core/tandem_host_view.hpp>
#include <core/tandem_types.hpp>
#include <cstdint>
#include <limits>

// What the algorithms return. Every array has one entry for each vertex of the graph that the caller passed,
// in that graph's numbering. docs/algorithms.md defines each result and says how it is checked.
namespace tandem {

/// Level of a vertex that no path reaches; its parent is invalid_vertex.
inline constexpr std::int32_t unreached_level = -1;
/// Distance of a vertex that no path reaches.
inline constexpr Weight unreached_distance = std::numeric_limits<Weight>::infinity();

/// The source has level 0 and is its own parent.
struct BfsTree {
  HostView<std::int32_t> level;
  HostView<VertexId> parent;
};

struct Distances {
  HostView<Weight> distance;
};

/// For every vertex that vertex of its component, weakly connected, which has the smallest original id.
struct Components {
  HostView<VertexId> component;
};

/// PageRank, started from 1/n each. Ranks sum to 1; what vertices without out-edges hold is spread evenly.
struct Ranks {
  HostView<double> rank;
  int iterations = 0;
  double error = 0;  ///< sum over all vertices of the change by the last iteration
};

/// Betweenness: the sum over the given sources of Brandes' dependencies, the source's own left out. Neither
/// normalised nor halved for undirected graphs. Parallel arcs are different paths.
struct Centrality {
  HostView<double> score;
};

}  // namespace tandem

#endif
