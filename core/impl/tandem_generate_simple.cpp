// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_generators.hpp>
#include <core/impl/tandem_random.hpp>
#include <core/impl/tandem_vertex_limit.hpp>
#include <core/tandem_error.hpp>
#include <fmt/format.h>
#include <cmath>

namespace tandem::Impl {

EdgeList make_edges(Host const& space, std::uint64_t num_vertices, std::uint64_t num_edges, bool directed) {
  if (num_vertices > max_vertices) throw Error(too_many_vertices(num_vertices));
  EdgeList edges;
  edges.num_vertices = num_vertices;
  edges.directed = directed;
  edges.sources = make_host_view<VertexId>(space, "tandem::generate::sources", num_edges);
  edges.targets = make_host_view<VertexId>(space, "tandem::generate::targets", num_edges);
  return edges;
}

std::uint64_t edge_product(std::uint64_t a, std::uint64_t b) {
  if (b != 0 && a > (std::uint64_t(1) << 62) / b)
    throw Error(fmt::format("{} x {} edges are too many", a, b));
  return a * b;
}

namespace {

/// An undirected list whose edge number e is ends(e).
template <class Ends>
EdgeList edges_by_number(Host const& space, std::uint64_t num_vertices, std::uint64_t num_edges,
                         Ends const& ends) {
  EdgeList const edges = make_edges(space, num_vertices, num_edges, false);
  auto const sources = edges.sources, targets = edges.targets;
  Kokkos::parallel_for("tandem::generate::edges", Kokkos::RangePolicy<Host>(space, 0, num_edges),
                       [=](std::uint64_t const e) {
                         auto const [u, v] = ends(e);
                         sources(e) = static_cast<VertexId>(u);
                         targets(e) = static_cast<VertexId>(v);
                       });
  space.fence("tandem::generate: edges on host");
  return edges;
}

struct Ends {
  std::uint64_t u, v;
};

}  // namespace

EdgeList generate_uniform(Host const& space, int scale, std::uint64_t edge_factor, std::uint64_t seed) {
  std::uint64_t const n = std::uint64_t(1) << scale, mask = n - 1;
  RandomAt const random(seed, 0);
  return edges_by_number(space, n, edge_product(n, edge_factor), [=](std::uint64_t e) {
    return Ends{random(2 * e) & mask, random(2 * e + 1) & mask};
  });
}

EdgeList generate_grid(Host const& space, std::uint64_t width, std::uint64_t height) {
  std::uint64_t const n = edge_product(width, height);
  std::uint64_t const along_rows = n == 0 ? 0 : (width - 1) * height;
  std::uint64_t const along_columns = n == 0 ? 0 : width * (height - 1);
  return edges_by_number(space, n, along_rows + along_columns, [=](std::uint64_t e) {
    if (e < along_rows) {
      std::uint64_t const v = e / (width - 1) * width + e % (width - 1);
      return Ends{v, v + 1};
    }
    return Ends{e - along_rows, e - along_rows + width};
  });
}

EdgeList generate_path(Host const& space, std::uint64_t n) {
  return edges_by_number(space, n, n == 0 ? 0 : n - 1, [](std::uint64_t e) { return Ends{e, e + 1}; });
}

EdgeList generate_ring(Host const& space, std::uint64_t n) {
  return edges_by_number(space, n, n, [=](std::uint64_t e) { return Ends{e, e + 1 == n ? 0 : e + 1}; });
}

EdgeList generate_star(Host const& space, std::uint64_t n) {
  return edges_by_number(space, n, n == 0 ? 0 : n - 1, [](std::uint64_t e) { return Ends{0, e + 1}; });
}

EdgeList generate_wheel(Host const& space, std::uint64_t n) {
  std::uint64_t const rim = n == 0 ? 0 : n - 1;
  return edges_by_number(space, n, edge_product(2, rim), [=](std::uint64_t e) {
    if (e < rim) return Ends{0, e + 1};
    std::uint64_t const v = e - rim + 1;
    return Ends{v, v == rim ? 1 : v + 1};
  });
}

EdgeList generate_tree(Host const& space, std::uint64_t n) {
  return edges_by_number(space, n, n == 0 ? 0 : n - 1, [](std::uint64_t e) { return Ends{e / 2, e + 1}; });
}

EdgeList generate_complete(Host const& space, std::uint64_t n) {
  std::uint64_t const m = n < 2 ? 0 : edge_product(n, n - 1) / 2;
  return edges_by_number(space, n, m, [](std::uint64_t e) {
    // Edge e joins v to one of the v smaller vertices: v (v - 1) / 2 <= e. The root may be off by one.
    auto v = static_cast<std::uint64_t>((1.0 + std::sqrt(1.0 + 8.0 * static_cast<double>(e))) / 2.0);
    while (v * (v - 1) / 2 > e) --v;
    while (v * (v + 1) / 2 <= e) ++v;
    return Ends{v, e - v * (v - 1) / 2};
  });
}

EdgeList generate_bipartite(Host const& space, std::uint64_t left, std::uint64_t right) {
  return edges_by_number(space, left + right, edge_product(left, right), [=](std::uint64_t e) {
    return Ends{e / right, left + e % right};
  });
}

}  // namespace tandem::Impl
