// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_GRAPH_ARGUMENTS_HPP
#define TANDEM_GRAPH_ARGUMENTS_HPP

#include "tandem_file_arguments.hpp"

#include <core/tandem_build.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_generate.hpp>
#include <core/tandem_io.hpp>
#include <core/tandem_timer.hpp>
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

// Command-line options about graphs, the same for every subcommand that has them.
namespace tandem::app {

/// A graph on the command line: a file or a generator, and what to make of it.
struct GraphArguments {
  std::string graph;
  ReadOptions read;
  GenerateOptions generate;
  BuildOptions build;
  std::vector<CLI::Option const*> file_options;       ///< of no use for a graph that is generated
  std::vector<CLI::Option const*> generator_options;  ///< of no use for one from a file
};

/// --seed, which must be a whole number that is not negative
CLI::Option* add_seed_option(CLI::App& command, std::uint64_t& seed, std::string const& what);

/// --from, --undirected, --no-weights, --no-verify
void add_read_options(CLI::App& command, GraphArguments& arguments);
/// What the seed of a command is for: only to generate the graph, or also to split it or to draw sources.
enum class SeedUse { graph, more };
/// --seed, --weights
void add_generate_options(CLI::App& command, GraphArguments& arguments, SeedUse seed_use = SeedUse::more);
/// --drop-duplicates, --drop-self-loops, --drop-isolated, --order-by-degree, --in-edges
void add_build_options(CLI::App& command, GraphArguments& arguments);

/// What peers do to a generated graph: no duplicate edges, no self loops. A file is taken as it is.
void clean_generated(GraphArguments& arguments);

/// What names the graph and the file that it is read from; none for one that is generated.
FileArgument graph_file(std::string name, GraphArguments const& arguments);

/// Integer weights for a generated graph that has none, for algorithms that need some.
void weigh_generated(GraphArguments& arguments);

struct OutputArguments {
  std::string path;
  WriteOptions write;
};

/// --to
void add_write_options(CLI::App& command, OutputArguments& output);

/// What work() returns. Errors that do not say which graph they are about get its name.
template <class Work>
auto with_name(std::string const& graph, Work const& work) {
  try {
    return work();
  } catch (UnnamedGraphError const& error) {
    throw Error(graph + ": " + error.what());
  }
}

/// Generates or reads the graph; times go to `times`, a line about each step to the log. Throws Error for an
/// option that the user gave and that a graph of this kind has no use for.
Graph load_graph(Host const& space, GraphArguments const& arguments, PhaseTimes& times);

void save_graph(Host const& space, Graph const& graph, OutputArguments const& output, PhaseTimes& times);

/// 1234567 as "1,234,567".
std::string with_commas(std::uint64_t number);

}  // namespace tandem::app

#endif
