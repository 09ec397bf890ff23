// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_format_edge_list.hpp>

#include <core/impl/tandem_bad_file.hpp>
#include <core/impl/tandem_edge_lines.hpp>
#include <core/impl/tandem_file_name.hpp>
#include <core/impl/tandem_id_map.hpp>
#include <core/impl/tandem_text_chunks.hpp>
#include <core/impl/tandem_text_writer.hpp>

#include <fmt/format.h>

namespace tandem::Impl {
namespace {

constexpr std::string_view edge_list_comments = "#%";

/// What SNAP's comments at the top of the file say.
struct EdgeListHeader {
  bool undirected = false;
  std::optional<std::uint64_t> nodes;
  std::optional<std::uint64_t> edges;
  std::size_t nodes_offset = 0;  ///< of the line that says so
  std::size_t edges_offset = 0;
  std::size_t body = 0;  ///< where the edges start
};

bool starts_with_letters(std::string_view text, std::string_view start) {
  return text.size() >= start.size() && equal_letters(text.substr(0, start.size()), start);
}

/// The number behind `key` in a comment, e.g. in "# Nodes: 5 Edges: 7".
std::optional<std::uint64_t> number_after(std::string_view line, std::string_view key) {
  std::size_t const position = line.find(key);
  if (position == std::string_view::npos) return std::nullopt;
  std::string_view rest = line.substr(position + key.size());
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  return to_number(rest.substr(0, rest.find_first_of(" \t")));
}

EdgeListHeader read_edge_list_header(InputFile const& file) {
  EdgeListHeader header;
  LineReader lines(file);
  while (auto const line = lines.next()) {
    if (line->empty()) continue;
    if (edge_list_comments.find(line->front()) == std::string_view::npos) {
      header.body = lines.line_offset();
      return header;
    }
    std::string_view const text = line->substr(std::min(line->find_first_not_of("#% \t"), line->size()));
    if (starts_with_letters(text, "undirected graph")) header.undirected = true;
    if (!header.nodes) {
      header.nodes = number_after(text, "Nodes:");
      header.nodes_offset = lines.line_offset();
    }
    if (!header.edges) {
      header.edges = number_after(text, "Edges:");
      if (!header.edges) header.edges = number_after(text, "Arcs:");
      header.edges_offset = lines.line_offset();
    }
  }
  header.body = file.bytes().size();
  return header;
}

template <class RawId>
EdgeList number_vertices(Host const& space, InputFile const& file, EdgeListHeader const& header,
                         RawEdges<RawId> const& raw) {
  // Nearly any file that starts with one of our comments could pass for a graph of nothing.
  if (raw.size() == 0 && !header.nodes)
    bad_file(file, "no edge in the file, and no comment 'Nodes:' to say that this is meant");
  if (header.edges && *header.edges != raw.size())
    fail_at(file, header.edges_offset,
            fmt::format("the header declares {} edges, but there are {}: mend or remove its 'Edges:'",
                        *header.edges, raw.size()));
  EdgeList edges;
  edges.weights = raw.weights;
  if constexpr (std::is_same_v<RawId, VertexId>) {
    if (header.nodes && (raw.size() == 0 || raw.max_id < *header.nodes)) {
      check_declared_vertices(file, header.nodes_offset, *header.nodes);
      edges.num_vertices = *header.nodes;
      edges.sources = raw.sources;
      edges.targets = raw.targets;
      return edges;
    }
  }
  IdMap const map = IdMap::of<RawId>(space, {raw.sources, raw.targets}, raw.max_id);
  check_num_vertices(file, file.bytes().size(), map.size());
  if (header.nodes && *header.nodes != map.size())
    fail_at(
        file, header.nodes_offset,
        fmt::format("the header declares {} vertices, but there are {}, with ids up to {}: mend or remove "
                    "its 'Nodes:'",
                    *header.nodes, map.size(), raw.max_id));
  edges.num_vertices = map.size();
  edges.original_ids = map.original_ids(space);
  if constexpr (std::is_same_v<RawId, VertexId>) {
    edges.sources = raw.sources;
    edges.targets = raw.targets;
    if (map.identity()) return edges;
  }
  map.apply(space, raw.sources, edges.sources);
  map.apply(space, raw.targets, edges.targets);
  return edges;
}

}  // namespace

bool looks_like_edge_list(std::string_view head) {
  LineReader lines(head);
  while (auto const line = lines.next()) {
    if (line->empty() || edge_list_comments.find(line->front()) != std::string_view::npos) continue;
    auto const words = split_words(*line);
    return words.size() >= 2 && to_number(words[0]) && to_number(words[1]);
  }
  return !head.empty() && head.find('\0') == std::string_view::npos;
}

EdgeList parse_edge_list(Host const& space, InputFile const& file, ReadOptions const& options) {
  EdgeListHeader const header = read_edge_list_header(file);
  EdgeLineRules rules;
  rules.comments = edge_list_comments;
  rules.skip_rest = options.ignore_weights;
  rules.weighted = !options.ignore_weights && count_columns(file, header.body, rules) > 2;
  EdgeList edges = parse_any_width(space, file, header.body, rules, [&](auto const& raw) {
    return number_vertices(space, file, header, raw);
  });
  edges.directed = !header.undirected && !options.undirected;
  return edges;
}

void write_edge_list(Host const& space, OutputFile& out, Graph const& graph, WriteOptions const& options) {
  bool const weighted = options.writes_weights(graph);
  char const separator = format_extension(out.path()) == ".csv" ? ',' : '\t';
  out.write(fmt::format("# {} graph\n# Nodes: {} Edges: {}\n# FromNodeId{}ToNodeId{}\n",
                        graph.directed ? "Directed" : "Undirected", count_written_vertices(space, graph),
                        count_written_edges(space, graph), separator,
                        weighted ? fmt::format("{}Weight", separator) : ""));
  write_edges(space, out, graph, [&](TextBuffer& text, VertexId u, VertexId v, EdgeIndex e) {
    append_number(text, graph.original_id(u));
    text.push_back(separator);
    append_number(text, graph.original_id(v));
    if (weighted) {
      text.push_back(separator);
      append_weight(text, graph.out.weights(e));
    }
    text.push_back('\n');
  });
}

}  // namespace tandem::Impl
