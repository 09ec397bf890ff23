// SPDX-License-Identifier: BSD-3-Clause
#include <algorithms/tandem_graph500.hpp>
#include <core/tandem_relaxed.hpp>
#include <fmt/format.h>
#include <limits>
#include <string>

namespace tandem {

namespace {

using HostRange = Kokkos::RangePolicy<Host>;

constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();
constexpr std::int64_t no_level = -2, lost = -1;  // not looked at yet, not in the tree

/// The first i below n for which the test holds, or `none`.
template <class Test>
std::uint64_t find_first(Host const& space, std::size_t n, Test const& test) {
  std::uint64_t first = none;
  Kokkos::parallel_reduce(
      "tandem::graph500::find_first", HostRange(space, 0, n),
      [=](std::size_t i, std::uint64_t& least) {
        if (i < least && test(i)) least = i;
      },
      Kokkos::Min<std::uint64_t>(first));
  return first;
}

/// Depth of each vertex in the tree; `lost` of those whose parents lead nowhere or into a circle. Who finds
/// that out says so all along its way, lest a circle be walked from every vertex that leads into it.
HostView<std::int64_t> depths(Host const& space, VertexId root, HostView<VertexId const> const& parent) {
  std::size_t const n = parent.extent(0);
  auto const depth = make_host_view<std::int64_t>(space, "tandem::graph500::depth", n);
  Kokkos::deep_copy(space, depth, no_level);
  depth(root) = 0;
  Kokkos::parallel_for("tandem::graph500::find_depths", HostRange(space, 0, n), [=](std::size_t const i) {
    std::size_t top = i, steps = 0;
    while (relaxed_load(&depth(top)) == no_level && parent(top) < n && ++steps <= n) top = parent(top);
    std::int64_t const above = relaxed_load(&depth(top));
    if (above < 0) {
      for (std::size_t v = i; v < n && relaxed_load(&depth(v)) == no_level; v = parent(v))
        relaxed_store(&depth(v), lost);
      return;
    }
    auto height = static_cast<std::int64_t>(steps);
    for (std::size_t v = i; v != top; v = parent(v), --height) relaxed_store(&depth(v), above + height);
  });
  space.fence("tandem::graph500: depths found");
  return depth;
}

Complaint check_parents(EdgeList const& edges, VertexId root, HostView<VertexId const> const& parent) {
  std::size_t const n = parent.extent(0);
  if (n != edges.num_vertices) return fmt::format("{} parents for {} vertices", n, edges.num_vertices);
  if (root >= n || parent(root) != root) return fmt::format("root {} is not its own parent", root);
  return std::nullopt;
}

/// Parents lead to the root from everywhere.
Complaint check_tree(Host const& space, HostView<VertexId const> const& parent,
                     HostView<std::int64_t> const& depth) {
  auto const is_lost = [=](std::size_t v) { return parent(v) != invalid_vertex && depth(v) < 0; };
  auto const v = find_first(space, parent.extent(0), is_lost);
  if (v == none) return std::nullopt;
  return fmt::format("vertex {}: its parents do not lead to the root", v);
}

/// Every vertex but the root has an edge e to its parent that is_good(e, parent, vertex). `wanted` says what
/// that means.
template <class IsGood>
Complaint check_tree_edges(Host const& space, EdgeList const& edges, VertexId root,
                           HostView<VertexId const> const& parent, IsGood const& is_good,
                           std::string const& wanted = "") {
  std::size_t const n = parent.extent(0);
  auto const sources = edges.sources, targets = edges.targets;
  auto const has_edge = make_host_view<std::uint8_t>(space, "tandem::graph500::has_edge", n);
  Kokkos::deep_copy(space, has_edge, std::uint8_t(0));
  Kokkos::parallel_for("tandem::graph500::mark_tree_edges", HostRange(space, 0, edges.num_edges()),
                       [=](std::size_t const e) {
                         VertexId const u = sources(e), v = targets(e);
                         if (parent(u) == v && is_good(e, v, u)) relaxed_store(&has_edge(u), std::uint8_t(1));
                         if (parent(v) == u && is_good(e, u, v)) relaxed_store(&has_edge(v), std::uint8_t(1));
                       });
  space.fence("tandem::graph500: tree edges marked");
  auto const lacks_edge = [=](std::size_t i) {
    return parent(i) != invalid_vertex && i != root && has_edge(i) == 0;
  };
  auto const v = find_first(space, n, lacks_edge);
  if (v == none) return std::nullopt;
  return fmt::format("vertex {}: the graph has no edge to its parent {}{}", v, parent(v), wanted);
}

/// There is one for each vertex of the tree, and for no other.
Complaint check_distances(Host const& space, EdgeList const& edges, VertexId root,
                          HostView<VertexId const> const& parent, HostView<Weight const> const& distance) {
  if (!edges.weighted()) return "the edges have no weights";
  if (distance.extent(0) != parent.extent(0))
    return fmt::format("{} distances for {} vertices", distance.extent(0), parent.extent(0));
  if (distance(root) != 0) return fmt::format("root {} has distance {}", root, distance(root));
  auto const is_wrong = [=](std::size_t v) {
    if (parent(v) == invalid_vertex) return distance(v) != unreached_distance;
    return !(distance(v) >= 0 && distance(v) < unreached_distance);
  };
  auto const v = find_first(space, parent.extent(0), is_wrong);
  if (v == none) return std::nullopt;
  return fmt::format("vertex {}: {} the tree, but has distance {}", v,
                     parent(v) == invalid_vertex ? "it is not in" : "it is in", distance(v));
}

}  // namespace

Complaint validate_graph500_tree(Host const& space, EdgeList const& edges, VertexId root,
                                 HostView<VertexId const> const& parent) {
  if (Complaint const complaint = check_parents(edges, root, parent)) return complaint;
  auto const depth = depths(space, root, parent);
  if (Complaint const complaint = check_tree(space, parent, depth)) return complaint;
  auto const sources = edges.sources, targets = edges.targets;
  auto const is_broken = [=](std::size_t e) {
    std::int64_t const a = depth(sources(e)), b = depth(targets(e));
    return (a < 0) != (b < 0) || a - b > 1 || b - a > 1;
  };
  if (auto const e = find_first(space, edges.num_edges(), is_broken); e != none)
    return fmt::format("edge {} from {} to {} joins levels {} and {} (-1: not in the tree)", e, sources(e),
                       targets(e), depth(sources(e)), depth(targets(e)));
  auto const any = [](std::size_t, VertexId, VertexId) { return true; };
  return check_tree_edges(space, edges, root, parent, any);
}

Complaint validate_graph500_paths(Host const& space, EdgeList const& edges, VertexId root,
                                  HostView<VertexId const> const& parent,
                                  HostView<Weight const> const& distance) {
  if (Complaint const complaint = check_parents(edges, root, parent)) return complaint;
  if (Complaint const complaint = check_distances(space, edges, root, parent, distance)) return complaint;
  if (Complaint const complaint = check_tree(space, parent, depths(space, root, parent))) return complaint;
  auto const sources = edges.sources, targets = edges.targets;
  auto const weights = edges.weights;
  // Also when only one end was reached: the other is infinitely far away.
  auto const is_broken = [=](std::size_t e) {
    Weight const a = distance(sources(e)), b = distance(targets(e)), weight = weights(e);
    return a + weight < b || b + weight < a;
  };
  if (auto const e = find_first(space, edges.num_edges(), is_broken); e != none)
    return fmt::format("edge {} from {} to {} with weight {} joins distances {} and {}", e, sources(e),
                       targets(e), weights(e), distance(sources(e)), distance(targets(e)));
  auto const makes_distance = [=](std::size_t e, VertexId from, VertexId to) {
    return distance(from) + weights(e) == distance(to);
  };
  return check_tree_edges(space, edges, root, parent, makes_distance, " that makes its distance");
}

}  // namespace tandem
