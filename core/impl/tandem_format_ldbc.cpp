// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_format_ldbc.hpp>

#include <core/impl/tandem_bad_file.hpp>
#include <core/impl/tandem_edge_lines.hpp>
#include <core/impl/tandem_id_map.hpp>
#include <core/impl/tandem_text_chunks.hpp>
#include <core/impl/tandem_text_writer.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tandem::Impl {
namespace {

namespace fs = std::filesystem;

/// A path split into the common name of the files and the extensions, if any.
struct Name {
  fs::path stem;
  std::string member;  ///< which of the three files the path was that of
  std::string compression;
};

Name split(fs::path path) {
  Name name;
  if (path.extension() == ".gz" || path.extension() == ".zst") {
    name.compression = path.extension().string();
    path.replace_extension();
  }
  auto const extension = path.extension();
  if (extension == ".v" || extension == ".e" || extension == ".properties") {
    name.member = extension.string();
    path.replace_extension();
  }
  name.stem = path;
  return name;
}

fs::path with_suffix(fs::path const& stem, std::string const& suffix) {
  return fs::path(stem).concat(suffix);
}

/// The file, compressed or not, if there is one. Where there are several, the one compressed as the user
/// said.
std::optional<fs::path> find_file(Name const& name, std::string const& suffix) {
  std::error_code ignored;
  for (auto const& compression : std::array<std::string, 4>{name.compression, "", ".zst", ".gz"})
    if (auto path = with_suffix(name.stem, suffix + compression); fs::exists(path, ignored)) return path;
  return std::nullopt;
}

[[noreturn]] void fail_without(fs::path const& path, fs::path const& missing) {
  throw Error(
      fmt::format("can't read '{}' as LDBC: there is no file '{}': add it, or read the edges as edge_list",
                  path.string(), missing.string()));
}

struct DeclaredCount {
  std::uint64_t count;
  std::size_t offset;  ///< of the line that says so
};

struct Properties {
  bool directed = true;
  std::optional<DeclaredCount> vertices;
  std::optional<DeclaredCount> edges;
  std::string vertex_file, edge_file;  ///< beside this one; empty: not said
};

/// Lines "graph.<name>.<key> = <value>"; most keys are about the benchmark and not about the graph.
Properties read_properties(InputFile const& file) {
  Properties properties;
  LineReader lines(file);
  while (auto const line = lines.next()) {
    std::size_t const equals = line->find('=');
    if (line->empty() || line->front() == '#' || equals == std::string_view::npos) continue;
    auto const keys = split_words(line->substr(0, equals));
    auto const values = split_words(line->substr(equals + 1));
    if (keys.size() != 1 || values.size() != 1) continue;
    auto const number = [&] {
      auto const value = to_number(values[0]);
      if (!value)
        fail_at(file, lines.line_offset(), fmt::format("{} is not a number", quote_word(values[0])));
      return DeclaredCount{*value, lines.line_offset()};
    };
    if (keys[0].ends_with(".directed")) {
      properties.directed = equal_letters(values[0], "true");
      if (!properties.directed && !equal_letters(values[0], "false"))
        fail_at(file, lines.line_offset(),
                fmt::format("{} is neither true nor false", quote_word(values[0])));
    } else if (keys[0].ends_with(".vertex-file")) {
      properties.vertex_file = values[0];
    } else if (keys[0].ends_with(".edge-file")) {
      properties.edge_file = values[0];
    } else if (keys[0].ends_with(".meta.vertices")) {
      properties.vertices = number();
    } else if (keys[0].ends_with(".meta.edges")) {
      properties.edges = number();
    }
  }
  return properties;
}

IdMap read_vertices(Host const& space, InputFile const& file) {
  EdgeLineRules rules;
  rules.pairs = false;
  rules.skip_rest = true;  // vertices may have properties
  auto const raw = *parse_edge_lines<std::uint64_t>(space, file, 0, rules);
  IdMap map = IdMap::of<std::uint64_t>(space, {raw.sources}, raw.max_id);
  check_num_vertices(file, file.bytes().size(), map.size());
  if (map.size() == raw.size()) return map;
  std::vector<bool> met(map.size(), false);
  for (std::size_t i = 0;; ++i) {
    std::uint64_t const vertex = map.find(raw.sources(i));
    if (met[vertex])
      fail_at(file, offset_of_edge(file, 0, rules, i),
              fmt::format("vertex {} stands here a second time", raw.sources(i)));
    met[vertex] = true;
  }
}

template <class RawId>
EdgeList number_vertices(Host const& space, InputFile const& file, EdgeLineRules const& rules,
                         IdMap const& map, RawEdges<RawId> const& raw) {
  EdgeList edges;
  edges.num_vertices = map.size();
  edges.original_ids = map.original_ids(space);
  edges.weights = raw.weights;
  // Only ids that are known get mapped: an unknown one can still be looked up for the message.
  std::size_t const source = map.apply(space, raw.sources, edges.sources);
  std::size_t const target = map.apply(space, raw.targets, edges.targets);
  std::size_t const bad = std::min(source, target);
  if (bad < raw.size())
    fail_at(
        file, offset_of_edge(file, 0, rules, bad),
        fmt::format("vertex {} is not in the .v file", source == bad ? raw.sources(bad) : raw.targets(bad)));
  return edges;
}

void check_count(InputFile const& file, std::string_view what, std::optional<DeclaredCount> const& declared,
                 std::uint64_t count) {
  if (declared && declared->count != count)
    fail_at(file, declared->offset,
            fmt::format("{} {} are declared here, but there are {}: mend it", declared->count, what, count));
}

}  // namespace

bool is_ldbc_path(fs::path const& path) {
  Name const name = split(path);
  if (!name.member.empty()) return true;
  std::error_code ignored;
  return (!fs::exists(path, ignored) || fs::is_directory(path, ignored)) && find_file(name, ".v") &&
         find_file(name, ".e");
}

namespace {

EdgeList parse(Host const& space, InputFile const& vertices, InputFile const& edges,
               InputFile const* properties, Properties const& said, ReadOptions const& options) {
  // A graph without edges has an empty .e; one without vertices must say that this is meant.
  if (vertices.bytes().empty() && !said.vertices) bad_file(vertices, "the file is empty");
  IdMap const map = read_vertices(space, vertices);
  EdgeLineRules rules;
  rules.skip_rest = options.ignore_weights;
  rules.weighted = !options.ignore_weights && count_columns(edges, 0, rules) > 2;
  EdgeList list = parse_any_width(space, edges, 0, rules, [&](auto const& raw) {
    return number_vertices(space, edges, rules, map, raw);
  });
  list.directed = said.directed && !options.undirected;
  if (properties != nullptr) {
    check_count(*properties, "vertices", said.vertices, list.num_vertices);
    check_count(*properties, "edges", said.edges, list.num_edges());
  }
  return list;
}

/// The file of vertices or edges. Unless the path is that of one of them, the properties say which: a plain
/// one and a compressed one, of different age, may lie side by side. LDBC's own name the .v file for the
/// edges here and there: not believed.
fs::path choose_file(fs::path const& path, Name const& name, std::string const& suffix,
                     std::string const& said) {
  bool const told = name.member == ".v" || name.member == ".e";
  if (!told && split(said).member == suffix) {
    auto file = name.stem;
    file.replace_filename(said);
    if (std::error_code ignored; fs::exists(file, ignored)) return file;
  }
  auto const found = find_file(name, suffix);
  if (!found) fail_without(path, with_suffix(name.stem, suffix));
  return *found;
}

}  // namespace

EdgeList parse_ldbc(Host const& space, InputFile const& vertices, InputFile const& edges,
                    InputFile const* properties, ReadOptions const& options) {
  return parse(space, vertices, edges, properties,
               properties != nullptr ? read_properties(*properties) : Properties(), options);
}

EdgeList read_ldbc(Host const& space, fs::path const& path, ReadOptions const& options) {
  Name const name = split(path);
  auto const found = find_file(name, ".properties");
  std::optional<InputFile> const properties = found ? std::optional(InputFile::open(*found)) : std::nullopt;
  Properties const said = properties ? read_properties(*properties) : Properties();
  return parse(space, InputFile::open(choose_file(path, name, ".v", said.vertex_file)),
               InputFile::open(choose_file(path, name, ".e", said.edge_file)),
               properties ? &*properties : nullptr, said, options);
}

namespace {

void write_properties(OutputFile& out, std::string const& name, Name const& files, Graph const& graph,
                      EdgeIndex num_edges, bool weighted) {
  std::string const key = "graph." + name;
  out.write(fmt::format("{}.vertex-file = {}.v{}\n", key, name, files.compression));
  out.write(fmt::format("{}.edge-file = {}.e{}\n", key, name, files.compression));
  out.write(fmt::format("{}.meta.vertices = {}\n", key, graph.num_vertices()));
  out.write(fmt::format("{}.meta.edges = {}\n", key, num_edges));
  out.write(fmt::format("{}.directed = {}\n", key, graph.directed));
  if (!weighted) return;
  out.write(fmt::format("{}.edge-properties.names = weight\n", key));
  out.write(fmt::format("{}.edge-properties.types = real\n", key));
}

}  // namespace

std::array<fs::path, 3> ldbc_output_paths(fs::path const& path) {
  Name const files = split(path);
  return {with_suffix(files.stem, ".properties"), with_suffix(files.stem, ".v" + files.compression),
          with_suffix(files.stem, ".e" + files.compression)};
}

void write_ldbc(Host const& space, fs::path const& path, Graph const& graph, WriteOptions const& options) {
  bool const weighted = options.writes_weights(graph);
  Name const files = split(path);
  auto const [properties_path, vertices_path, edges_path] = ldbc_output_paths(path);
  OutputFile properties(properties_path);
  OutputFile& vertices = properties.companion(vertices_path);
  OutputFile& edges = properties.companion(edges_path);
  constexpr std::size_t block = std::size_t(1) << 16;
  std::size_t const n = graph.num_vertices();
  write_blocks(space, vertices, (n + block - 1) / block, [&](TextBuffer& text, std::size_t b) {
    for (std::size_t v = b * block; v < std::min(n, (b + 1) * block); ++v) {
      append_number(text, graph.original_id(static_cast<VertexId>(v)));
      text.push_back('\n');
    }
  });
  write_edges(space, edges, graph, [&](TextBuffer& text, VertexId u, VertexId v, EdgeIndex e) {
    append_number(text, graph.original_id(u));
    text.push_back(' ');
    append_number(text, graph.original_id(v));
    if (weighted) {
      text.push_back(' ');
      append_weight(text, graph.out.weights(e));
    }
    text.push_back('\n');
  });
  write_properties(properties, files.stem.filename().string(), files, graph,
                   count_written_edges(space, graph), weighted);
  properties.commit();
}

}  // namespace tandem::Impl
