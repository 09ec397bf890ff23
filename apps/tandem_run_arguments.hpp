// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_RUN_ARGUMENTS_HPP
#define TANDEM_RUN_ARGUMENTS_HPP

#include "tandem_graph_arguments.hpp"

#include <exec/tandem_engine.hpp>
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace tandem::app {

/// Where a graph is processed and how it is split: the same for `run` and `plan`.
struct EngineArguments {
  EngineOptions options;
  std::string policy;
  double alpha = -1;
};

/// --platform, --partition, --alpha, --device-shares, --assignment, --device-memory, --device-threads,
/// --no-bind
void add_engine_options(CLI::App& command, EngineArguments& arguments);

/// What the options say, with the seed and threads of other options.
EngineOptions engine_options(EngineArguments const& arguments, std::uint64_t seed, int threads);

/// Vertices to start from: those that the user names by the file's ids, or some that have an edge.
struct SourceArguments {
  std::vector<OriginalId> ids;
  std::size_t count = 1;
  bool all = false;
};

void add_source_options(CLI::App& command, SourceArguments& arguments);

/// Throws Error for an id that is not in the graph, and when no vertex has an edge.
std::vector<VertexId> pick_sources(Graph const& graph, SourceArguments const& arguments, std::uint64_t seed);

}  // namespace tandem::app

#endif
