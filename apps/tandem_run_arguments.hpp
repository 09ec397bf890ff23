// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_RUN_ARGUMENTS_HPP
#define TANDEM_RUN_ARGUMENTS_HPP

#include "tandem_graph_arguments.hpp"

#include <algorithms/tandem_bfs.hpp>
#include <algorithms/tandem_pagerank.hpp>
#include <exec/tandem_engine.hpp>
#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

namespace tandem::app {

/// Where a graph is processed and how it is split: the same for `run` and `plan`.
struct EngineArguments {
  EngineOptions options;
  std::string policy;
  bool fill_devices = false;
  std::string profile;
  std::string device_options;  ///< those that the user gave, as given_device_options() found them
};

/// --platform, --device-memory, --device-threads, --no-bind
void add_platform_options(CLI::App& command, PlatformOptions& options);
/// The same, and --partition, --alpha, --fill-devices, --profile, --device-shares, --assignment,
/// --edges-on-host
void add_engine_options(CLI::App& command, EngineArguments& arguments);

/// Which options that only make sense with devices the user gave, with commas between.
std::string given_device_options(CLI::App const& command);

/// What the options say, with the seed and threads of other options.
EngineOptions engine_options(EngineArguments const& arguments, std::uint64_t seed, int threads);

/// The algorithms of `run`, and what each asks of the units.
std::vector<std::string> const& algorithm_names();
ProgramNeeds needs_of(std::string const& algorithm, BfsOptions const& bfs = {},
                      PageRankOptions const& pagerank = {});

/// How fast the units are, from --profile or from the user's profile for this platform, if there is one.
/// Throws Error for a bad profile, and for one by --profile that is of other units or another machine or
/// lacks the algorithm.
std::optional<AlgorithmRates> find_rates(EngineArguments const& arguments, Platform const& platform,
                                         std::string const& algorithm);

/// Vertices to start from: those that the user names by the file's ids, or some that have an edge.
struct SourceArguments {
  std::vector<OriginalId> ids;
  std::size_t count = 1;
  bool all = false;
};

void add_source_options(CLI::App& command, SourceArguments& arguments);

/// At least one. Random ones are different, and fewer than asked for where not so many have an edge. Throws
/// Error for an id that is not in the graph, for all vertices of an empty graph, and when random ones are
/// asked for and no vertex has an edge.
std::vector<VertexId> choose_sources(Graph const& graph, SourceArguments const& arguments,
                                     std::uint64_t seed);

}  // namespace tandem::app

#endif
