// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_GRAPH500_HPP
#define TANDEM_GRAPH500_HPP

#include <algorithms/tandem_bfs.hpp>
#include <algorithms/tandem_graph500_result.hpp>
#include <algorithms/tandem_validate.hpp>
#include <core/tandem_edge_list.hpp>
#include <functional>
#include <string>

// The Graph500 benchmark by its specification: a Kronecker graph is generated, built (kernel 1, timed), and
// searched from 64 random roots (kernel 2: breadth-first, kernel 3: shortest paths), each result validated.
namespace tandem {

struct Graph500Options {
  int scale = 20;
  int edge_factor = 16;
  std::size_t num_roots = 64;
  std::uint64_t seed = 1;
  bool shortest_paths = true;  ///< also kernel 3, with weights in [0, 1)
  bool validate = true;
  BfsOptions bfs = {};
  EngineOptions engine = {};
};

/// Called before each search: which kernel, how many searches are done and how many there are.
using Graph500Progress = std::function<void(std::string const& kernel, std::size_t done, std::size_t all)>;

/// Throws Error when a result breaks a rule, and when the graph does not fit.
Graph500Result run_graph500(Host const& space, Graph500Options const& options,
                            Graph500Progress const& progress = {});

/// A tree by the five rules of the specification, on the edges as they were generated: (1) parents lead to
/// the root without a circle; (2) and (3) levels, by the tree, differ by one along its edges and by no more
/// along any; (4) an edge has both ends in the tree or none; (5) the tree's edges are edges of the graph.
/// Shares nothing with the engine.
Complaint validate_graph500_tree(Host const& space, EdgeList const& edges, VertexId root,
                                 HostView<VertexId const> const& parent);

}  // namespace tandem

#endif
