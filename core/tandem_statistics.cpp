// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_host_tasks.hpp>
#include <core/tandem_relaxed.hpp>
#include <core/tandem_statistics.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <algorithm>
#include <bit>

namespace tandem {

namespace {

constexpr std::size_t max_bins = 65;
constexpr std::size_t vertices_per_task = 1 << 14;

std::size_t num_vertex_tasks(std::size_t n) {
  return (n + vertices_per_task - 1) / vertices_per_task;
}

/// The k-th smallest degree lies in some bin; this finds the bin's vertices and picks it among them.
EdgeIndex median_degree(HostView<EdgeIndex const> const& degrees,
                        std::vector<std::uint64_t> const& histogram) {
  std::uint64_t rank = degrees.extent(0) / 2;
  std::size_t bin = 0;
  while (rank >= histogram[bin]) rank -= histogram[bin++];
  std::vector<EdgeIndex> candidates;
  candidates.reserve(histogram[bin]);
  for (std::size_t v = 0; v < degrees.extent(0); ++v)
    if (static_cast<std::size_t>(std::bit_width(degrees(v))) == bin) candidates.push_back(degrees(v));
  std::nth_element(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(rank),
                   candidates.end());
  return candidates[rank];
}

DegreeStatistics degree_statistics(Host const& space, HostView<EdgeIndex const> const& degrees,
                                   EdgeIndex num_arcs) {
  DegreeStatistics result;
  std::size_t const n = degrees.extent(0);
  if (n == 0) return result;
  std::vector<std::uint64_t> bins(Impl::num_host_workers(space) * max_bins, 0);
  Impl::run_host_tasks(space, "tandem::compute_statistics::histogram", num_vertex_tasks(n),
                       [&](std::size_t worker, std::size_t task) {
                         std::size_t const end = std::min(n, (task + 1) * vertices_per_task);
                         for (std::size_t v = task * vertices_per_task; v < end; ++v)
                           ++bins[worker * max_bins + static_cast<std::size_t>(std::bit_width(degrees(v)))];
                       });
  result.histogram.assign(max_bins, 0);
  for (std::size_t i = 0; i < bins.size(); ++i) result.histogram[i % max_bins] += bins[i];
  while (result.histogram.size() > 1 && result.histogram.back() == 0) result.histogram.pop_back();
  auto const [min, max] = std::minmax_element(degrees.data(), degrees.data() + n);
  result.min = *min;
  result.max = *max;
  result.mean = static_cast<double>(num_arcs) / static_cast<double>(n);
  result.median = median_degree(degrees, result.histogram);
  return result;
}

HostView<EdgeIndex> out_degrees(Host const& space, Csr<HostMemory> const& csr) {
  auto const degrees =
      make_host_view<EdgeIndex>(space, "tandem::compute_statistics::out_degrees", csr.num_vertices());
  Kokkos::parallel_for("tandem::compute_statistics::out_degrees",
                       Kokkos::RangePolicy<Host>(space, 0, csr.num_vertices()),
                       [=](std::size_t const v) { degrees(v) = csr.degree(static_cast<VertexId>(v)); });
  space.fence("tandem::compute_statistics: degrees on host");
  return degrees;
}

HostView<EdgeIndex> in_degrees(Host const& space, Graph const& graph) {
  if (graph.has_in_edges()) return out_degrees(space, graph.in);
  auto const degrees =
      make_host_view<EdgeIndex>(space, "tandem::compute_statistics::in_degrees", graph.num_vertices());
  Kokkos::deep_copy(space, degrees, EdgeIndex(0));
  auto const targets = graph.out.targets;
  Kokkos::parallel_for("tandem::compute_statistics::in_degrees",
                       Kokkos::RangePolicy<Host>(space, 0, graph.num_arcs()),
                       [=](std::size_t const e) { Kokkos::atomic_inc(&degrees(targets(e))); });
  space.fence("tandem::compute_statistics: degrees on host");
  return degrees;
}

/// Loops and parallel arcs, from the sorted lists, and vertices without any.
void count_oddities(Host const& space, Graph const& graph, HostView<EdgeIndex const> const& out,
                    HostView<EdgeIndex const> const& in, GraphStatistics& statistics) {
  struct Counts {
    EdgeIndex loops = 0, duplicates = 0;
    std::uint64_t isolated = 0;
  };
  std::size_t const n = graph.num_vertices();
  std::vector<Counts> counts(num_vertex_tasks(n));
  auto const csr = graph.out;
  Impl::run_host_tasks(
      space, "tandem::compute_statistics::oddities", counts.size(), [&](std::size_t, std::size_t task) {
        std::size_t const end = std::min(n, (task + 1) * vertices_per_task);
        for (std::size_t v = task * vertices_per_task; v < end; ++v) {
          for (EdgeIndex e = csr.offsets(v); e < csr.offsets(v + 1); ++e) {
            counts[task].loops += csr.targets(e) == v;
            counts[task].duplicates += e != csr.offsets(v) && csr.targets(e) == csr.targets(e - 1);
          }
          counts[task].isolated += out(v) == 0 && in(v) == 0;
        }
      });
  for (auto const& count : counts) {
    statistics.self_loops += count.loops;
    statistics.duplicate_arcs += count.duplicates;
    statistics.isolated += count.isolated;
  }
}

std::uint64_t bytes_of(Csr<HostMemory> const& csr) {
  return csr.offsets.span() * sizeof(EdgeIndex) + csr.targets.span() * sizeof(VertexId) +
         csr.weights.span() * sizeof(Weight);
}

/// Joins the trees of u and v; the smaller root becomes the root of both. Lock free: a root is replaced only
/// if it still is one.
void join(HostView<VertexId> const& parent, VertexId u, VertexId v) {
  VertexId a = relaxed_load(&parent(u)), b = relaxed_load(&parent(v));
  while (a != b) {
    VertexId const high = std::max(a, b), low = std::min(a, b);
    VertexId const above = relaxed_load(&parent(high));
    if (above == low || (above == high && Kokkos::atomic_compare_exchange(&parent(high), high, low) == high))
      return;
    a = relaxed_load(&parent(relaxed_load(&parent(high))));
    b = relaxed_load(&parent(low));
  }
}

}  // namespace

ComponentEstimate estimate_components(Host const& space, Graph const& graph, EdgeIndex sampled_edges) {
  Kokkos::Profiling::ScopedRegion const region("tandem::estimate_components");
  std::size_t const n = graph.num_vertices();
  if (n == 0) return {};
  auto const csr = graph.out;
  auto const parent = make_host_view<VertexId>(space, "tandem::estimate_components::parent", n);
  Kokkos::parallel_for("tandem::estimate_components::init", Kokkos::RangePolicy<Host>(space, 0, n),
                       [=](std::size_t const v) { parent(v) = static_cast<VertexId>(v); });
  Kokkos::parallel_for("tandem::estimate_components::join",
                       Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, n),
                       [=](std::size_t const v) {
                         EdgeIndex const begin = csr.offsets(v), end = csr.offsets(v + 1);
                         for (EdgeIndex i = 0; i < std::min(sampled_edges, end - begin); ++i) {
                           join(parent, static_cast<VertexId>(v), csr.targets(begin + i));
                           join(parent, static_cast<VertexId>(v), csr.targets(end - 1 - i));
                         }
                       });
  space.fence("tandem::estimate_components: trees on host");
  // Parents are smaller than their children, so that one pass in rising order flattens all trees.
  auto const size = make_host_view<VertexId>(space, "tandem::estimate_components::size", n);
  Kokkos::deep_copy(space, size, VertexId(0));
  space.fence("tandem::estimate_components: sizes zeroed");
  ComponentEstimate estimate;
  for (std::size_t v = 0; v < n; ++v) {
    parent(v) = parent(parent(v));
    estimate.components += parent(v) == v;
    estimate.largest = std::max<std::uint64_t>(estimate.largest, ++size(parent(v)));
  }
  return estimate;
}

GraphStatistics compute_statistics(Host const& space, Graph const& graph) {
  Kokkos::Profiling::ScopedRegion const region("tandem::compute_statistics");
  GraphStatistics statistics;
  statistics.directed = graph.directed;
  statistics.weighted = graph.weighted();
  statistics.degree_ordered = graph.degree_ordered;
  statistics.has_in_edges = graph.has_in_edges();
  statistics.num_vertices = graph.num_vertices();
  statistics.num_arcs = graph.num_arcs();
  auto const estimate = estimate_components(space, graph);  // first: its memory goes before more is taken
  statistics.components = estimate.components;
  statistics.largest_component = estimate.largest;
  auto const out = out_degrees(space, graph.out);
  auto const in = graph.directed ? in_degrees(space, graph) : out;
  statistics.out_degree = degree_statistics(space, out, graph.num_arcs());
  statistics.in_degree =
      graph.directed ? degree_statistics(space, in, graph.num_arcs()) : statistics.out_degree;
  count_oddities(space, graph, out, in, statistics);
  statistics.num_edges = graph.directed
                             ? graph.num_arcs()
                             : (graph.num_arcs() - statistics.self_loops) / 2 + statistics.self_loops;
  if (graph.weighted() && graph.num_arcs() != 0) {
    Kokkos::MinMaxScalar<Weight> range;
    auto const weights = graph.out.weights;
    Kokkos::parallel_reduce(
        "tandem::compute_statistics::weights", Kokkos::RangePolicy<Host>(space, 0, graph.num_arcs()),
        [=](std::size_t const e, Kokkos::MinMaxScalar<Weight>& found) {
          found.min_val = std::min(found.min_val, weights(e));
          found.max_val = std::max(found.max_val, weights(e));
        },
        Kokkos::MinMax<Weight>(range));
    statistics.min_weight = range.min_val;
    statistics.max_weight = range.max_val;
  }
  statistics.bytes = bytes_of(graph.out) + graph.original_ids.span() * sizeof(OriginalId);
  if (graph.directed) statistics.bytes += bytes_of(graph.in);
  return statistics;
}

}  // namespace tandem
