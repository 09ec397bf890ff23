// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_format_dimacs.hpp>

#include <core/impl/tandem_bad_file.hpp>
#include <core/impl/tandem_declared_edges.hpp>
#include <core/impl/tandem_text_chunks.hpp>
#include <core/impl/tandem_text_writer.hpp>
#include <core/tandem_error.hpp>

#include <fmt/format.h>

namespace tandem::Impl {
namespace {

constexpr std::string_view dimacs_comments = "c";

struct DimacsHeader {
  bool shortest_paths = false;
  DeclaredSizes sizes;
};

DimacsHeader read_dimacs_header(InputFile const& file) {
  LineReader lines(file);
  while (auto const line = lines.next()) {
    if (line->empty() || dimacs_comments.find(line->front()) != std::string_view::npos) continue;
    auto const words = split_words(*line);
    if (words.size() != 4 || words[0] != "p" || !to_number(words[2]) || !to_number(words[3]))
      fail_at(file, lines.line_offset(),
              "this is not the line 'p sp <vertices> <arcs>' or 'p tw <vertices> <edges>'");
    if (words[1] != "sp" && words[1] != "tw")
      fail_at(file, lines.line_offset(),
              fmt::format("problem type {} can't be read: only 'sp' and 'tw'", quote_word(words[1])));
    return {words[1] == "sp",
            {*to_number(words[2]), *to_number(words[3]), lines.line_offset(), lines.next_offset()}};
  }
  fail_at(file, file.bytes().size(), "the file ends before the line 'p sp <vertices> <arcs>'");
}

}  // namespace

bool looks_like_dimacs(std::string_view head) {
  LineReader lines(head);
  while (auto const line = lines.next()) {
    if (line->empty()) continue;
    std::string_view const word = line->substr(0, line->find_first_of(" \t"));
    if (word == "p") return true;
    if (word != "c") return false;
  }
  return false;
}

EdgeList parse_dimacs(Host const& space, InputFile const& file, ReadOptions const& options) {
  DimacsHeader const header = read_dimacs_header(file);
  EdgeLineRules rules;
  rules.comments = dimacs_comments;
  rules.columns_by = "the header";
  if (header.shortest_paths) {
    rules.tag = 'a';
    rules.weighted = !options.ignore_weights;
    rules.skip_rest = options.ignore_weights;
  }
  EdgeList edges = parse_declared_edges(space, file, header.sizes, rules);
  edges.directed = header.shortest_paths && !options.undirected;
  return edges;
}

void write_dimacs(Host const& space, OutputFile& out, Graph const& graph, WriteOptions const& options) {
  bool const weighted = options.writes_weights(graph);
  if (weighted && !weights_are_whole(space, graph, std::numeric_limits<Weight>::lowest()))
    cannot_write(
        out,
        "DIMACS files hold whole weights only, and some here are not: choose another format, or leave the "
        "weights out (convert: --no-weights)");
  if (!graph.directed && !weighted) {
    out.write(fmt::format("p tw {} {}\n", graph.num_vertices(), count_written_edges(space, graph)));
    write_edges(space, out, graph, [&](TextBuffer& text, VertexId u, VertexId v, EdgeIndex) {
      append_number(text, std::uint64_t(u) + 1);
      text.push_back(' ');
      append_number(text, std::uint64_t(v) + 1);
      text.push_back('\n');
    });
    return;
  }
  out.write(fmt::format("p sp {} {}\n", graph.num_vertices(), graph.num_arcs()));
  write_arcs(space, out, graph, [&](TextBuffer& text, VertexId u, VertexId v, EdgeIndex e) {
    text.append(std::string_view("a "));
    append_number(text, std::uint64_t(u) + 1);
    text.push_back(' ');
    append_number(text, std::uint64_t(v) + 1);
    text.push_back(' ');
    append_weight(text, weighted ? graph.out.weights(e) : Weight(1));
    text.push_back('\n');
  });
}

}  // namespace tandem::Impl
