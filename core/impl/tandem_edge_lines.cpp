// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_edge_lines.hpp>

#include <core/impl/tandem_text_chunks.hpp>
#include <core/impl/tandem_text_scan.hpp>
#include <core/tandem_progress.hpp>

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>

namespace tandem::Impl {
namespace {

/// Shortest line with an edge: "1 2\n". With the number of lines it bounds the number of edges, those cut
/// short by a fault included.
constexpr std::size_t shortest_edge_line = 4, shortest_id_line = 2;

struct ChunkResult {
  std::size_t position = 0;  ///< of the first edge in the columns
  std::size_t capacity = 0;
  std::size_t count = 0;
  std::uint64_t max_id = 0;
  LineFault fault = LineFault::none;
  std::size_t fault_offset = 0;
};

/// One id, checked against the rules and counted from rules.first_id.
template <class RawId>
LineFault scan_vertex(char const*& p, EdgeLineRules const& rules, std::uint64_t& max_id, RawId& vertex) {
  char const* const start = p;
  std::uint64_t id;
  LineFault const fault = scan_id(p, id);
  if (fault != LineFault::none) return fault;
  id -= rules.first_id;  // wraps below the first: too large, then
  if (id >= rules.num_ids) {
    p = start;
    return LineFault::id_out_of_range;
  }
  vertex = static_cast<RawId>(id);
  max_id = std::max(max_id, id);
  return LineFault::none;
}

/// What stands behind the ids. Leaves `p` behind the line's newline.
inline LineFault scan_rest(char const*& p, char const* end, EdgeLineRules const& rules, Weight* weight) {
  if (rules.skip_rest) {
    p = find_newline(p, end) + 1;
    return LineFault::none;
  }
  if (rules.weighted) {
    p = skip_separator(p);
    if (*p == '\n') return LineFault::missing_weight;
    LineFault const fault = scan_weight(p, end, *weight);
    if (fault != LineFault::none) return fault;
  }
  p = skip_blanks(p);
  if (*p != '\n') {
    p = skip_separator(p);
    return LineFault::too_many_columns;
  }
  ++p;
  return LineFault::none;
}

template <class RawId>
class ChunkParser {
 public:
  ChunkParser(EdgeLineRules const& rules, RawEdges<RawId> const& edges)
      : m_rules(rules),
        m_sources(edges.sources.data()),
        m_targets(edges.targets.data()),
        m_weights(edges.weights.data()) {}

  void parse(TextChunk const& chunk, ChunkResult& result) const {
    char const* p = chunk.begin;
    std::size_t edge = result.position;
    std::uint64_t max_id = 0;
    LineFault fault = LineFault::none;
    while (p < chunk.end) {
      p = skip_blanks(p);
      if (!is_edge(p)) {
        if (*p != '\n' && m_rules.comments.find(*p) == std::string_view::npos) {
          fault = m_rules.tag != '\0'           ? LineFault::unknown_line
                  : *p == '-' && is_digit(p[1]) ? LineFault::negative_id
                                                : LineFault::not_an_id;
          break;
        }
        p = find_newline(p, chunk.end) + 1;
        continue;
      }
      if ((fault = parse_edge(p, chunk.end, edge, max_id)) != LineFault::none) break;
      ++edge;
      if constexpr (sizeof(RawId) < sizeof(max_id)) {
        if (max_id > std::numeric_limits<RawId>::max()) {
          fault = LineFault::id_too_wide;
          break;
        }
      }
    }
    result.count = edge - result.position;
    result.max_id = max_id;
    result.fault = fault;
    result.fault_offset = chunk.offset + static_cast<std::size_t>(p - chunk.begin);
  }

 private:
  bool is_edge(char const* p) const {
    return m_rules.tag == '\0' ? is_digit(*p) : *p == m_rules.tag && ends_number(p[1]);
  }

  LineFault parse_edge(char const*& p, char const* end, std::size_t edge, std::uint64_t& max_id) const {
    if (m_rules.tag != '\0') p = skip_blanks(p + 1);
    LineFault fault = scan_vertex(p, m_rules, max_id, m_sources[edge]);
    if (fault != LineFault::none) return fault;
    if (m_rules.pairs) {
      p = skip_separator(p);
      if (*p == '\n') return LineFault::missing_target;
      fault = scan_vertex(p, m_rules, max_id, m_targets[edge]);
      if (fault != LineFault::none) return fault;
    }
    return scan_rest(p, end, m_rules, m_rules.weighted ? m_weights + edge : nullptr);
  }

  EdgeLineRules const& m_rules;
  RawId* m_sources;
  RawId* m_targets;
  Weight* m_weights;
};

std::string describe(LineFault fault, std::string_view word, EdgeLineRules const& rules) {
  std::string const quoted = quote_word(word);
  switch (fault) {
    case LineFault::negative_id:
      return fmt::format("vertex id {} is negative: ids count from 0", quoted);
    case LineFault::id_too_large:
      return fmt::format("vertex id {} doesn't fit 64 bits", quoted);
    case LineFault::id_out_of_range:
      if (rules.num_ids == 0) return fmt::format("vertex id {}, but the header declares no vertices", quoted);
      return fmt::format("vertex id {} is not in {}..{}", quoted, rules.first_id,
                         rules.first_id + (rules.num_ids - 1));
    case LineFault::missing_target:
      return "the line ends after one vertex id: an edge needs two";
    case LineFault::missing_weight:
      return fmt::format("the weight is missing, but {} has one", rules.columns_by);
    case LineFault::bad_weight:
      return fmt::format("{} is not a finite number, as a weight must be", quoted);
    case LineFault::weight_too_precise:
      return fmt::format(
          "weight {} needs more than 24 bits: scale it down, or ignore weights with --no-weights", quoted);
    case LineFault::too_many_columns:
      return rules.weighted
                 ? fmt::format(
                       "{} is one column too many after source, target and weight: --no-weights reads "
                       "the first two only",
                       quoted)
                 : fmt::format("{} is one column too many: {} has no weight", quoted, rules.columns_by);
    case LineFault::unknown_line:
      return fmt::format("the line starts with {}, not with '{}'", quoted, rules.tag);
    default:
      if (word.empty() || word.front() == '\n') return "the line ends where a vertex id should stand";
      return fmt::format("{} is not a vertex id: ids are whole numbers", quoted);
  }
}

/// Makes the columns contiguous: comments and blank lines leave gaps between the chunks' edges.
template <class RawId>
void close_gaps(RawEdges<RawId>& edges, std::vector<ChunkResult> const& results) {
  std::size_t size = 0;
  auto const move = [&](auto const& column, ChunkResult const& from) {
    auto* const data = column.data();
    if (data != nullptr) std::copy(data + from.position, data + from.position + from.count, data + size);
  };
  for (auto const& result : results) {
    if (result.position != size) {
      move(edges.sources, result);
      move(edges.targets, result);
      move(edges.weights, result);
    }
    size += result.count;
  }
  if (size == edges.size()) return;
  auto const range = std::pair(std::size_t(0), size);
  edges.sources = Kokkos::subview(edges.sources, range);
  if (edges.targets.is_allocated()) edges.targets = Kokkos::subview(edges.targets, range);
  if (edges.weights.is_allocated()) edges.weights = Kokkos::subview(edges.weights, range);
}

/// Upper bounds on the edges of each chunk; where they go. Returns the sum.
std::size_t place_chunks(Host const& space, TextChunks const& chunks, std::size_t shortest_line,
                         std::vector<ChunkResult>& results) {
  Kokkos::parallel_for("tandem::parse_edge_lines::count",
                       Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, chunks.size(),
                                                                                    Kokkos::ChunkSize(1)),
                       [&](std::size_t i) {
                         TextChunk const chunk = chunks[i];
                         auto const lines =
                             static_cast<std::size_t>(std::count(chunk.begin, chunk.end, '\n'));
                         results[i].capacity = std::min(
                             lines, 1 + static_cast<std::size_t>(chunk.end - chunk.begin) / shortest_line);
                       });
  space.fence("tandem::parse_edge_lines: counts on host");
  std::size_t total = 0;
  for (auto& result : results) {
    result.position = total;
    total += result.capacity;
  }
  return total;
}

}  // namespace

template <class RawId>
std::optional<RawEdges<RawId>> parse_edge_lines(Host const& space, InputFile const& file, std::size_t first,
                                                EdgeLineRules const& rules) {
  Kokkos::Profiling::ScopedRegion const region("tandem::parse_edge_lines");
  TextChunks const chunks(space, file, first);
  std::vector<ChunkResult> results(chunks.size());
  std::size_t const capacity =
      place_chunks(space, chunks, rules.pairs ? shortest_edge_line : shortest_id_line, results);
  RawEdges<RawId> edges;
  edges.sources = make_host_view<RawId>(space, "tandem::parse_edge_lines::sources", capacity);
  if (rules.pairs)
    edges.targets = make_host_view<RawId>(space, "tandem::parse_edge_lines::targets", capacity);
  if (rules.weighted)
    edges.weights = make_host_view<Weight>(space, "tandem::parse_edge_lines::weights", capacity);

  Progress progress("reading edges", file.bytes().size() - first, "B");
  ChunkParser<RawId> const parser(rules, edges);
  std::atomic<std::size_t> first_bad = chunks.size();  // what stands behind it need not be parsed
  Kokkos::parallel_for("tandem::parse_edge_lines::parse",
                       Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, chunks.size(),
                                                                                    Kokkos::ChunkSize(1)),
                       [&](std::size_t i) {
                         if (i > first_bad) return;
                         parser.parse(chunks[i], results[i]);
                         if (results[i].fault != LineFault::none)
                           for (std::size_t bad = first_bad;
                                i < bad && !first_bad.compare_exchange_weak(bad, i);) {
                           }
                         progress.advance(static_cast<std::uint64_t>(chunks[i].end - chunks[i].begin));
                       });
  space.fence("tandem::parse_edge_lines: results on host");

  if (first_bad < chunks.size()) {
    auto const& bad = results[first_bad];
    if (bad.fault == LineFault::id_too_wide) return std::nullopt;
    fail_at(file, bad.fault_offset,
            describe(bad.fault, file.bytes().substr(std::min(bad.fault_offset, file.bytes().size())), rules));
  }
  for (auto const& result : results) edges.max_id = std::max(edges.max_id, static_cast<RawId>(result.max_id));
  close_gaps(edges, results);
  return edges;
}

template std::optional<RawEdges<std::uint32_t>> parse_edge_lines(Host const&, InputFile const&, std::size_t,
                                                                 EdgeLineRules const&);
template std::optional<RawEdges<std::uint64_t>> parse_edge_lines(Host const&, InputFile const&, std::size_t,
                                                                 EdgeLineRules const&);

namespace {

/// Calls visit(line, offset) for each line that is neither blank nor a comment, until it returns false.
template <class Visit>
void for_each_edge_line(InputFile const& file, std::size_t first, EdgeLineRules const& rules,
                        Visit const& visit) {
  LineReader lines(file.bytes().substr(first));
  while (auto const line = lines.next()) {
    if (line->empty() || rules.comments.find(line->front()) != std::string_view::npos) continue;
    if (!visit(*line, first + lines.line_offset())) return;
  }
}

}  // namespace

std::size_t count_columns(InputFile const& file, std::size_t first, EdgeLineRules const& rules) {
  std::size_t columns = 0;
  for_each_edge_line(file, first, rules, [&](std::string_view line, std::size_t) {
    columns = split_words(line).size() - (rules.tag == '\0' ? 0 : 1);
    return false;
  });
  return columns;
}

std::size_t offset_of_edge(InputFile const& file, std::size_t first, EdgeLineRules const& rules,
                           std::size_t edge) {
  std::size_t found = first;
  for_each_edge_line(file, first, rules, [&](std::string_view, std::size_t offset) {
    found = offset;
    return edge-- != 0;
  });
  return found;
}

}  // namespace tandem::Impl
