// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_csr_assembly.hpp>
#include <core/impl/tandem_csr_reversal.hpp>
#include <core/tandem_build.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

// Renumbering is a reversal with new names. Walk the vertices in their new order and send the new id of each
// to all its neighbours: every neighbour receives its list already sorted, so that one counting pass by the
// receiving vertex, in cache-sized buckets, does the work of sorting all lists. The result holds the reversed
// arcs; for an undirected graph these are the arcs themselves, a directed graph is reversed once more.
namespace tandem {

namespace {

/// Vertices by falling out-degree, ties by id.
HostView<VertexId> vertices_by_degree(Host const& space, Csr<HostMemory> const& csr) {
  std::size_t const n = csr.num_vertices();
  int const bits = Impl::id_bits(n);
  // A key holds the degree beside the id; only a multigraph could have degrees beyond, which then count as
  // equal.
  EdgeIndex const cap = (EdgeIndex(1) << std::min<int>(63, 8 * sizeof(Impl::SortKey) - bits)) - 1;
  EdgeIndex largest = 0;
  Kokkos::parallel_reduce(
      "tandem::order_by_degree::largest_degree", Kokkos::RangePolicy<Host>(space, 0, n),
      [=](std::size_t const v, EdgeIndex& max) { max = std::max(max, csr.degree(static_cast<VertexId>(v))); },
      Kokkos::Max<EdgeIndex>(largest));
  largest = std::min(largest, cap);
  auto const by_falling_degree = [=](std::size_t block, auto const& emit) {
    std::size_t const end = std::min(n, (block + 1) * Impl::edges_per_block);
    for (std::size_t v = block * Impl::edges_per_block; v < end; ++v)
      emit(Impl::pack_key(largest - std::min(largest, csr.degree(static_cast<VertexId>(v))), v, bits),
           Weight(0));
  };
  int const key_bits = bits + Impl::id_bits(largest + 1);
  auto records = Impl::partition_records(space, "tandem::order_by_degree", key_bits, false, n,
                                         Impl::num_edge_blocks(n), by_falling_degree);
  Impl::sort_buckets(space, "tandem::order_by_degree", records, bits, [](std::size_t) {});
  auto const order = make_host_view<VertexId>(space, "tandem::order_by_degree::order", n);
  auto const keys = records.keys;
  Kokkos::parallel_for(
      "tandem::order_by_degree::unpack", Kokkos::RangePolicy<Host>(space, 0, n),
      [=](std::size_t const i) { order(i) = static_cast<VertexId>(Impl::low_part(keys(i), bits)); });
  space.fence("tandem::order_by_degree: order on host");
  return order;
}

}  // namespace

Graph order_by_degree(Host const& space, Graph const& graph) {
  Kokkos::Profiling::ScopedRegion const region("tandem::order_by_degree");
  std::size_t const n = graph.num_vertices();
  auto const order = vertices_by_degree(space, graph.out);
  auto const rank = make_host_view<VertexId>(space, "tandem::order_by_degree::rank", n);
  auto const ids = make_host_view<OriginalId>(space, "tandem::order_by_degree::original_ids", n);
  Kokkos::parallel_for("tandem::order_by_degree::rank", Kokkos::RangePolicy<Host>(space, 0, n),
                       [=](std::size_t const i) {
                         rank(order(i)) = static_cast<VertexId>(i);
                         ids(i) = graph.original_id(order(i));
                       });
  space.fence("tandem::order_by_degree: ranks on host");

  Graph ordered;
  ordered.directed = graph.directed;
  ordered.degree_ordered = true;
  ordered.original_ids = ids;
  if (graph.directed) {
    auto const reversed = Impl::reverse_csr(space, graph.out, {order, rank});
    ordered.out = Impl::reverse_csr(space, reversed);
    if (graph.has_in_edges()) ordered.in = reversed;
  } else {
    ordered.out = ordered.in = Impl::renumber_symmetric_csr(space, graph.out, {order, rank});
  }
  return ordered;
}

}  // namespace tandem
