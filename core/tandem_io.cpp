// SPDX-License-Identifier: BSD-3-Clause
#include <core/tandem_io.hpp>

#include <core/impl/tandem_bad_file.hpp>
#include <core/impl/tandem_file_name.hpp>
#include <core/impl/tandem_format_dimacs.hpp>
#include <core/impl/tandem_format_edge_list.hpp>
#include <core/impl/tandem_format_gapbs.hpp>
#include <core/impl/tandem_format_graph500.hpp>
#include <core/impl/tandem_format_ldbc.hpp>
#include <core/impl/tandem_format_matrix_market.hpp>
#include <core/impl/tandem_format_metis.hpp>
#include <core/impl/tandem_format_tandem.hpp>
#include <core/impl/tandem_text_writer.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tandem {
namespace {

using Impl::InputFile;
using Impl::OutputFile;
using Impl::Unpacking;

using LooksLike = bool (*)(std::string_view);
using ParseEdges = EdgeList (*)(Host const&, InputFile const&, ReadOptions const&);
using ParseGraph = Graph (*)(Host const&, InputFile const&, ReadOptions const&);
using Write = void (*)(Host const&, OutputFile&, Graph const&, WriteOptions const&);

/// All that is known of a format. Formats with adjacency lists are parsed to a graph, others to edges; LDBC,
/// being three files, has its own way.
struct FormatEntry {
  Format format;
  std::string_view name;
  std::vector<std::string_view> extensions;
  LooksLike looks_like = nullptr;  ///< by a mark in the content; null: there is none
  ParseEdges parse_edges = nullptr;
  ParseGraph parse_graph = nullptr;
  Write write = nullptr;
  std::optional<OriginalId> first_id = std::nullopt;  ///< vertices are numbered from it; none: ids are kept
};

/// In the order shown to users.
std::vector<FormatEntry> const& formats() {
  static std::vector<FormatEntry> const table = {
      {Format::edge_list,
       "edge_list",
       {".txt", ".tsv", ".csv", ".el", ".wel", ".edges", ".edgelist", ".snap"},
       nullptr,
       Impl::parse_edge_list,
       nullptr,
       Impl::write_edge_list},
      {Format::matrix_market,
       "matrix_market",
       {".mtx"},
       Impl::looks_like_matrix_market,
       Impl::parse_matrix_market,
       nullptr,
       Impl::write_matrix_market,
       1},
      {Format::dimacs,
       "dimacs",
       {".gr"},
       Impl::looks_like_dimacs,
       Impl::parse_dimacs,
       nullptr,
       Impl::write_dimacs,
       1},
      {Format::metis,
       "metis",
       {".graph", ".metis"},
       nullptr,
       Impl::parse_metis,
       nullptr,
       Impl::write_metis,
       1},
      {Format::gapbs,
       "gapbs",
       {".sg", ".wsg"},
       nullptr,
       nullptr,
       Impl::parse_gapbs_graph,
       Impl::write_gapbs,
       0},
      {Format::graph500,
       "graph500",
       {".packed", ".graph500", ".g500"},
       nullptr,
       Impl::parse_graph500,
       nullptr,
       Impl::write_graph500,
       0},
      {Format::ldbc, "ldbc", {".v", ".e", ".properties"}, nullptr, nullptr, nullptr, nullptr},
      {Format::tandem,
       "tandem",
       {".tdm"},
       Impl::looks_like_tandem,
       nullptr,
       Impl::parse_tandem_graph,
       Impl::write_tandem},
  };
  return table;
}

FormatEntry const& entry_of(Format format) {
  auto const& table = formats();
  auto const found =
      std::find_if(table.begin(), table.end(), [&](auto const& entry) { return entry.format == format; });
  if (found == table.end()) throw Error("the format is not known");
  return *found;
}

std::optional<Format> format_of_extension(std::filesystem::path const& path) {
  std::string const extension = Impl::format_extension(path);
  for (auto const& entry : formats())
    if (std::find(entry.extensions.begin(), entry.extensions.end(), extension) != entry.extensions.end())
      return entry.format;
  return std::nullopt;
}

Format format_to_write(std::filesystem::path const& path, WriteOptions const& options) {
  if (options.format != Format::guess) return options.format;
  if (auto const named = format_of_extension(path)) return *named;
  throw Error(fmt::format("can't write '{}': its name doesn't tell the format: say which of {}",
                          path.string(), format_names()));
}

/// By a mark in the content; then by the name, so that a bad file gets the message of the reader that it was
/// meant for; then it may be an edge list, which has no mark: the first line of a METIS file looks like one.
Format guess_from(InputFile const& file, std::filesystem::path const& path) {
  for (auto const& entry : formats())
    if (entry.looks_like != nullptr && entry.looks_like(file.bytes())) return entry.format;
  if (auto const format = format_of_extension(path)) return *format;
  if (Impl::looks_like_edge_list(file.bytes())) return Format::edge_list;
  Impl::bad_file(file, "can't tell the format from content or name: say which of {}", format_names());
}

/// Whether a file can be made there; what is there stays.
void check_output_file(std::filesystem::path const& path) {
  std::error_code ignored;
  auto const type = std::filesystem::status(path, ignored).type();
  // A pipe would take it for the end of what is written.
  if (type == std::filesystem::file_type::regular || type == std::filesystem::file_type::directory ||
      type == std::filesystem::file_type::not_found)
    OutputFile const probe(path);
}

constexpr std::size_t head_size = std::size_t(1) << 16;

InputFile open_not_empty(std::filesystem::path const& path, std::size_t limit = InputFile::unlimited,
                         Unpacking unpacking = Unpacking::by_content) {
  InputFile file = InputFile::open(path, limit, unpacking);
  if (file.bytes().empty()) Impl::bad_file(file, "the file is empty");
  return file;
}

/// A file that is open, with its format; or only a path and LDBC.
struct Source {
  Format format;
  std::optional<InputFile> file;
};

Source open_source(std::filesystem::path const& path, Format format) {
  if (format == Format::ldbc || (format == Format::guess && Impl::is_ldbc_path(path)))
    return {Format::ldbc, std::nullopt};
  // Edges of Graph500 may begin like a compressed file. Opened once: a pipe can't be read twice.
  InputFile file = open_not_empty(path, InputFile::unlimited,
                                  format == Format::graph500 ? Unpacking::by_name : Unpacking::by_content);
  if (format == Format::guess) format = guess_from(file, path);
  return {format, std::move(file)};
}

EdgeList parse_edges(Host const& space, Source const& source, std::filesystem::path const& path,
                     ReadOptions const& options) {
  return source.format == Format::ldbc ? Impl::read_ldbc(space, path, options)
                                       : entry_of(source.format).parse_edges(space, *source.file, options);
}

/// True when `graph` is what build_graph would make of its edges, but for the order and the in-edges.
bool is_built(Graph const& graph, ReadOptions const& read, BuildOptions const& build) {
  bool const direction = !graph.directed || (!read.undirected && !build.symmetrize);
  return direction && !build.drop_duplicates && !build.drop_self_loops && !build.drop_isolated;
}

EdgeList unroll(Host const& space, Graph const& graph, ReadOptions const& read) {
  EdgeList edges = to_edge_list(space, graph);
  if (read.undirected) edges.directed = false;
  return edges;
}

}  // namespace

std::string_view to_string(Format format) {
  return format == Format::guess ? "guess" : entry_of(format).name;
}

Format parse_format(std::string_view name) {
  for (auto const& entry : formats())
    if (entry.name == name) return entry.format;
  if (name == "guess") return Format::guess;
  throw Error(fmt::format("there is no format '{}': choose one of {}", name, format_names()));
}

std::vector<Format> all_formats() {
  std::vector<Format> all;
  for (auto const& entry : formats()) all.push_back(entry.format);
  return all;
}

std::string format_names() {
  std::string names;
  for (auto const& entry : formats()) names.append(names.empty() ? "" : ", ").append(entry.name);
  return names;
}

Format guess_format(std::filesystem::path const& path) {
  if (Impl::is_ldbc_path(path)) return Format::ldbc;
  return guess_from(open_not_empty(path, head_size), path);
}

EdgeList read_edge_list(Host const& space, std::filesystem::path const& path, ReadOptions const& read) {
  Source const source = open_source(path, read.format);
  auto const parse_graph = entry_of(source.format).parse_graph;
  if (parse_graph == nullptr) return parse_edges(space, source, path, read);
  return unroll(space, parse_graph(space, *source.file, read), read);
}

Graph read_graph(Host const& space, std::filesystem::path const& path, ReadOptions const& read,
                 BuildOptions const& build) {
  Source source = open_source(path, read.format);
  auto const parse_graph = entry_of(source.format).parse_graph;
  if (parse_graph == nullptr) {
    EdgeList edges = parse_edges(space, source, path, read);
    source.file.reset();  // what was decompressed need not wait for the build
    return build_graph(space, std::move(edges), build);
  }
  Graph graph = parse_graph(space, *source.file, read);
  source.file.reset();
  if (!is_built(graph, read, build)) {
    EdgeList edges = unroll(space, graph, read);
    graph = {};
    return build_graph(space, std::move(edges), build);
  }
  if (build.order_by_degree && !graph.degree_ordered) graph = order_by_degree(space, graph);
  if (build.transpose && !graph.has_in_edges()) add_in_edges(space, graph);
  return graph;
}

void check_output(std::filesystem::path const& path, WriteOptions const& options) {
  if (format_to_write(path, options) == Format::ldbc)
    for (auto const& file : Impl::ldbc_output_paths(path)) check_output_file(file);
  else
    check_output_file(path);
}

void write_graph(Host const& space, std::filesystem::path const& path, Graph const& graph,
                 WriteOptions const& options) {
  Format const format = format_to_write(path, options);
  if (format == Format::ldbc) return Impl::write_ldbc(space, path, graph, options);
  OutputFile out(path);
  entry_of(format).write(space, out, graph, options);
  out.commit();
}

bool loses_original_ids(std::filesystem::path const& path, Graph const& graph, WriteOptions const& options) {
  auto const first = entry_of(format_to_write(path, options)).first_id;
  if (!first) return false;
  for (std::size_t v = 0; v < graph.original_ids.extent(0); ++v)
    if (graph.original_ids(v) != *first + v) return true;
  return false;
}

std::uint64_t count_lost_vertices(Host const& space, std::filesystem::path const& path, Graph const& graph,
                                  WriteOptions const& options) {
  if (format_to_write(path, options) != Format::edge_list) return 0;
  return graph.num_vertices() - Impl::count_written_vertices(space, graph);
}

}  // namespace tandem
