// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_VALIDATE_HPP
#define TANDEM_VALIDATE_HPP

#include <algorithms/tandem_results.hpp>
#include <core/tandem_graph.hpp>
#include <optional>
#include <span>
#include <string>

// Checks of results against the graph itself. They share no code with the engine or the algorithms, need
// out-edges only, and block until done. Each gives nothing when the result is right, else one line that names
// the first wrong vertex by its original id and says what is wrong with it.
namespace tandem {

using Complaint = std::optional<std::string>;

/// As Graph500 does: the tree is one, its arcs exist, and no arc spans more than one level or leaves what was
/// reached. Together this means that all levels are right.
Complaint validate_bfs(Host const& space, Graph const& graph, VertexId source, BfsTree const& result);

/// No arc offers a shorter way, and arcs that give exactly the distance found lead from the source to every
/// vertex reached. Both within a few units in the last place. A graph without weights counts arcs.
Complaint validate_sssp(Host const& space, Graph const& graph, VertexId source, Distances const& result);

/// Components are neither split (over arcs) nor merged (against a serial union-find), and each bears its
/// smallest original id.
Complaint validate_components(Host const& space, Graph const& graph, Components const& result);

struct PagerankCheck {
  double damping = 0.85;
  double slack = 1e-9;  ///< of sums over all vertices; 1e-4 suits ranks computed in float
};

/// Ranks are a distribution, and those that as many iterations in double lead to; the error is that of the
/// last one. After more than 100 iterations: one more changes the ranks by no more than `damping` times what
/// the last one did, which in turn can't have been more than 2 damping^iterations.
Complaint validate_pagerank(Host const& space, Graph const& graph, Ranks const& result,
                            PagerankCheck const& check = {});

/// Compares with a serial computation. `tolerance` is relative; 1e-4 suits scores computed in float. Numbers
/// of shortest paths have to fit a double.
Complaint validate_betweenness(Host const& space, Graph const& graph, std::span<VertexId const> sources,
                               Centrality const& result, double tolerance = 1e-9);

}  // namespace tandem

#endif
