// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_IO_HPP
#define TANDEM_IO_HPP

#include <core/tandem_build.hpp>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tandem {

enum class Format {
  guess,      ///< from the content, then from the extension
  edge_list,  ///< SNAP text: "source target [weight]" a line; tabs, spaces or commas; '#' and '%' comments
  matrix_market,  ///< .mtx
  dimacs,         ///< .gr: "p sp n m" with arcs "a u v w", or PACE's "p tw n m" with edges "u v"
  metis,          ///< .graph, .metis
  gapbs,          ///< .sg, or .wsg with integer weights
  graph500,       ///< packed 12-byte edges of the Graph500 reference code
  ldbc,           ///< LDBC Graphalytics: .v, .e and optionally .properties
  tandem          ///< .tdm: our own binary, mapped without a copy
};

/// The name used by --from and --to.
std::string_view to_string(Format format);
/// Throws Error with the list of names when there is no such format.
Format parse_format(std::string_view name);
/// Every format but `guess`, in the order shown to users.
std::vector<Format> all_formats();
/// Their names, with commas between.
std::string format_names();

struct ReadOptions {
  Format format = Format::guess;
  bool undirected = false;      ///< each line is an undirected edge, whatever the file says
  bool ignore_weights = false;  ///< take the structure only
  bool verify = true;           ///< check checksums and ids of binary files; off: trust them and only map
};

struct WriteOptions {
  Format format = Format::guess;  ///< from the extension
  bool drop_weights = false;

  bool writes_weights(Graph const& graph) const { return graph.weighted() && !drop_weights; }
};

/// The format of a file. Throws when it can't be told.
Format guess_format(std::filesystem::path const& path);

/// Reads a graph in any format. Formats that hold sorted adjacency lists and need no change by `build`
/// come without rebuilding; `tandem` files are only mapped.
Graph read_graph(Host const& space, std::filesystem::path const& path, ReadOptions const& read = {},
                 BuildOptions const& build = {});

/// Reads the edges as they stand in the file (formats with adjacency lists are unrolled).
EdgeList read_edge_list(Host const& space, std::filesystem::path const& path, ReadOptions const& read = {});

/// Throws Error when write_graph could not even begin, by the name, the format or the folder. For before the
/// graph is made, which may take long; leaves nothing behind.
void check_output(std::filesystem::path const& path, WriteOptions const& options = {});

/// Writes to a temporary name beside `path` and renames: a reader sees the old file or the whole new one.
void write_graph(Host const& space, std::filesystem::path const& path, Graph const& graph,
                 WriteOptions const& options = {});

/// True when the format of such a file numbers the vertices anew, and otherwise than graph.original_ids.
bool loses_original_ids(std::filesystem::path const& path, Graph const& graph,
                        WriteOptions const& options = {});

/// How many vertices such a file has no place for: an edge list names only those with an edge, unless ids are
/// 0..n-1. Parallel on `space`.
std::uint64_t count_lost_vertices(Host const& space, std::filesystem::path const& path, Graph const& graph,
                                  WriteOptions const& options = {});

}  // namespace tandem

#endif
