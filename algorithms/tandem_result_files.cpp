// SPDX-License-Identifier: BSD-3-Clause
#include <algorithms/tandem_result_files.hpp>

#include <core/impl/tandem_id_map.hpp>
#include <core/impl/tandem_text_writer.hpp>
#include <core/tandem_error.hpp>

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace tandem {

using Impl::TextBuffer;

namespace {

void append_text(TextBuffer& text, std::string_view more) {
  text.append(more.data(), more.data() + more.size());
}

void append_double(TextBuffer& text, double value) {
  fmt::format_to(fmt::appender(text), "{}", value);
}

/// True when vertices stand in the order of their ids already.
bool are_rising(Host const& space, HostView<OriginalId const> const& ids) {
  std::size_t falls = 0;
  Kokkos::parallel_reduce(
      "tandem::ResultFile::compare_ids", Kokkos::RangePolicy(space, 0, ids.extent(0)),
      [=](std::size_t v, std::size_t& sum) { sum += v > 0 && ids(v) <= ids(v - 1) ? 1 : 0; }, falls);
  return falls == 0;
}

OriginalId largest(Host const& space, HostView<OriginalId const> const& ids) {
  OriginalId most = 0;
  Kokkos::parallel_reduce(
      "tandem::ResultFile::largest_id", Kokkos::RangePolicy(space, 0, ids.extent(0)),
      [=](std::size_t v, OriginalId& max) { max = std::max(max, ids(v)); }, Kokkos::Max<OriginalId>(most));
  return most;
}

/// Vertices by rising id.
HostView<VertexId> order_by_id(Host const& space, HostView<OriginalId const> const& ids) {
  std::size_t const n = ids.extent(0);
  OriginalId const most = largest(space, ids);
  if (most == Impl::IdMap::unknown)
    throw Error(fmt::format("can't write results: vertex id {} is too large: renumber the graph", most));
  auto const copy = make_host_view<OriginalId>(space, "tandem::ResultFile::ids", n);
  Kokkos::deep_copy(space, copy, ids);
  space.fence("tandem::ResultFile: ids on host");
  auto const ranks = Impl::IdMap::of<OriginalId>(space, {copy}, most);
  if (ranks.size() != n)
    throw Error("can't write results: two vertices of the graph have the same id: make the graph anew");
  auto const order = make_host_view<VertexId>(space, "tandem::ResultFile::order", n);
  Kokkos::parallel_for("tandem::ResultFile::place", Kokkos::RangePolicy(space, 0, n),
                       [&](std::size_t v) { order(ranks.find(ids(v))) = static_cast<VertexId>(v); });
  space.fence("tandem::ResultFile: order on host");
  return order;
}

}  // namespace

ResultFile::ResultFile(Host const& space, std::filesystem::path const& path)
    : m_space(space), m_file(std::make_unique<Impl::OutputFile>(path)) {}

ResultFile::~ResultFile() = default;

void ResultFile::commit() {
  m_file->commit();
}

void ResultFile::write_head(Graph const& graph, VertexId source) {
  if (source >= graph.num_vertices())
    throw Error(fmt::format("can't write '{}': source {} is no vertex of the graph", m_file->path().string(),
                            source));
  if (m_headed) m_file->write(fmt::format("# source {}\n", graph.original_id(source)));
}

void ResultFile::check_extent(Graph const& graph, std::size_t extent) const {
  if (extent != graph.num_vertices())
    throw Error(
        fmt::format("can't write '{}': there are {} values for {} vertices: give the graph that was run",
                    m_file->path().string(), extent, graph.num_vertices()));
}

void ResultFile::sort_vertices(Graph const& graph) {
  auto const& ids = graph.original_ids;
  if (ids.data() == m_ordered_ids.data() && ids.extent(0) == m_ordered_ids.extent(0)) return;
  m_order = {};
  if (!are_rising(m_space, ids)) m_order = order_by_id(m_space, ids);
  m_ordered_ids = ids;
}

/// Writes a line for each vertex v: its id, a tab, and what append(text, v) adds.
template <class Append>
void ResultFile::write_rows(Graph const& graph, Append const& append) {
  Kokkos::Profiling::ScopedRegion const region("tandem::ResultFile::add");
  sort_vertices(graph);
  constexpr std::size_t block = std::size_t(1) << 15;
  std::size_t const n = graph.num_vertices();
  bool const in_order = m_order.extent(0) == 0;
  Impl::write_blocks(m_space, *m_file, (n + block - 1) / block, [&](TextBuffer& text, std::size_t b) {
    for (std::size_t i = b * block; i < std::min(n, (b + 1) * block); ++i) {
      VertexId const v = in_order ? static_cast<VertexId>(i) : m_order(i);
      Impl::append_number(text, graph.original_id(v));
      text.push_back('\t');
      append(text, v);
      text.push_back('\n');
    }
  });
}

void ResultFile::add(Graph const& graph, VertexId source, BfsTree const& result) {
  check_extent(graph, result.level.extent(0));
  check_extent(graph, result.parent.extent(0));
  write_head(graph, source);
  write_rows(graph, [&](TextBuffer& text, VertexId v) {
    if (result.level(v) == unreached_level) return append_text(text, "-1\t-1");
    Impl::append_number(text, static_cast<std::uint64_t>(result.level(v)));
    text.push_back('\t');
    Impl::append_number(text, graph.original_id(result.parent(v)));
  });
}

void ResultFile::add(Graph const& graph, VertexId source, Distances const& result) {
  check_extent(graph, result.distance.extent(0));
  write_head(graph, source);
  write_rows(graph, [&](TextBuffer& text, VertexId v) { Impl::append_weight(text, result.distance(v)); });
}

void ResultFile::add(Graph const& graph, Components const& result) {
  check_extent(graph, result.component.extent(0));
  write_rows(graph, [&](TextBuffer& text, VertexId v) {
    Impl::append_number(text, graph.original_id(result.component(v)));
  });
}

void ResultFile::add(Graph const& graph, Ranks const& result) {
  check_extent(graph, result.rank.extent(0));
  write_rows(graph, [&](TextBuffer& text, VertexId v) { append_double(text, result.rank(v)); });
}

void ResultFile::add(Graph const& graph, Centrality const& result) {
  check_extent(graph, result.score.extent(0));
  write_rows(graph, [&](TextBuffer& text, VertexId v) { append_double(text, result.score(v)); });
}

}  // namespace tandem
