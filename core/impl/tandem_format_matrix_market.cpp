// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_format_matrix_market.hpp>

#include <core/impl/tandem_declared_edges.hpp>
#include <core/impl/tandem_text_chunks.hpp>
#include <core/impl/tandem_text_writer.hpp>

#include <fmt/format.h>
#include <array>

namespace tandem::Impl {
namespace {

constexpr std::string_view magic = "%%MatrixMarket";

struct MatrixMarketHeader {
  bool pattern = false;
  bool symmetric = false;
  DeclaredSizes sizes;
};

void read_banner(InputFile const& file, std::string_view line, MatrixMarketHeader& header) {
  auto const words = split_words(line);
  auto const is = [&](std::size_t i, std::string_view word) { return equal_letters(words[i], word); };
  if (words.size() != 5 || !is(0, magic) || !is(1, "matrix"))
    fail_at(file, 0, fmt::format("the first line is not '{} matrix coordinate <field> <symmetry>'", magic));
  if (!is(2, "coordinate"))
    fail_at(file, 0,
            fmt::format("{} matrices can't be read as a graph: use coordinate", quote_word(words[2])));
  header.pattern = is(3, "pattern");
  if (!header.pattern && !is(3, "real") && !is(3, "double") && !is(3, "integer"))
    fail_at(file, 0,
            fmt::format("{} entries can't be weights: use pattern, integer or real", quote_word(words[3])));
  header.symmetric = is(4, "symmetric");
  if (!header.symmetric && !is(4, "general"))
    fail_at(file, 0,
            fmt::format("{} matrices can't be read: use general or symmetric", quote_word(words[4])));
}

MatrixMarketHeader read_matrix_market_header(InputFile const& file) {
  MatrixMarketHeader header;
  LineReader lines(file);
  read_banner(file, lines.next().value_or(""), header);
  while (auto const line = lines.next()) {
    if (line->empty() || line->front() == '%') continue;
    auto const words = split_words(*line);
    std::array<std::uint64_t, 3> sizes{};  // rows, columns, entries
    bool good = words.size() == sizes.size();
    for (std::size_t i = 0; good && i < sizes.size(); ++i) {
      auto const number = to_number(words[i]);
      good = number.has_value();
      sizes[i] = number.value_or(0);
    }
    if (!good) fail_at(file, lines.line_offset(), "this is not a line '<rows> <columns> <entries>'");
    if (sizes[0] != sizes[1])
      fail_at(file, lines.line_offset(),
              fmt::format("the matrix is {} x {}: only a square one is a graph", sizes[0], sizes[1]));
    header.sizes = {sizes[0], sizes[2], lines.line_offset(), lines.next_offset()};
    return header;
  }
  fail_at(file, file.bytes().size(), "the file ends before the line '<rows> <columns> <entries>'");
}

}  // namespace

bool looks_like_matrix_market(std::string_view head) {
  return equal_letters(head.substr(0, magic.size()), magic);
}

EdgeList parse_matrix_market(Host const& space, InputFile const& file, ReadOptions const& options) {
  MatrixMarketHeader const header = read_matrix_market_header(file);
  EdgeLineRules rules;
  rules.comments = "%";
  rules.weighted = !header.pattern && !options.ignore_weights;
  rules.skip_rest = !header.pattern && options.ignore_weights;
  rules.columns_by = "the header";
  EdgeList edges = parse_declared_edges(space, file, header.sizes, rules);
  edges.directed = !header.symmetric && !options.undirected;
  return edges;
}

void write_matrix_market(Host const& space, OutputFile& out, Graph const& graph,
                         WriteOptions const& options) {
  bool const weighted = options.writes_weights(graph);
  constexpr Weight any = -std::numeric_limits<Weight>::infinity();
  char const* const field = !weighted ? "pattern" : weights_are_whole(space, graph, any) ? "integer" : "real";
  out.write(fmt::format("{} matrix coordinate {} {}\n{} {} {}\n", magic, field,
                        graph.directed ? "general" : "symmetric", graph.num_vertices(), graph.num_vertices(),
                        count_written_edges(space, graph)));
  write_edges(space, out, graph, [&](TextBuffer& text, VertexId u, VertexId v, EdgeIndex e) {
    // write_edges gives v >= u, the upper triangle: the lower one is what the format wants.
    append_number(text, std::uint64_t(graph.directed ? u : v) + 1);
    text.push_back(' ');
    append_number(text, std::uint64_t(graph.directed ? v : u) + 1);
    if (weighted) {
      text.push_back(' ');
      append_weight(text, graph.out.weights(e));
    }
    text.push_back('\n');
  });
}

}  // namespace tandem::Impl
