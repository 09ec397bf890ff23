// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_BUILD_HPP
#define TANDEM_BUILD_HPP

#include <core/tandem_edge_list.hpp>
#include <core/tandem_graph.hpp>

namespace tandem {

struct BuildOptions {
  bool symmetrize = false;       ///< make the graph undirected; an undirected edge list always is
  bool drop_duplicates = false;  ///< of parallel edges keep one, with the smallest weight
  bool drop_self_loops = false;
  bool drop_isolated = false;    ///< leave out vertices without any edge; original ids say who is left
  bool transpose = false;        ///< also build the in-edges of a directed graph
  bool order_by_degree = false;  ///< renumber vertices by falling out-degree; original ids are kept
};

/// Edge list to graph. Parallel on `space`; blocks until done. Neighbour lists come out sorted, and the
/// result does not depend on the number of threads. Pass the list by std::move to let its memory go early;
/// docs/core.md gives the peak memory.
Graph build_graph(Host const& space, EdgeList edges, BuildOptions const& options = {});

/// The same graph with vertices renumbered by falling out-degree (ties by id) and neighbour lists sorted
/// anew.
Graph order_by_degree(Host const& space, Graph const& graph);

/// Adds the in-edges to a directed graph that lacks them.
void add_in_edges(Host const& space, Graph& graph);

/// Back to an edge list: one edge per arc of a directed graph, one per edge of an undirected one.
EdgeList to_edge_list(Host const& space, Graph const& graph);

}  // namespace tandem

#endif
