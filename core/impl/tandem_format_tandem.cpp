// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_checksum.hpp>
#include <core/impl/tandem_csr_check.hpp>
#include <core/impl/tandem_format_tandem.hpp>
#include <core/impl/tandem_partition_point.hpp>
#include <core/impl/tandem_tdm_header.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_progress.hpp>

#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <type_traits>

namespace tandem::Impl {

namespace {

std::string_view bytes_of(InputFile const& file, TdmSection const& section) {
  return file.bytes().substr(section.offset, section.bytes);
}

/// The section as an array in place. The file must be aligned, see aligned().
template <class T>
T const* array_of(InputFile const& file, TdmSection const& section) {
  return reinterpret_cast<T const*>(bytes_of(file, section).data());
}

template <class T>
HostView<T const> view_of(InputFile const& file, TdmSection const& section) {
  return HostView<T const>(array_of<T>(file, section), section.bytes / sizeof(T));
}

/// Mapped and decompressed files are aligned; bytes handed over from elsewhere may have to move.
InputFile aligned(InputFile const& file) {
  auto const address = reinterpret_cast<std::uintptr_t>(file.bytes().data());
  if (address % alignof(std::uint64_t) == 0) return file;
  auto const copy =
      std::make_shared<std::vector<std::uint64_t>>(file.bytes().size() / sizeof(std::uint64_t) + 1);
  std::memcpy(copy->data(), file.bytes().data(), file.bytes().size());
  return InputFile::from_memory(file.name(),
                                {reinterpret_cast<char const*>(copy->data()), file.bytes().size()}, copy);
}

[[noreturn]] void fail(InputFile const& file, TdmSection const& section, std::uint64_t element,
                       std::string const& what) {
  throw Error(fmt::format("'{}': byte {}, section {}: {}; convert the graph again", file.name(),
                          section.offset + element * section.element_bytes, to_string(TdmKind(section.kind)),
                          what));
}

void check_ends(InputFile const& file, TdmHeader const& header, TdmSection const& section) {
  auto const* const offsets = array_of<EdgeIndex>(file, section);
  std::uint64_t const n = header.num_vertices;
  if (offsets[0] != 0) fail(file, section, 0, fmt::format("the first offset is {}, not 0", offsets[0]));
  if (offsets[n] != header.num_arcs)
    fail(file, section, n, fmt::format("the last offset is {} with {} arcs", offsets[n], header.num_arcs));
}

/// Reads and checks the sections of one file. Each is read once, for its checksum and its content together.
class Verifier {
 public:
  Verifier(Host const& space, InputFile const& file, TdmHeader const& header, bool weights)
      : m_space(space),
        m_file(file),
        m_header(header),
        m_weights(weights),
        m_progress("verifying", total(), "B") {}

  void run() {
    if (m_header.id_bytes == sizeof(std::uint32_t))
      run_with<std::uint32_t>();
    else
      run_with<std::uint64_t>();
  }

 private:
  bool wanted(TdmSection const& section) const {
    auto const kind = TdmKind(section.kind);
    return m_weights || (kind != TdmKind::out_weights && kind != TdmKind::in_weights);
  }

  std::uint64_t total() const {
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < m_header.num_sections; ++i)
      if (wanted(m_header.sections[i])) bytes += m_header.sections[i].bytes;
    return bytes;
  }

  template <class Id>
  void run_with() {
    check_csr<Id>(TdmKind::out_offsets, TdmKind::out_targets, TdmKind::out_weights);
    if (m_header.has(tdm_in_edges))
      check_csr<Id>(TdmKind::in_offsets, TdmKind::in_targets, TdmKind::in_weights);
    if (auto const ids = tdm_find(m_header, TdmKind::original_ids))
      scan(*ids, [](std::size_t, std::size_t) { return std::uint64_t(0); });
  }

  template <class Id>
  void check_csr(TdmKind offsets_kind, TdmKind targets_kind, TdmKind weights_kind) {
    // Offsets first: the other checks walk along them.
    TdmSection const offsets = *tdm_find(m_header, offsets_kind);
    check_offsets(offsets, offsets_kind == TdmKind::out_offsets && m_header.has(tdm_degree_ordered));
    check_targets<Id>(offsets, *tdm_find(m_header, targets_kind));
    auto const weights = tdm_find(m_header, weights_kind);
    if (weights && wanted(*weights)) check_weights(*weights);
  }

  /// Checksum and content in one pass. Returns the number of faults in the content.
  template <class Check>
  std::uint64_t scan(TdmSection const& section, Check const& check) {
    auto const result = scan_section(m_space, bytes_of(m_file, section), m_progress, check);
    if (result.checksum != section.checksum)
      throw Error(fmt::format(
          "'{}': damaged: the checksum of section {} (bytes {} to {}) does not match; copy or "
          "convert it again",
          m_file.name(), to_string(TdmKind(section.kind)), section.offset, section.offset + section.bytes));
    return result.faults;
  }

  void check_offsets(TdmSection const& section, bool ordered) {
    std::uint64_t const n = m_header.num_vertices;
    auto const* const offsets = array_of<EdgeIndex>(m_file, section);
    std::uint64_t const faults = scan(section, [=](std::size_t at, std::size_t bytes) {
      std::uint64_t const first = at / sizeof(EdgeIndex);
      std::uint64_t const last = first + bytes / sizeof(EdgeIndex);
      return count_falling_offsets(offsets, n, first, last) +
             (ordered ? count_rising_degrees(offsets, n, first, last) : 0);
    });
    check_ends(m_file, m_header, section);
    if (faults == 0) return;
    for (std::uint64_t v = 0; v < n; ++v)
      if (offsets[v] > offsets[v + 1])
        fail(m_file, section, v, fmt::format("the offsets of vertex {} fall", v));
    fail(m_file, section, 0, "the degrees do not fall, though the header says so");
  }

  /// Targets must be less. Where an undirected graph is ordered by degree, vertices without edges come last
  /// and are left out of what is exchanged between partitions: an arc to one would leave its arrays.
  std::uint64_t target_limit(EdgeIndex const* offsets) const {
    if (m_header.has(tdm_directed) || !m_header.has(tdm_degree_ordered)) return m_header.num_vertices;
    return partition_point(0, m_header.num_vertices,
                           [&](std::size_t v) { return offsets[v] == m_header.num_arcs; });
  }

  template <class Id>
  void check_targets(TdmSection const& offsets_section, TdmSection const& section) {
    std::uint64_t const n = m_header.num_vertices;
    EdgeIndex const m = m_header.num_arcs;
    auto const* const offsets = array_of<EdgeIndex>(m_file, offsets_section);
    auto const* const targets = array_of<Id>(m_file, section);
    std::uint64_t const limit = target_limit(offsets);
    auto check = [check = TargetCheck(offsets, n, targets, m, limit)](std::size_t at,
                                                                      std::size_t bytes) mutable {
      return check(at / sizeof(Id), (at + bytes) / sizeof(Id));
    };
    std::uint64_t const faults = scan(section, check);
    if (faults == 0) return;
    for (EdgeIndex e = 0; e < m; ++e)
      if (targets[e] >= n)
        fail(m_file, section, e, fmt::format("target {} in a graph of {} vertices", targets[e], n));
    for (EdgeIndex e = 0; e < m; ++e)
      if (targets[e] >= limit)
        fail(m_file, section, e,
             fmt::format("not symmetric: target {} of an undirected graph has no edge back", targets[e]));
    for (std::uint64_t v = 0; v < n; ++v)
      if (!std::is_sorted(targets + offsets[v], targets + offsets[v + 1]))
        fail(m_file, section, offsets[v], fmt::format("the neighbours of vertex {} are not sorted", v));
  }

  void check_weights(TdmSection const& section) {
    auto const* const weights = array_of<Weight>(m_file, section);
    std::uint64_t const faults = scan(section, [=](std::size_t at, std::size_t bytes) {
      return count_not_finite(weights, at / sizeof(Weight), (at + bytes) / sizeof(Weight));
    });
    if (faults == 0) return;
    for (EdgeIndex e = 0; e < m_header.num_arcs; ++e)
      if (!std::isfinite(weights[e]))
        fail(m_file, section, e,
             fmt::format("the weight of arc {} is {}, not a finite number", e, weights[e]));
  }

  Host const& m_space;
  InputFile const& m_file;
  TdmHeader const& m_header;
  bool m_weights;
  Progress m_progress;
};

/// Ids of the other width. Checked even when the file is trusted: an id is never cut off.
template <class Stored>
HostView<VertexId const> convert_targets(Host const& space, InputFile const& file, TdmHeader const& header,
                                         TdmSection const& section) {
  auto const result = make_host_view<VertexId>(space, "tandem::convert_targets::ids", header.num_arcs);
  auto const* const stored = array_of<Stored>(file, section);
  std::uint64_t const n = header.num_vertices;
  std::uint64_t faults = 0;
  Kokkos::parallel_reduce(
      "tandem::convert_targets",
      Kokkos::RangePolicy<Host, Kokkos::IndexType<EdgeIndex>>(space, 0, header.num_arcs),
      [=](EdgeIndex e, std::uint64_t& found) {
        found += stored[e] >= n;
        result(e) = static_cast<VertexId>(stored[e]);
      },
      faults);
  if (faults == 0) return result;
  EdgeIndex const first = static_cast<EdgeIndex>(
      std::find_if(stored, stored + header.num_arcs, [n](Stored id) { return id >= n; }) - stored);
  fail(file, section, first, fmt::format("target {} in a graph of {} vertices", stored[first], n));
}

HostView<VertexId const> load_targets(Host const& space, InputFile const& file, TdmHeader const& header,
                                      TdmSection const& section) {
  if (header.id_bytes == sizeof(VertexId)) return view_of<VertexId>(file, section);
  using Other = std::conditional_t<sizeof(VertexId) == 4, std::uint64_t, std::uint32_t>;
  return convert_targets<Other>(space, file, header, section);
}

Csr<HostMemory> load_csr(Host const& space, InputFile const& file, TdmHeader const& header,
                         std::array<TdmKind, 3> const& kinds, bool weights) {
  TdmSection const offsets = *tdm_find(header, kinds[0]);
  check_ends(file, header, offsets);  // costs nothing, so even when the file is trusted
  Csr<HostMemory> csr;
  csr.offsets = view_of<EdgeIndex>(file, offsets);
  csr.targets = load_targets(space, file, header, *tdm_find(header, kinds[1]));
  auto const section = tdm_find(header, kinds[2]);
  if (weights && section) csr.weights = view_of<Weight>(file, *section);
  return csr;
}

/// A header for `graph`, without offsets and checksums of sections.
TdmHeader header_of(Graph const& graph, bool weights) {
  TdmHeader header{};
  header.magic = tdm_magic;
  header.byte_order = tdm_byte_order;
  header.version = tdm_version;
  header.id_bytes = sizeof(VertexId);
  header.num_vertices = graph.num_vertices();
  header.num_arcs = graph.num_arcs();
  if (graph.directed) header.flags |= tdm_directed;
  if (weights) header.flags |= tdm_weighted;
  if (graph.directed && graph.has_in_edges()) header.flags |= tdm_in_edges;
  if (graph.degree_ordered) header.flags |= tdm_degree_ordered;
  if (graph.original_ids.extent(0) != 0) header.flags |= tdm_original_ids;
  return header;
}

template <class T>
std::string_view bytes_of(HostView<T const> const& view) {
  return {reinterpret_cast<char const*>(view.data()), view.extent(0) * sizeof(T)};
}

std::string_view bytes_of(Graph const& graph, TdmKind kind) {
  // A graph that was never built has no offsets; its file has the one that there always is.
  static constexpr EdgeIndex zero = 0;
  auto const offsets = [](Csr<HostMemory> const& csr) {
    if (csr.offsets.extent(0) == 0)
      return std::string_view(reinterpret_cast<char const*>(&zero), sizeof(zero));
    return bytes_of(csr.offsets);
  };
  switch (kind) {
    case TdmKind::out_offsets:
      return offsets(graph.out);
    case TdmKind::out_targets:
      return bytes_of(graph.out.targets);
    case TdmKind::out_weights:
      return bytes_of(graph.out.weights);
    case TdmKind::in_offsets:
      return offsets(graph.in);
    case TdmKind::in_targets:
      return bytes_of(graph.in.targets);
    case TdmKind::in_weights:
      return bytes_of(graph.in.weights);
    case TdmKind::original_ids:
      return bytes_of(graph.original_ids);
  }
  return {};
}

void write_section(OutputFile& file, TdmSection const& section, std::string_view bytes, Progress& progress) {
  static constexpr std::array<char, tdm_page> zeros{};
  constexpr std::size_t step = std::size_t(64) << 20;  // for the progress line
  file.write(zeros.data(), section.offset - file.position());
  for (std::size_t at = 0; at < bytes.size(); at += step) {
    auto const part = bytes.substr(at, step);
    file.write(part);
    progress.advance(part.size());
  }
}

}  // namespace

bool looks_like_tandem(std::string_view head) {
  return head.substr(0, tdm_magic.size()) == std::string_view(tdm_magic.data(), tdm_magic.size());
}

Graph parse_tandem_graph(Host const& space, InputFile const& unaligned, ReadOptions const& options) {
  Kokkos::Profiling::ScopedRegion const region("tandem::parse_tandem_graph");
  InputFile const file = aligned(unaligned);
  TdmHeader const header = tdm_decode(file);
  bool const weights = !options.ignore_weights;
  if (options.verify) Verifier(space, file, header, weights).run();
  Graph graph;
  graph.storage = file.owner();
  graph.directed = header.has(tdm_directed);
  graph.degree_ordered = header.has(tdm_degree_ordered);
  graph.out = load_csr(space, file, header,
                       {TdmKind::out_offsets, TdmKind::out_targets, TdmKind::out_weights}, weights);
  if (header.has(tdm_in_edges))
    graph.in = load_csr(space, file, header, {TdmKind::in_offsets, TdmKind::in_targets, TdmKind::in_weights},
                        weights);
  else if (!graph.directed)
    graph.in = graph.out;
  if (auto const ids = tdm_find(header, TdmKind::original_ids))
    graph.original_ids = view_of<OriginalId>(file, *ids);
  return graph;
}

void write_tandem(Host const& space, OutputFile& file, Graph const& graph, WriteOptions const& options) {
  Kokkos::Profiling::ScopedRegion const region("tandem::write_tandem");
  TdmHeader header = header_of(graph, options.writes_weights(graph));
  auto const sections = tdm_sections(header);
  std::uint64_t total = 0;
  for (TdmSection const& section : sections) total += section.bytes;
  Progress progress("writing", 2 * total, "B");  // read once for the checksum, then written

  header.file_bytes = tdm_page;
  for (TdmSection section : sections) {
    section.offset = (header.file_bytes + tdm_page - 1) / tdm_page * tdm_page;
    section.checksum = section_checksum(space, bytes_of(graph, TdmKind(section.kind)), progress);
    header.file_bytes = section.offset + section.bytes;
    header.sections[header.num_sections++] = section;
  }
  auto const page = tdm_encode(header);
  file.write(page.data(), page.size());
  for (std::size_t i = 0; i < header.num_sections; ++i)
    write_section(file, header.sections[i], bytes_of(graph, TdmKind(header.sections[i].kind)), progress);
}

}  // namespace tandem::Impl
