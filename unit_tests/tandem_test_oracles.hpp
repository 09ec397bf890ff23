// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_TEST_ORACLES_HPP
#define TANDEM_TEST_ORACLES_HPP

#include <algorithms/tandem_results.hpp>
#include <core/tandem_graph.hpp>
#include <vector>

// What algorithms are compared with: serial, plain, slow. One value for each vertex of the graph, as
// docs/algorithms.md defines them.
namespace tandem::test::oracle {

/// -1 where unreached.
std::vector<std::int32_t> bfs_levels(Graph const& graph, VertexId source);
/// Of several possible parents the first by number; invalid_vertex where unreached.
std::vector<VertexId> bfs_parents(Graph const& graph, VertexId source);
/// Dijkstra; infinity where unreached. Arcs of a graph without weights have length 1.
std::vector<double> distances(Graph const& graph, VertexId source);
/// The vertex with the smallest original id in the weak component.
std::vector<VertexId> components(Graph const& graph);
/// After so many iterations from 1/n each.
std::vector<double> pagerank(Graph const& graph, int iterations, double damping = 0.85);
/// Sum of Brandes' dependencies over the sources.
std::vector<double> betweenness(Graph const& graph, std::vector<VertexId> const& sources);

}  // namespace tandem::test::oracle

namespace tandem::test {

/// The values as a result holds them.
template <class T, class U>
HostView<T> to_view(std::vector<U> const& values) {
  auto const view = make_host_view<T>(Host(), "tandem::test::values", values.size());
  for (std::size_t i = 0; i < values.size(); ++i) view(i) = static_cast<T>(values[i]);
  return view;
}

// What the oracles find, as the algorithms would return it.
BfsTree bfs_result(Graph const& graph, VertexId source);
Distances sssp_result(Graph const& graph, VertexId source);
Components components_result(Graph const& graph);
Ranks pagerank_result(Graph const& graph, int iterations);
Centrality betweenness_result(Graph const& graph, std::vector<VertexId> const& sources);

}  // namespace tandem::test

#endif
