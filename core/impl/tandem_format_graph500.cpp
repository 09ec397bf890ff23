// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_bad_file.hpp>
#include <core/impl/tandem_csr_check.hpp>
#include <core/impl/tandem_format_graph500.hpp>
#include <core/impl/tandem_unaligned.hpp>
#include <core/impl/tandem_vertex_limit.hpp>
#include <core/tandem_progress.hpp>

#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace tandem::Impl {

namespace {

constexpr std::size_t edge_bytes = 12;

struct PackedEdge {
  std::uint32_t low[2];
  std::uint32_t high;

  std::uint64_t source() const { return std::uint64_t(high & 0xffffu) << 32 | low[0]; }
  std::uint64_t target() const { return std::uint64_t(high >> 16) << 32 | low[1]; }
};
static_assert(sizeof(PackedEdge) == edge_bytes, "an edge is three words");

PackedEdge pack(std::uint64_t source, std::uint64_t target) {
  return {{static_cast<std::uint32_t>(source), static_cast<std::uint32_t>(target)},
          static_cast<std::uint32_t>(source >> 32 | target >> 32 << 16)};
}
constexpr std::uint64_t most_graph500_vertices = std::uint64_t(1) << 48;

std::string weights_name(std::string const& name) {
  return name + ".weights";
}

/// False also where there can't be one, as the name would be too long.
bool is_there(std::string const& name) {
  std::error_code ignored;
  return std::filesystem::exists(name, ignored);
}

/// The largest id, and the edges as far as they fit in our ids.
std::uint64_t load_edges(Host const& space, InputFile const& file, EdgeList const& edges) {
  auto const sources = edges.sources;
  auto const targets = edges.targets;
  char const* const from = file.bytes().data();
  std::uint64_t largest = 0;
  Kokkos::parallel_reduce(
      "tandem::parse_graph500::load_edges",
      Kokkos::RangePolicy<Host, Kokkos::IndexType<EdgeIndex>>(space, 0, edges.num_edges()),
      [=](EdgeIndex e, std::uint64_t& most) {
        auto const edge = load_unaligned<PackedEdge>(from, e);
        most = std::max({most, edge.source(), edge.target()});
        sources(e) = static_cast<VertexId>(edge.source());
        targets(e) = static_cast<VertexId>(edge.target());
      },
      Kokkos::Max<std::uint64_t>(largest));
  return largest;
}

/// Where the first edge with that id stands: slow, for messages.
std::uint64_t byte_of_vertex(InputFile const& file, std::uint64_t id) {
  EdgeIndex e = 0;
  auto const meets = [id](PackedEdge const& edge) { return edge.source() == id || edge.target() == id; };
  while (!meets(load_unaligned<PackedEdge>(file.bytes().data(), e))) ++e;
  return e * edge_bytes;
}

/// The number of vertices that the largest id asks for, within reason: garbage has huge ids.
std::uint64_t vertices_for(InputFile const& file, std::uint64_t largest, EdgeIndex num_edges) {
  std::uint64_t const n = std::bit_ceil(largest + 1);
  if (n > 64 * (num_edges + 1) + (std::uint64_t(1) << 20))
    bad_byte(file, byte_of_vertex(file, largest),
             "does not look like a Graph500 file: vertex {} with {} edges only", largest, num_edges);
  if (n > max_vertices) bad_byte(file, byte_of_vertex(file, largest), "{}", too_many_vertices(n));
  return n;
}

void write_edges(Host const& space, OutputFile& file, EdgeList const& edges) {
  constexpr EdgeIndex most = EdgeIndex(1) << 20;
  EdgeIndex const m = edges.num_edges();
  auto const sources = edges.sources;
  auto const targets = edges.targets;
  auto const buffer = make_host_view<PackedEdge>(space, "tandem::write_graph500::buffer", std::min(m, most));
  Progress progress("writing", m, "edges");
  for (EdgeIndex first = 0; first < m; first += most) {
    EdgeIndex const count = std::min(most, m - first);
    Kokkos::parallel_for("tandem::write_graph500::pack",
                         Kokkos::RangePolicy<Host, Kokkos::IndexType<EdgeIndex>>(space, 0, count),
                         [=](EdgeIndex e) { buffer(e) = pack(sources(first + e), targets(first + e)); });
    space.fence("tandem::write_graph500: edges packed");
    file.write(buffer.data(), count * edge_bytes);
    progress.advance(count);
  }
}

}  // namespace

EdgeList parse_graph500(Host const& space, InputFile const& file, ReadOptions const& options) {
  Kokkos::Profiling::ScopedRegion const region("tandem::parse_graph500");
  std::size_t const size = file.bytes().size();
  if (size == 0) bad_file(file, "empty: a Graph500 file has at least one edge");
  if (size % edge_bytes != 0)
    bad_byte(file, size - size % edge_bytes,
             "{} bytes are no whole number of edges of {} bytes: truncated, or no Graph500 file", size,
             edge_bytes);
  EdgeIndex const num_edges = size / edge_bytes;
  EdgeList edges;
  edges.directed = false;
  edges.sources = make_host_view<VertexId>(space, "tandem::parse_graph500::sources", num_edges);
  edges.targets = make_host_view<VertexId>(space, "tandem::parse_graph500::targets", num_edges);
  edges.num_vertices = vertices_for(file, load_edges(space, file, edges), num_edges);
  auto const weights = weights_name(file.name());
  if (!options.ignore_weights && is_there(weights))
    edges.weights = parse_graph500_weights(space, InputFile::open(weights), num_edges);
  return edges;
}

HostView<Weight> parse_graph500_weights(Host const& space, InputFile const& file, EdgeIndex num_edges) {
  if (file.bytes().size() != num_edges * sizeof(Weight))
    bad_file(file,
             "{} edges have {} bytes of weights, the file has {}: remove it, or ignore it with --no-weights",
             num_edges, num_edges * sizeof(Weight), file.bytes().size());
  auto const weights = make_host_view<Weight>(space, "tandem::parse_graph500::weights", num_edges);
  char const* const from = file.bytes().data();
  Kokkos::parallel_for("tandem::parse_graph500::load_weights",
                       Kokkos::RangePolicy<Host, Kokkos::IndexType<EdgeIndex>>(space, 0, num_edges),
                       [=](EdgeIndex e) { weights(e) = load_unaligned<Weight>(from, e); });
  space.fence("tandem::parse_graph500: weights on host");
  std::uint64_t const faults = count_in_chunks(
      space, "tandem::parse_graph500::check_weights", num_edges,
      [=](EdgeIndex first, EdgeIndex last) { return count_not_finite(weights.data(), first, last); });
  for (EdgeIndex e = 0; faults != 0 && e < num_edges; ++e)
    if (!std::isfinite(weights(e)))
      bad_byte(file, e * sizeof(Weight), "weight {} is not a finite number", weights(e));
  return weights;
}

void write_graph500(Host const& space, OutputFile& file, Graph const& graph, WriteOptions const& options) {
  Kokkos::Profiling::ScopedRegion const region("tandem::write_graph500");
  if (graph.directed)
    cannot_write(file,
                 "a Graph500 file holds an undirected graph, this one is directed: make it undirected with "
                 "--undirected");
  if (graph.num_arcs() == 0) cannot_write(file, "a Graph500 file can't hold a graph without edges");
  if (graph.num_vertices() > most_graph500_vertices)
    cannot_write(file, "a Graph500 file has 48-bit ids, the graph has {} vertices", graph.num_vertices());
  auto const weights = weights_name(file.path().string());
  bool const weighted = options.writes_weights(graph);
  // Left where it is, it would be read as the weights of this graph.
  if (!weighted && is_there(weights))
    cannot_write(file, "'{}' holds the weights of an earlier graph: remove it", weights);
  EdgeList const edges = to_edge_list(space, graph);
  write_edges(space, file, edges);
  if (weighted) file.companion(weights).write(edges.weights.data(), edges.num_edges() * sizeof(Weight));
}

}  // namespace tandem::Impl
