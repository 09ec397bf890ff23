// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_TEST_GRAPHS_HPP
#define TANDEM_TEST_GRAPHS_HPP

#include <core/tandem_edge_list.hpp>
#include <core/tandem_graph.hpp>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

// Graphs that tests share. Everything here is serial and plain: it is what the library is checked against.
namespace tandem::test {

using Edge = std::pair<std::uint64_t, std::uint64_t>;

/// An edge list from literal edges. Weights, when given, go with the edges in order.
EdgeList make_edge_list(std::uint64_t num_vertices, std::vector<Edge> const& edges,
                        std::vector<Weight> const& weights = {}, bool directed = true);

struct NamedEdges {
  std::string name;
  EdgeList edges;
};

/// Empty, one vertex, self loops, duplicate edges, star, chain, disconnected, skewed, random, ...
/// Each both without and with weights.
std::vector<NamedEdges> zoo();

/// (source, target, weight) of every arc in storage order, in the file's own ids; weight 1 where there is
/// none.
std::vector<std::tuple<OriginalId, OriginalId, Weight>> arcs_of(Graph const& graph);

}  // namespace tandem::test

#endif
