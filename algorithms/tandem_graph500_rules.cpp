// SPDX-License-Identifier: BSD-3-Clause
#include <algorithms/tandem_graph500.hpp>
#include <core/tandem_relaxed.hpp>
#include <fmt/format.h>
#include <limits>

namespace tandem {

namespace {

using HostRange = Kokkos::RangePolicy<Host>;

constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();
constexpr std::int64_t no_level = -1;

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

/// Depth of each vertex in the tree. Those whose parents lead nowhere or into a circle keep none.
HostView<std::int64_t> depths(Host const& space, VertexId root, HostView<VertexId const> const& parent) {
  std::size_t const n = parent.extent(0);
  auto const depth = make_host_view<std::int64_t>(space, "tandem::graph500::depth", n);
  Kokkos::deep_copy(space, depth, no_level);
  depth(root) = 0;
  Kokkos::parallel_for("tandem::graph500::find_depths", HostRange(space, 0, n), [=](std::size_t const i) {
    std::size_t top = i, steps = 0;
    while (relaxed_load(&depth(top)) == no_level) {
      if (parent(top) >= n || ++steps > n) return;
      top = parent(top);
    }
    auto height = static_cast<std::int64_t>(steps);
    std::int64_t const above = relaxed_load(&depth(top));
    for (std::size_t v = i; v != top; v = parent(v), --height) relaxed_store(&depth(v), above + height);
  });
  space.fence("tandem::graph500: depths found");
  return depth;
}

}  // namespace

Complaint validate_graph500_tree(Host const& space, EdgeList const& edges, VertexId root,
                                 HostView<VertexId const> const& parent) {
  std::size_t const n = parent.extent(0);
  if (n != edges.num_vertices) return fmt::format("{} parents for {} vertices", n, edges.num_vertices);
  if (root >= n || parent(root) != root) return fmt::format("root {} is not its own parent", root);
  auto const depth = depths(space, root, parent);
  if (auto const v = find_first(
          space, n, [=](std::size_t i) { return parent(i) != invalid_vertex && depth(i) == no_level; });
      v != none)
    return fmt::format("vertex {}: its parents do not lead to the root", v);
  auto const sources = edges.sources, targets = edges.targets;
  auto const is_broken = [=](std::size_t e) {
    std::int64_t const a = depth(sources(e)), b = depth(targets(e));
    return (a == no_level) != (b == no_level) || a - b > 1 || b - a > 1;
  };
  if (auto const e = find_first(space, edges.num_edges(), is_broken); e != none)
    return fmt::format("edge {} from {} to {} joins levels {} and {} (-1: not in the tree)", e, sources(e),
                       targets(e), depth(sources(e)), depth(targets(e)));
  auto const has_edge = make_host_view<std::uint8_t>(space, "tandem::graph500::has_edge", n);
  Kokkos::deep_copy(space, has_edge, std::uint8_t(0));
  Kokkos::parallel_for("tandem::graph500::mark_tree_edges", HostRange(space, 0, edges.num_edges()),
                       [=](std::size_t const e) {
                         VertexId const u = sources(e), v = targets(e);
                         if (parent(u) == v) relaxed_store(&has_edge(u), std::uint8_t(1));
                         if (parent(v) == u) relaxed_store(&has_edge(v), std::uint8_t(1));
                       });
  space.fence("tandem::graph500: tree edges marked");
  auto const lacks_edge = [=](std::size_t i) {
    return parent(i) != invalid_vertex && i != root && has_edge(i) == 0;
  };
  if (auto const v = find_first(space, n, lacks_edge); v != none)
    return fmt::format("vertex {}: the graph has no edge to its parent {}", v, parent(v));
  return std::nullopt;
}

}  // namespace tandem
