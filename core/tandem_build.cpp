// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_csr_assembly.hpp>
#include <core/impl/tandem_csr_reversal.hpp>
#include <core/impl/tandem_host_scan.hpp>
#include <core/impl/tandem_sorted_edges.hpp>
#include <core/impl/tandem_vertex_limit.hpp>
#include <core/tandem_build.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_relaxed.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <fmt/format.h>
#include <string_view>

namespace tandem {

namespace {

using Impl::SortKey;

/// Columns of one length, and ids of vertices that there are.
void check_edges(Host const& space, EdgeList const& edges) {
  if (edges.num_vertices > max_vertices) throw Error(Impl::too_many_vertices(edges.num_vertices));
  auto const check_length = [](std::string_view column, std::uint64_t length, std::string_view of,
                               std::uint64_t expected) {
    if (length != expected)
      throw Error(fmt::format("edge list with {} {}, but {} {}", length, column, expected, of));
  };
  check_length("targets", edges.targets.extent(0), "sources", edges.num_edges());
  if (edges.weighted()) check_length("weights", edges.weights.extent(0), "sources", edges.num_edges());
  if (edges.original_ids.extent(0) != 0)
    check_length("original ids", edges.original_ids.extent(0), "vertices", edges.num_vertices);
  auto const sources = edges.sources, targets = edges.targets;
  VertexId largest = 0;
  Kokkos::parallel_reduce(
      "tandem::build_graph::largest_id", Kokkos::RangePolicy<Host>(space, 0, edges.num_edges()),
      [=](std::size_t const e, VertexId& max) {
        max = std::max({max, sources(e), targets(e)});
      },
      Kokkos::Max<VertexId>(largest));
  if (edges.num_edges() != 0 && largest >= edges.num_vertices)
    throw Error(fmt::format("edge list of {} vertices names vertex {}", edges.num_vertices, largest));
}

/// Arcs of the edge list as records (source, target), in buckets by source.
Impl::Records arcs_by_source(Host const& space, EdgeList const& edges, bool undirected,
                             bool drop_self_loops) {
  int const bits = Impl::id_bits(edges.num_vertices);
  std::size_t const m = edges.num_edges();
  VertexId const *const sources = edges.sources.data(), *const targets = edges.targets.data();
  Weight const* const weights = edges.weighted() ? edges.weights.data() : nullptr;
  auto const arcs = [=](std::size_t block, auto const& emit) {
    std::size_t const end = std::min(m, (block + 1) * Impl::edges_per_block);
    for (std::size_t e = block * Impl::edges_per_block; e < end; ++e) {
      VertexId const u = sources[e], v = targets[e];
      Weight const weight = weights ? weights[e] : Weight(0);
      if (u == v && drop_self_loops) continue;
      emit(Impl::pack_key(u, v, bits), weight);
      if (undirected && u != v) emit(Impl::pack_key(v, u, bits), weight);
    }
  };
  return Impl::partition_records(space, "tandem::build_graph", 2 * bits, edges.weighted(),
                                 undirected ? 2 * m : m, Impl::num_edge_blocks(m), arcs);
}

/// The same edges over the vertices that have one (a self loop that will be dropped is none).
EdgeList without_isolated(Host const& space, EdgeList edges, bool ignore_self_loops) {
  auto const sources = edges.sources, targets = edges.targets;
  auto const n = static_cast<std::size_t>(edges.num_vertices),
             m = static_cast<std::size_t>(edges.num_edges());
  auto const new_id = make_host_view<VertexId>(space, "tandem::build_graph::new_id", n + 1);
  Kokkos::deep_copy(space, new_id, VertexId(0));
  Kokkos::parallel_for("tandem::build_graph::mark_used", Kokkos::RangePolicy<Host>(space, 0, m),
                       [=](std::size_t const e) {
                         if (ignore_self_loops && sources(e) == targets(e)) return;
                         // Threads race only to store the same value.
                         relaxed_store(&new_id(sources(e) + std::size_t(1)), VertexId(1));
                         relaxed_store(&new_id(targets(e) + std::size_t(1)), VertexId(1));
                       });
  space.fence("tandem::build_graph: used vertices marked");
  Impl::scan_on_host<VertexId>(
      space, "tandem::build_graph::number_used", n + 1, [=](std::size_t v) { return new_id(v); },
      [=](std::size_t v, VertexId before, VertexId used) { new_id(v) = before + used; });

  EdgeList kept;
  kept.num_vertices = new_id(n);
  kept.directed = edges.directed;
  kept.original_ids = make_host_view<OriginalId>(space, "tandem::build_graph::original_ids", new_id(n));
  auto const ids = kept.original_ids, old_ids = edges.original_ids;
  Kokkos::parallel_for("tandem::build_graph::keep_original_ids", Kokkos::RangePolicy<Host>(space, 0, n),
                       [=](std::size_t const v) {
                         if (new_id(v + 1) != new_id(v))
                           ids(new_id(v)) = old_ids.extent(0) == 0 ? OriginalId(v) : old_ids(v);
                       });
  // A self loop that is ignored may belong to a vertex without a new id: it becomes a loop of vertex 0, or
  // goes with all the others when no vertex is left.
  std::size_t const num_kept = kept.num_vertices == 0 ? 0 : m;
  kept.sources = make_host_view<VertexId>(space, "tandem::build_graph::sources", num_kept);
  kept.targets = make_host_view<VertexId>(space, "tandem::build_graph::targets", num_kept);
  auto const new_sources = kept.sources, new_targets = kept.targets;
  Kokkos::parallel_for("tandem::build_graph::rename", Kokkos::RangePolicy<Host>(space, 0, num_kept),
                       [=](std::size_t const e) {
                         bool const ignored = ignore_self_loops && sources(e) == targets(e);
                         new_sources(e) = ignored ? 0 : new_id(sources(e));
                         new_targets(e) = ignored ? 0 : new_id(targets(e));
                       });
  if (edges.weighted())
    kept.weights = Kokkos::subview(edges.weights, std::pair<std::size_t, std::size_t>(0, num_kept));
  space.fence("tandem::build_graph: isolated vertices dropped");
  return kept;
}

}  // namespace

Graph build_graph(Host const& space, EdgeList edges, BuildOptions const& options) {
  Kokkos::Profiling::ScopedRegion const region("tandem::build_graph");
  check_edges(space, edges);
  if (options.drop_isolated) edges = without_isolated(space, std::move(edges), options.drop_self_loops);
  Graph graph;
  graph.directed = edges.directed && !options.symmetrize;
  graph.original_ids = edges.original_ids;
  std::uint64_t const n = edges.num_vertices;
  if (graph.directed && Impl::is_sorted(space, edges)) {
    graph.out = Impl::assemble_sorted(space, edges, options.drop_duplicates, options.drop_self_loops);
    edges = {};
  } else {
    auto records = arcs_by_source(space, edges, !graph.directed, options.drop_self_loops);
    edges = {};  // the list's memory goes before the graph's is taken
    graph.out = Impl::assemble_csr(space, std::move(records), n, options.drop_duplicates);
  }
  if (!graph.directed) graph.in = graph.out;
  if (options.order_by_degree) graph = order_by_degree(space, graph);
  if (options.transpose) add_in_edges(space, graph);
  return graph;
}

void add_in_edges(Host const& space, Graph& graph) {
  Kokkos::Profiling::ScopedRegion const region("tandem::add_in_edges");
  if (!graph.has_in_edges()) graph.in = Impl::reverse_csr(space, graph.out);
}

EdgeList to_edge_list(Host const& space, Graph const& graph) {
  Kokkos::Profiling::ScopedRegion const region("tandem::to_edge_list");
  std::size_t const n = graph.num_vertices();
  auto const csr = graph.out;
  bool const directed = graph.directed;
  // The first arc of u's list to keep: of an undirected edge only the arc from the smaller end is.
  auto const first_kept = [=](std::size_t u) {
    VertexId const *const begin = csr.targets.data() + csr.offsets(u), *const end = csr.targets.data() +
                                                                                    csr.offsets(u + 1);
    return csr.offsets(u) + static_cast<EdgeIndex>(directed ? 0 : std::lower_bound(begin, end, u) - begin);
  };
  auto const offsets = make_host_view<EdgeIndex>(space, "tandem::to_edge_list::offsets", n + 1);
  Kokkos::parallel_for(
      "tandem::to_edge_list::count", Kokkos::RangePolicy<Host>(space, 0, n + 1),
      [=](std::size_t const i) { offsets(i) = i == 0 ? 0 : csr.offsets(i) - first_kept(i - 1); });
  Impl::degrees_to_offsets(space, offsets);

  EdgeList edges;
  edges.num_vertices = n;
  edges.directed = directed;
  edges.sources = make_host_view<VertexId>(space, "tandem::to_edge_list::sources", offsets(n));
  edges.targets = make_host_view<VertexId>(space, "tandem::to_edge_list::targets", offsets(n));
  if (graph.weighted())
    edges.weights = make_host_view<Weight>(space, "tandem::to_edge_list::weights", offsets(n));
  if (graph.original_ids.extent(0) != 0) {
    edges.original_ids = make_host_view<OriginalId>(space, "tandem::to_edge_list::original_ids", n);
    Kokkos::deep_copy(space, edges.original_ids, graph.original_ids);
  }
  auto const result = edges;
  Kokkos::parallel_for("tandem::to_edge_list::fill",
                       Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, n),
                       [=](std::size_t const u) {
                         EdgeIndex const from = first_kept(u);
                         for (EdgeIndex e = offsets(u); e < offsets(u + 1); ++e) {
                           result.sources(e) = static_cast<VertexId>(u);
                           result.targets(e) = csr.targets(from + e - offsets(u));
                           if (result.weighted()) result.weights(e) = csr.weights(from + e - offsets(u));
                         }
                       });
  space.fence("tandem::to_edge_list: edges on host");
  return edges;
}

}  // namespace tandem
