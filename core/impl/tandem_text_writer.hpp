// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_TEXT_WRITER_HPP
#define TANDEM_TEXT_WRITER_HPP

#include <core/impl/tandem_output_file.hpp>
#include <core/tandem_io.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <vector>

namespace tandem::Impl {

using TextBuffer = fmt::basic_memory_buffer<char, 4096>;

inline void append_number(TextBuffer& text, std::uint64_t number) {
  fmt::format_int const digits(number);
  text.append(digits.data(), digits.data() + digits.size());
}

/// So that reading gives the same Weight: whole numbers with all their digits, others with as few as needed.
void append_weight(TextBuffer& text, Weight weight);

/// Number of lines that write_edges makes.
EdgeIndex count_written_edges(Host const& space, Graph const& graph);

/// What an edge list can say of the number of vertices: all of them when their ids are 0..n-1, else only
/// those with an edge.
std::uint64_t count_written_vertices(Host const& space, Graph const& graph);

/// True when every weight is a whole number not less than `least`.
bool weights_are_whole(Host const& space, Graph const& graph, Weight least);

/// Formats blocks in parallel and writes them in order. `format(text, b)` makes the text of block b.
void write_blocks(Host const& space, OutputFile& out, std::size_t num_blocks,
                  std::function<void(TextBuffer&, std::size_t)> const& format);

/// Calls format(text, u, v, e) for every arc e = (u, v).
template <class Format>
void write_arcs(Host const& space, OutputFile& out, Graph const& graph, Format const& format) {
  constexpr EdgeIndex block = EdgeIndex(1) << 15;
  auto const offsets = graph.out.offsets;
  EdgeIndex const num_arcs = graph.num_arcs();
  write_blocks(space, out, (num_arcs + block - 1) / block, [&](TextBuffer& text, std::size_t b) {
    EdgeIndex const begin = b * block, end = std::min(num_arcs, begin + block);
    auto const* const row = std::upper_bound(offsets.data(), offsets.data() + offsets.extent(0), begin);
    auto u = static_cast<std::size_t>(row - offsets.data()) - 1;
    for (EdgeIndex e = begin; e < end; ++e) {
      while (offsets(u + 1) <= e) ++u;
      format(text, static_cast<VertexId>(u), graph.out.targets(e), e);
    }
  });
}

/// The same, but of an undirected graph only arcs with v >= u: each edge once.
template <class Format>
void write_edges(Host const& space, OutputFile& out, Graph const& graph, Format const& format) {
  write_arcs(space, out, graph, [&](TextBuffer& text, VertexId u, VertexId v, EdgeIndex e) {
    if (graph.directed || v >= u) format(text, u, v, e);
  });
}

}  // namespace tandem::Impl

#endif
