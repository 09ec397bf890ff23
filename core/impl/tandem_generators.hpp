// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_GENERATORS_HPP
#define TANDEM_GENERATORS_HPP

#include <core/tandem_edge_list.hpp>

namespace tandem::Impl {

/// An edge list with room for `num_edges` edges. Throws when the vertices need wider ids.
EdgeList make_edges(Host const& space, std::uint64_t num_vertices, std::uint64_t num_edges, bool directed);

/// a * b, or an error when no machine could hold as many edges.
std::uint64_t edge_product(std::uint64_t a, std::uint64_t b);

struct KroneckerParameters {
  int scale;
  std::uint64_t edge_factor;
  bool directed;
};

/// Kronecker edges by the rules of Graph500, quadrants (.57, .19, .19, .05), vertex ids scrambled.
EdgeList generate_kronecker(Host const& space, KroneckerParameters const& parameters, std::uint64_t seed);

/// Both ends of every edge uniformly random (Erdos-Renyi with a given number of edges), undirected.
EdgeList generate_uniform(Host const& space, int scale, std::uint64_t edge_factor, std::uint64_t seed);

/// Undirected grid, each vertex joined to the next in its row and in its column.
EdgeList generate_grid(Host const& space, std::uint64_t width, std::uint64_t height);

EdgeList generate_path(Host const& space, std::uint64_t n);
EdgeList generate_ring(Host const& space, std::uint64_t n);
/// Vertex 0 joined to all others.
EdgeList generate_star(Host const& space, std::uint64_t n);
/// A ring of vertices 1..n-1, all joined to vertex 0.
EdgeList generate_wheel(Host const& space, std::uint64_t n);
/// The parent of vertex v is (v - 1) / 2.
EdgeList generate_tree(Host const& space, std::uint64_t n);
EdgeList generate_complete(Host const& space, std::uint64_t n);
/// Every one of the first `left` vertices joined to every one of the `right` others.
EdgeList generate_bipartite(Host const& space, std::uint64_t left, std::uint64_t right);

}  // namespace tandem::Impl

#endif
