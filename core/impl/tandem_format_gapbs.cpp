// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_arc_hash.hpp>
#include <core/impl/tandem_bad_file.hpp>
#include <core/impl/tandem_csr_check.hpp>
#include <core/impl/tandem_file_name.hpp>
#include <core/impl/tandem_format_gapbs.hpp>
#include <core/impl/tandem_unaligned.hpp>
#include <core/tandem_progress.hpp>

#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace tandem::Impl {

namespace {

constexpr std::uint64_t arcs_byte = 1, vertices_byte = 9, header_bytes = 17;
constexpr std::uint64_t most_vertices = std::numeric_limits<std::int32_t>::max();

struct Layout {
  bool directed = false;
  bool weighted = false;
  std::uint64_t num_vertices = 0;
  EdgeIndex num_arcs = 0;

  std::uint64_t arc_bytes() const { return weighted ? 8 : 4; }
  std::uint64_t offset_bytes() const { return (num_vertices + 1) * 8; }
  std::uint64_t csr_bytes() const { return offset_bytes() + num_arcs * arc_bytes(); }
  std::uint64_t file_bytes() const { return header_bytes + (directed ? 2 : 1) * csr_bytes(); }
};

/// The header, believed only as far as the size of the file bears it out.
Layout layout_of(InputFile const& file) {
  std::string_view const bytes = file.bytes();
  std::uint64_t const size = bytes.size();
  if (size < header_bytes)
    bad_byte(file, size, "not a GAPBS file: it ends before its header of {} bytes does", header_bytes);
  auto const directed = static_cast<unsigned char>(bytes[0]);
  auto const arcs = load_unaligned<std::int64_t>(bytes.data() + arcs_byte, 0);
  auto const vertices = load_unaligned<std::int64_t>(bytes.data() + vertices_byte, 0);
  if (directed > 1) bad_byte(file, 0, "not a GAPBS file: it starts with {}, which can be 0 or 1", directed);
  if (arcs < 0) bad_byte(file, arcs_byte, "not a GAPBS file: {} arcs are impossible", arcs);
  if (vertices < 0 || static_cast<std::uint64_t>(vertices) > most_vertices)
    bad_byte(file, vertices_byte, "not a GAPBS file: {} vertices are impossible", vertices);
  if (static_cast<std::uint64_t>(arcs) > size / 4 || static_cast<std::uint64_t>(vertices) > size / 8)
    bad_byte(file, size,
             "truncated: {} vertices and {} arcs need more than its {} bytes; copy or convert it again",
             vertices, arcs, size);
  Layout layout{directed == 1, false, static_cast<std::uint64_t>(vertices), static_cast<EdgeIndex>(arcs)};
  Layout weighted = layout;
  weighted.weighted = true;
  bool const named_weighted = format_extension(file.name()) == ".wsg";
  // Without arcs the sizes are the same, and only the name is left to tell.
  if (size == weighted.file_bytes() && (named_weighted || size != layout.file_bytes())) return weighted;
  if (size == layout.file_bytes()) return layout;
  bad_byte(file, size,
           "{} {} vertices and {} arcs: expected {} bytes, or {} with weights, the file has {}; copy or "
           "convert it again",
           layout.directed ? "a directed graph of" : "an undirected graph of", vertices, arcs,
           layout.file_bytes(), weighted.file_bytes(), size);
}

void check_offsets(Host const& space, InputFile const& file, std::uint64_t at, EdgeIndex const* offsets,
                   Layout const& layout) {
  std::uint64_t const n = layout.num_vertices;
  if (offsets[0] != 0) bad_byte(file, at, "the first offset is {}, not 0", offsets[0]);
  if (offsets[n] != layout.num_arcs)
    bad_byte(file, at + 8 * n, "the last offset is {} with {} arcs", offsets[n], layout.num_arcs);
  std::uint64_t const faults = count_in_chunks(space, "tandem::parse_gapbs::check_offsets", n,
                                               [=](std::uint64_t first, std::uint64_t last) {
                                                 return count_falling_offsets(offsets, n, first, last);
                                               });
  if (faults == 0) return;
  auto const v = static_cast<std::uint64_t>(std::is_sorted_until(offsets, offsets + n + 1) - offsets);
  bad_byte(file, at + 8 * v, "offset {} of vertex {} is smaller than the one before", offsets[v], v);
}

HostView<EdgeIndex const> load_offsets(Host const& space, InputFile const& file, std::uint64_t at,
                                       Layout const& layout) {
  auto const offsets =
      make_host_view<EdgeIndex>(space, "tandem::parse_gapbs::offsets", layout.num_vertices + 1);
  char const* const from = file.bytes().data() + at;
  Kokkos::parallel_for(
      "tandem::parse_gapbs::load_offsets",
      Kokkos::RangePolicy<Host, Kokkos::IndexType<std::uint64_t>>(space, 0, layout.num_vertices + 1),
      [=](std::uint64_t v) { offsets(v) = load_unaligned<EdgeIndex>(from, v); });
  space.fence("tandem::parse_gapbs: offsets on host");
  check_offsets(space, file, at, offsets.data(), layout);
  return offsets;
}

HostView<VertexId const> load_targets(Host const& space, InputFile const& file, std::uint64_t at,
                                      Layout const& layout) {
  EdgeIndex const m = layout.num_arcs;
  std::uint64_t const n = layout.num_vertices;
  auto const targets = make_host_view<VertexId>(space, "tandem::parse_gapbs::targets", m);
  char const* const from = file.bytes().data() + at;
  std::uint64_t const stride = layout.arc_bytes() / 4;
  std::uint64_t faults = 0;
  Kokkos::parallel_reduce(
      "tandem::parse_gapbs::load_targets",
      Kokkos::RangePolicy<Host, Kokkos::IndexType<EdgeIndex>>(space, 0, m),
      [=](EdgeIndex e, std::uint64_t& found) {
        auto const id = load_unaligned<std::uint32_t>(from, e * stride);  // a negative one becomes huge
        found += id >= n;
        targets(e) = id;
      },
      faults);
  if (faults == 0) return targets;
  auto const e = static_cast<EdgeIndex>(
      std::find_if(targets.data(), targets.data() + m, [n](VertexId id) { return id >= n; }) -
      targets.data());
  bad_byte(file, at + e * layout.arc_bytes(), "neighbour {} in a graph of {} vertices",
           static_cast<std::int32_t>(targets(e)), n);
}

HostView<Weight const> load_weights(Host const& space, InputFile const& file, std::uint64_t at,
                                    Layout const& layout) {
  EdgeIndex const m = layout.num_arcs;
  auto const weights = make_host_view<Weight>(space, "tandem::parse_gapbs::weights", m);
  char const* const from = file.bytes().data() + at;
  auto const weight_of = [=](EdgeIndex e) { return load_unaligned<std::int32_t>(from, 2 * e + 1); };
  auto const rounded = [](std::int32_t weight) {
    return static_cast<double>(static_cast<Weight>(weight)) != static_cast<double>(weight);
  };
  std::uint64_t faults = 0;
  Kokkos::parallel_reduce(
      "tandem::parse_gapbs::load_weights",
      Kokkos::RangePolicy<Host, Kokkos::IndexType<EdgeIndex>>(space, 0, m),
      [=](EdgeIndex e, std::uint64_t& found) {
        found += rounded(weight_of(e));
        weights(e) = static_cast<Weight>(weight_of(e));
      },
      faults);
  for (EdgeIndex e = 0; faults != 0 && e < m; ++e)
    if (rounded(weight_of(e)))
      bad_byte(file, at + 8 * e + 4,
               "weight {} would be rounded: weights are exact up to 2^24; scale them, or ignore them with "
               "--no-weights",
               weight_of(e));
  return weights;
}

Csr<HostMemory> load_csr(Host const& space, InputFile const& file, std::uint64_t at, Layout const& layout,
                         bool weights) {
  Csr<HostMemory> csr;
  csr.offsets = load_offsets(space, file, at, layout);
  at += layout.offset_bytes();
  csr.targets = load_targets(space, file, at, layout);
  if (weights) csr.weights = load_weights(space, file, at, layout);
  return csr;
}

bool is_sorted(Host const& space, Csr<HostMemory> const& csr) {
  auto const* const offsets = csr.offsets.data();
  auto const* const targets = csr.targets.data();
  std::uint64_t const n = csr.num_vertices();
  EdgeIndex const m = csr.num_edges();
  return count_in_chunks(space, "tandem::parse_gapbs::is_sorted", m, [=](EdgeIndex first, EdgeIndex last) {
           return TargetCheck(offsets, n, targets, m, n)(first, last);
         }) == 0;
}

/// Of arc e of `csr`, from u; `reversed`: as if it pointed the other way.
std::uint64_t hash_of_arc(Csr<HostMemory> const& csr, std::uint64_t u, EdgeIndex e, bool reversed) {
  std::uint64_t const v = csr.targets(e);
  Weight const weight = csr.weighted() ? csr.weights(e) : Weight(0);
  return reversed ? arc_hash(v, u, weight) : arc_hash(u, v, weight);
}

/// Of all arcs.
std::uint64_t arc_set_hash(Host const& space, Csr<HostMemory> const& csr, bool reversed) {
  EdgeIndex const* const offsets = csr.offsets.data();
  std::uint64_t const n = csr.num_vertices();
  return count_in_chunks(space, "tandem::parse_gapbs::arc_set_hash", csr.num_edges(),
                         [=](EdgeIndex first, EdgeIndex last) {
                           std::uint64_t sum = 0;
                           std::uint64_t u = source_of(offsets, n, first);
                           for (EdgeIndex e = first; e < last; ++e) {
                             while (offsets[u + 1] <= e) ++u;
                             sum += hash_of_arc(csr, u, e, reversed);
                           }
                           return sum;
                         });
}

/// The first vertex whose in-edges are not the out-edges to it: slow, for messages.
std::uint64_t first_vertex_in_disagreement(Graph const& graph) {
  std::vector<std::uint64_t> differences(graph.num_vertices(), 0);
  for (std::uint64_t v = 0; v < graph.num_vertices(); ++v) {
    for (EdgeIndex e = graph.out.offsets(v); e < graph.out.offsets(v + 1); ++e)
      differences[graph.out.targets(e)] += hash_of_arc(graph.out, v, e, false);
    for (EdgeIndex e = graph.in.offsets(v); e < graph.in.offsets(v + 1); ++e)
      differences[v] -= hash_of_arc(graph.in, v, e, true);
  }
  return first_in_disagreement(differences);
}

void check_directions(Host const& space, InputFile const& file, Layout const& layout, Graph const& graph) {
  if (arc_set_hash(space, graph.out, false) == arc_set_hash(space, graph.in, true)) return;
  std::uint64_t const v = first_vertex_in_disagreement(graph);
  std::uint64_t const list = header_bytes + (graph.directed ? layout.csr_bytes() : 0) +
                             layout.offset_bytes() + graph.in.offsets(v) * layout.arc_bytes();
  if (graph.directed)
    bad_byte(file, list, "the in-edges of vertex {} are not the out-edges to it; convert the graph again", v);
  bad_byte(file, list,
           "vertex {} has edges of one direction only in a graph marked as undirected (byte 0); convert the "
           "graph again",
           v);
}

/// GAPBS itself sorts, other writers need not; rare enough to build the graph anew.
Graph with_sorted_lists(Host const& space, Graph graph) {
  bool const directed = graph.directed;
  graph.directed = true;  // both arcs of an undirected edge are there already
  BuildOptions build;
  build.transpose = directed;
  Graph sorted = build_graph(space, to_edge_list(space, graph), build);
  sorted.directed = directed;
  if (!directed) sorted.in = sorted.out;
  return sorted;
}

/// True: write weights. Weights that the name of the file excludes must be dropped by the user, not by us.
bool checked_weights(OutputFile const& file, Graph const& graph, WriteOptions const& options) {
  bool const weighted = options.writes_weights(graph);
  auto const extension = format_extension(file.path());
  if (extension == ".sg" && weighted)
    cannot_write(file, "a .sg file has no weights: name it .wsg, or leave them out (convert: --no-weights)");
  if (extension == ".wsg" && !weighted) cannot_write(file, "a .wsg file needs weights: name it .sg");
  return weighted;
}

void check_integers(Host const& space, OutputFile const& file, Graph const& graph) {
  auto const weights = graph.out.weights;
  auto const no_integer = [=](EdgeIndex e) {
    Weight const weight = weights(e);
    return !(weight >= -0x1p31f && weight < 0x1p31f) || std::trunc(weight) != weight;
  };
  std::uint64_t const faults = count_in_chunks(space, "tandem::write_gapbs::check_integers", graph.num_arcs(),
                                               [=](EdgeIndex first, EdgeIndex last) {
                                                 std::uint64_t found = 0;
                                                 for (EdgeIndex e = first; e < last; ++e)
                                                   found += no_integer(e);
                                                 return found;
                                               });
  for (EdgeIndex e = 0; faults != 0 && e < graph.num_arcs(); ++e)
    if (no_integer(e)) {
      auto const u = source_of(graph.out.offsets.data(), graph.num_vertices(), e);
      cannot_write(
          file,
          "a .wsg file holds 32-bit integer weights, edge {} -> {} has {}: scale them, or leave them out "
          "(convert: --no-weights)",
          graph.original_id(static_cast<VertexId>(u)), graph.original_id(graph.out.targets(e)), weights(e));
    }
}

void write_arcs(Host const& space, OutputFile& file, Csr<HostMemory> const& csr, bool weighted,
                Progress& progress) {
  constexpr EdgeIndex most = EdgeIndex(1) << 20;
  EdgeIndex const m = csr.num_edges();
  std::uint64_t const stride = weighted ? 2 : 1;
  auto const buffer =
      make_host_view<std::int32_t>(space, "tandem::write_gapbs::buffer", stride * std::min(m, most));
  for (EdgeIndex first = 0; first < m; first += most) {
    EdgeIndex const count = std::min(most, m - first);
    Kokkos::parallel_for("tandem::write_gapbs::pack",
                         Kokkos::RangePolicy<Host, Kokkos::IndexType<EdgeIndex>>(space, 0, count),
                         [=](EdgeIndex e) {
                           buffer(stride * e) = static_cast<std::int32_t>(csr.targets(first + e));
                           if (weighted)
                             buffer(2 * e + 1) = static_cast<std::int32_t>(csr.weights(first + e));
                         });
    space.fence("tandem::write_gapbs: arcs packed");
    file.write(buffer.data(), stride * count * sizeof(std::int32_t));
    progress.advance(count);
  }
}

void write_csr(Host const& space, OutputFile& file, Csr<HostMemory> const& csr, bool weighted,
               Progress& progress) {
  constexpr EdgeIndex zero = 0;
  if (csr.offsets.extent(0) == 0)  // a graph that was never built
    file.write(&zero, sizeof(zero));
  else
    file.write(csr.offsets.data(), csr.offsets.extent(0) * sizeof(EdgeIndex));
  write_arcs(space, file, csr, weighted, progress);
}

}  // namespace

Graph parse_gapbs_graph(Host const& space, InputFile const& file, ReadOptions const& options) {
  Kokkos::Profiling::ScopedRegion const region("tandem::parse_gapbs_graph");
  Layout const layout = layout_of(file);
  bool const weights = layout.weighted && !options.ignore_weights;
  Graph graph;
  graph.directed = layout.directed;
  graph.out = load_csr(space, file, header_bytes, layout, weights);
  graph.in =
      graph.directed ? load_csr(space, file, header_bytes + layout.csr_bytes(), layout, weights) : graph.out;
  if (options.verify) check_directions(space, file, layout, graph);
  if (is_sorted(space, graph.out) && (!graph.directed || is_sorted(space, graph.in))) return graph;
  return with_sorted_lists(space, graph);
}

void write_gapbs(Host const& space, OutputFile& file, Graph const& graph, WriteOptions const& options) {
  Kokkos::Profiling::ScopedRegion const region("tandem::write_gapbs");
  bool const weighted = checked_weights(file, graph, options);
  if (graph.num_vertices() > most_vertices)
    cannot_write(file, "GAPBS has 32-bit ids for at most {} vertices, the graph has {}", most_vertices,
                 graph.num_vertices());
  if (weighted) check_integers(space, file, graph);
  Graph whole = graph;
  if (graph.directed && !graph.has_in_edges()) add_in_edges(space, whole);

  auto const num_arcs = static_cast<std::int64_t>(graph.num_arcs());
  auto const num_vertices = static_cast<std::int64_t>(graph.num_vertices());
  char const directed = graph.directed ? 1 : 0;
  Progress progress("writing", (graph.directed ? 2 : 1) * graph.num_arcs(), "edges");
  file.write(&directed, sizeof(directed));
  file.write(&num_arcs, sizeof(num_arcs));
  file.write(&num_vertices, sizeof(num_vertices));
  write_csr(space, file, whole.out, weighted, progress);
  if (graph.directed) write_csr(space, file, whole.in, weighted, progress);
}

}  // namespace tandem::Impl
