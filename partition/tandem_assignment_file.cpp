// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_bad_file.hpp>
#include <core/impl/tandem_input_file.hpp>
#include <core/impl/tandem_text_chunks.hpp>
#include <partition/tandem_assignment.hpp>
#include <fmt/format.h>
#include <unordered_map>

namespace tandem {

namespace {

std::unordered_map<OriginalId, VertexId> vertices_by_id(Graph const& graph) {
  std::unordered_map<OriginalId, VertexId> vertices;
  vertices.reserve(graph.num_vertices());
  for (std::size_t v = 0; v < graph.num_vertices(); ++v)
    vertices.emplace(graph.original_id(static_cast<VertexId>(v)), static_cast<VertexId>(v));
  return vertices;
}

}  // namespace

Assignment read_assignment(std::filesystem::path const& path, Graph const& graph, int num_partitions) {
  constexpr PartitionId unassigned = static_cast<PartitionId>(-1);
  auto const file = Impl::InputFile::open(path);
  auto const vertices = vertices_by_id(graph);
  HostView<PartitionId> const owner(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "tandem::read_assignment::owner"),
      graph.num_vertices());
  std::fill_n(owner.data(), owner.extent(0), unassigned);
  std::size_t num_assigned = 0;
  Impl::LineReader lines(file);
  while (auto const line = lines.next()) {
    if (line->empty() || line->front() == '#') continue;
    auto const words = Impl::split_words(*line);
    auto const fail = [&](std::string const& what) { Impl::fail_at(file, lines.line_offset(), what); };
    if (words.size() != 2) fail("a line must hold a vertex and its partition");
    auto const id = Impl::to_number(words[0]), partition = Impl::to_number(words[1]);
    auto const vertex = id ? vertices.find(*id) : vertices.end();
    if (vertex == vertices.end()) fail(fmt::format("the graph has no vertex {}", Impl::quote_word(words[0])));
    if (!partition || *partition >= static_cast<std::uint64_t>(num_partitions))
      fail(fmt::format("partition {} is not in 0..{}", Impl::quote_word(words[1]), num_partitions - 1));
    if (owner(vertex->second) != unassigned) fail(fmt::format("vertex {} was assigned before", *id));
    owner(vertex->second) = static_cast<PartitionId>(*partition);
    ++num_assigned;
  }
  if (num_assigned != graph.num_vertices())
    Impl::bad_file(file, "{} of {} vertices are not assigned", graph.num_vertices() - num_assigned,
                   graph.num_vertices());
  return {owner, num_partitions};
}

}  // namespace tandem
