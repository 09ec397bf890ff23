// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_format_metis.hpp>

#include <core/impl/tandem_arc_hash.hpp>
#include <core/impl/tandem_bad_file.hpp>
#include <core/impl/tandem_id_map.hpp>
#include <core/impl/tandem_partition_point.hpp>
#include <core/impl/tandem_text_chunks.hpp>
#include <core/impl/tandem_text_scan.hpp>
#include <core/impl/tandem_text_writer.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_progress.hpp>

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <fmt/format.h>

namespace tandem::Impl {
namespace {

struct MetisHeader {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  std::uint64_t skipped = 0;  ///< numbers at the start of each line: a size, weights of the vertex
  bool weighted = false;      ///< a weight follows each neighbour
  std::size_t offset = 0;
  std::size_t body = 0;
};

/// The third number: digits for vertex sizes, vertex weights and edge weights; leading zeros may be missing.
void read_flags(InputFile const& file, std::string_view flags, std::optional<std::uint64_t> constraints,
                MetisHeader& header) {
  if (flags.size() > 3 || flags.find_first_not_of("01") != std::string_view::npos)
    fail_at(file, header.offset,
            fmt::format("format {} is none of METIS': three digits 0 or 1", quote_word(flags)));
  auto const flag = [&](std::size_t from_right) {
    return flags.size() > from_right && *(flags.rbegin() + static_cast<std::ptrdiff_t>(from_right)) == '1';
  };
  // Also keeps the sum below from wrapping around.
  if (flag(1) && constraints && *constraints > file.bytes().size())
    fail_at(file, header.offset,
            fmt::format("{} weights per vertex can't be in a file of {} bytes: mend the header", *constraints,
                        file.bytes().size()));
  header.weighted = flag(0);
  header.skipped = (flag(1) ? constraints.value_or(1) : 0) + (flag(2) ? 1 : 0);
}

MetisHeader read_metis_header(InputFile const& file) {
  LineReader lines(file);
  while (auto const line = lines.next()) {
    if (line->empty() || line->front() == '%') continue;
    auto const words = split_words(*line);
    MetisHeader header;
    header.offset = lines.line_offset();
    header.body = lines.next_offset();
    auto const numbers = [&] {
      return std::all_of(words.begin(), words.end(), [](auto word) { return to_number(word).has_value(); });
    };
    if (words.size() < 2 || words.size() > 4 || !numbers())
      fail_at(file, header.offset,
              "this is not the header '<vertices> <edges> [<format> [<weights per vertex>]]'");
    header.vertices = *to_number(words[0]);
    header.edges = *to_number(words[1]);
    if (words.size() > 2)
      read_flags(file, words[2], words.size() > 3 ? to_number(words[3]) : std::nullopt, header);
    return header;
  }
  fail_at(file, file.bytes().size(), "the file ends before the header '<vertices> <edges>'");
}

/// Of one chunk, or of all of them.
struct Counts {
  std::uint64_t vertices = 0;  ///< lines that are no comment
  std::uint64_t kept = 0;      ///< entries of the edges' smaller ends, and self loops
  std::uint64_t loops = 0;
  std::uint64_t dropped = 0;     ///< entries of the larger ends
  std::uint64_t difference = 0;  ///< hashes of entries kept, less those of entries dropped: 0 when they agree

  void add(Counts const& other) {
    vertices += other.vertices;
    kept += other.kept;
    loops += other.loops;
    dropped += other.dropped;
    difference += other.difference;
  }
};

struct Chunk {
  std::uint64_t first_vertex = 0;
  std::uint64_t first_edge = 0;
  Counts counts;
  LineFault fault = LineFault::none;
  std::size_t fault_offset = 0;
};

/// Goes over the lines of a chunk and calls visit(u, v, weight) for each entry.
class LineParser {
 public:
  LineParser(MetisHeader const& header, bool skip_weights) : m_header(header), m_skip_weights(skip_weights) {}

  template <class Visit>
  void parse(TextChunk const& text, Chunk& chunk, Visit const& visit) const {
    std::uint64_t u = chunk.first_vertex;
    for (char const* p = text.begin; p < text.end; ++p) {
      if (*p == '%') {
        p = find_newline(p, text.end);
        continue;
      }
      LineFault const fault = parse_line(p, text.end, u, visit);
      if (fault != LineFault::none) {
        chunk.fault = fault;
        chunk.fault_offset = text.offset + static_cast<std::size_t>(p - text.begin);
        return;
      }
      ++u;
    }
  }

 private:
  /// Leaves `p` at the newline, or at what is wrong.
  template <class Visit>
  LineFault parse_line(char const*& p, char const* end, std::uint64_t u, Visit const& visit) const {
    p = skip_blanks(p);
    if (u >= m_header.vertices) return *p == '\n' ? LineFault::none : LineFault::unknown_line;
    std::uint64_t id;
    for (std::uint64_t i = 0; i < m_header.skipped; ++i) {
      LineFault const fault = scan_id(p, id);
      if (fault != LineFault::none) return LineFault::missing_target;
      p = skip_blanks(p);
    }
    while (*p != '\n') {
      char const* const start = p;
      LineFault fault = scan_id(p, id);
      if (fault != LineFault::none) return fault;
      if (id - 1 >= m_header.vertices) {
        p = start;
        return LineFault::id_out_of_range;
      }
      p = skip_blanks(p);
      Weight weight = 1;
      if (m_header.weighted) {
        if (*p == '\n') return LineFault::missing_weight;
        fault = m_skip_weights ? skip_word(p) : scan_weight(p, end, weight);
        if (fault != LineFault::none) return fault;
        p = skip_blanks(p);
      }
      visit(u, id - 1, weight);
    }
    return LineFault::none;
  }

  static LineFault skip_word(char const*& p) {
    while (!ends_number(*p)) ++p;
    return *p == ',' ? LineFault::bad_weight : LineFault::none;
  }

  MetisHeader const& m_header;
  bool m_skip_weights;
};

std::string describe(LineFault fault, std::string_view text, MetisHeader const& header) {
  std::string const word = quote_word(text);
  switch (fault) {
    case LineFault::unknown_line:
      return fmt::format("text {} behind the lines of the {} vertices that the header declares", word,
                         header.vertices);
    case LineFault::missing_target:
      return fmt::format("{} is no vertex weight or size: the header asks for {} on each line", word,
                         header.skipped);
    case LineFault::id_out_of_range:
      return fmt::format("neighbour {} is not in 1..{}", word, header.vertices);
    case LineFault::missing_weight:
      return "the last neighbour has no weight, but the header declares edge weights";
    case LineFault::bad_weight:
      return fmt::format("{} is not a finite number, as a weight must be", word);
    case LineFault::weight_too_precise:
      return fmt::format(
          "weight {} needs more than 24 bits: scale it down, or ignore weights with --no-weights", word);
    default:
      return fmt::format("{} is not a neighbour's id: ids are whole numbers", word);
  }
}

using ChunkPolicy = Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Dynamic>>;

/// Which vertices the lines of each chunk stand for.
void number_lines(Host const& space, InputFile const& file, MetisHeader const& header,
                  TextChunks const& texts, std::vector<Chunk>& chunks) {
  Kokkos::parallel_for("tandem::parse_metis::lines",
                       ChunkPolicy(space, 0, texts.size(), Kokkos::ChunkSize(1)), [&](std::size_t i) {
                         for (char const* p = texts[i].begin; p < texts[i].end;
                              p = find_newline(p, texts[i].end) + 1)
                           chunks[i].counts.vertices += *p == '%' ? 0 : 1;
                       });
  space.fence("tandem::parse_metis: lines on host");
  std::uint64_t vertices = 0;
  for (auto& chunk : chunks) {
    chunk.first_vertex = vertices;
    vertices += chunk.counts.vertices;
  }
  if (vertices < header.vertices)
    fail_at(
        file, header.offset,
        fmt::format("the header declares {} vertices, but there are lines for {} only: the file is cut off "
                    "or its header wrong",
                    header.vertices, vertices));
}

/// Checks every line and counts the edges of each chunk. Returns the sum.
Counts count_edges(Host const& space, InputFile const& file, MetisHeader const& header,
                   LineParser const& parser, TextChunks const& texts, std::vector<Chunk>& chunks) {
  Kokkos::parallel_for("tandem::parse_metis::count",
                       ChunkPolicy(space, 0, texts.size(), Kokkos::ChunkSize(1)), [&](std::size_t i) {
                         Counts counts = chunks[i].counts;
                         parser.parse(texts[i], chunks[i],
                                      [&](std::uint64_t u, std::uint64_t v, Weight weight) {
                                        counts.kept += u <= v ? 1 : 0;
                                        counts.loops += u == v ? 1 : 0;
                                        counts.dropped += u > v ? 1 : 0;
                                        if (u < v) counts.difference += arc_hash(u, v, weight);
                                        if (u > v) counts.difference -= arc_hash(v, u, weight);
                                      });
                         chunks[i].counts = counts;
                       });
  space.fence("tandem::parse_metis: counts on host");
  Counts total;
  for (auto& chunk : chunks) {
    if (chunk.fault != LineFault::none)
      fail_at(file, chunk.fault_offset,
              describe(chunk.fault, file.bytes().substr(std::min(chunk.fault_offset, file.bytes().size())),
                       header));
    chunk.first_edge = total.kept;
    total.add(chunk.counts);
  }
  return total;
}

/// The first vertex whose line disagrees with those of its smaller neighbours: slow, for the message.
std::uint64_t first_vertex_in_disagreement(MetisHeader const& header, LineParser const& parser,
                                           TextChunks const& texts, std::vector<Chunk> chunks) {
  std::vector<std::uint64_t> differences(header.vertices, 0);
  for (std::size_t i = 0; i < texts.size(); ++i)
    parser.parse(texts[i], chunks[i], [&](std::uint64_t u, std::uint64_t v, Weight weight) {
      if (u < v) differences[v] += arc_hash(u, v, weight);
      if (u > v) differences[u] -= arc_hash(v, u, weight);
    });
  return first_in_disagreement(differences);
}

/// Where the line of a vertex starts: slow, for messages.
std::size_t offset_of_vertex(InputFile const& file, MetisHeader const& header, std::uint64_t vertex) {
  LineReader lines(file);
  while (lines.next())
    if (lines.line_offset() >= header.body && file.bytes()[lines.line_offset()] != '%' && vertex-- == 0)
      break;
  return lines.line_offset();
}

void check_lists(InputFile const& file, MetisHeader const& header, LineParser const& parser,
                 TextChunks const& texts, std::vector<Chunk> const& chunks, Counts const& total) {
  if (total.kept - total.loops == total.dropped && total.difference == 0) return;
  std::uint64_t const vertex = first_vertex_in_disagreement(header, parser, texts, chunks);
  fail_at(file, offset_of_vertex(file, header, vertex),
          fmt::format("the lists disagree: vertex {} and its smaller neighbours do not name each other; each "
                      "edge must stand in the lines of both its ends, with the same weight",
                      vertex + 1));
}

/// A line for each vertex. Cut into blocks of equally many items, which are neighbours and ends of lines: the
/// list of a hub is longer than those of many other vertices together.
void write_lists(Host const& space, OutputFile& out, Graph const& graph, bool weighted) {
  constexpr std::uint64_t block = std::uint64_t(1) << 15;
  auto const csr = graph.out;
  std::size_t const n = graph.num_vertices();
  std::uint64_t const num_items = n + graph.num_arcs();
  write_blocks(space, out, (num_items + block - 1) / block, [&](TextBuffer& text, std::size_t b) {
    std::uint64_t const begin = b * block, end = std::min(num_items, begin + block);
    std::size_t u = partition_point(0, n, [&](std::size_t v) { return csr.offsets(v + 1) + v >= begin; });
    for (std::uint64_t item = begin; item < end; ++item) {
      EdgeIndex const e = item - u;  // every line before this one has ended
      if (e == csr.offsets(u + 1)) {
        text.push_back('\n');
        ++u;
        continue;
      }
      if (e != csr.offsets(u)) text.push_back(' ');
      append_number(text, std::uint64_t(csr.targets(e)) + 1);
      if (!weighted) continue;
      text.push_back(' ');
      append_weight(text, csr.weights(e));
    }
  });
}

}  // namespace

EdgeList parse_metis(Host const& space, InputFile const& file, ReadOptions const& options) {
  Kokkos::Profiling::ScopedRegion const region("tandem::parse_metis");
  MetisHeader const header = read_metis_header(file);
  TextChunks const texts(space, file, header.body);
  std::vector<Chunk> chunks(texts.size());
  number_lines(space, file, header, texts, chunks);
  check_declared_vertices(file, header.offset, header.vertices);
  LineParser const parser(header, options.ignore_weights);
  Counts const total = count_edges(space, file, header, parser, texts, chunks);
  check_lists(file, header, parser, texts, chunks, total);
  if (total.kept != header.edges)
    fail_at(file, header.offset,
            fmt::format("the header declares {} edges, but there are {}: mend the header", header.edges,
                        total.kept));

  EdgeList edges;
  edges.directed = false;
  edges.num_vertices = header.vertices;
  edges.original_ids = count_from_one(space, header.vertices);
  edges.sources = make_host_view<VertexId>(space, "tandem::parse_metis::sources", total.kept);
  edges.targets = make_host_view<VertexId>(space, "tandem::parse_metis::targets", total.kept);
  bool const weighted = header.weighted && !options.ignore_weights;
  if (weighted) edges.weights = make_host_view<Weight>(space, "tandem::parse_metis::weights", total.kept);
  Progress progress("reading edges", file.bytes().size() - header.body, "B");
  Kokkos::parallel_for("tandem::parse_metis::store",
                       ChunkPolicy(space, 0, texts.size(), Kokkos::ChunkSize(1)), [&](std::size_t i) {
                         std::size_t e = chunks[i].first_edge;
                         parser.parse(texts[i], chunks[i],
                                      [&](std::uint64_t u, std::uint64_t v, Weight weight) {
                                        if (u > v) return;
                                        edges.sources(e) = static_cast<VertexId>(u);
                                        edges.targets(e) = static_cast<VertexId>(v);
                                        if (weighted) edges.weights(e) = weight;
                                        ++e;
                                      });
                         progress.advance(static_cast<std::uint64_t>(texts[i].end - texts[i].begin));
                       });
  space.fence("tandem::parse_metis: edges on host");
  return edges;
}

void write_metis(Host const& space, OutputFile& out, Graph const& graph, WriteOptions const& options) {
  bool const weighted = options.writes_weights(graph);
  if (graph.directed)
    cannot_write(out,
                 "METIS files hold undirected graphs only, and this one is directed: make it undirected with "
                 "--undirected, or choose another format");
  if (weighted && !weights_are_whole(space, graph, 1))
    cannot_write(
        out,
        "METIS files hold whole weights from 1 up only, and some here are not: choose another format, or "
        "leave the weights out (convert: --no-weights)");
  out.write(fmt::format("{} {}{}\n", graph.num_vertices(), count_written_edges(space, graph),
                        weighted ? " 001" : ""));
  write_lists(space, out, graph, weighted);
}

}  // namespace tandem::Impl
