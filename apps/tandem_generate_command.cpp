// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_command.hpp"
#include "tandem_graph_arguments.hpp"

#include <core/tandem_error.hpp>
#include <fmt/format.h>
#include <memory>

namespace tandem::app {

void add_generate_command(CLI::App& app, Action& action) {
  struct Arguments {
    GraphArguments graph;
    OutputArguments output;
  };
  auto const arguments = std::make_shared<Arguments>();
  auto& command = *app.add_subcommand("generate", "make a graph and write it to a file");
  command.footer(fmt::format(
      "Generators:\n{}\nExample:\n  tandem generate kron:20 kron20.tdm --drop-duplicates", generator_help()));
  command.add_option("generator", arguments->graph.graph, "what to make, e.g. kron:20")->required();
  command.add_option("output", arguments->output.path, "file to write")->required();
  add_write_options(command, arguments->output);
  add_generate_options(command, arguments->graph);
  command.add_flag("--undirected", arguments->graph.read.undirected,
                   "every edge goes both ways, also of rmat");
  add_build_options(command, arguments->graph);
  command.callback([arguments, &action] {
    action = [arguments] {
      Host const space;
      PhaseTimes times;
      if (!is_generator(arguments->graph.graph))
        throw Error(
            fmt::format("'{}' names no generator: see 'tandem generate --help'", arguments->graph.graph));
      check_output(arguments->output.path, arguments->output.write);
      Graph const graph = load_graph(space, arguments->graph, times);
      save_graph(space, graph, arguments->output, times);
    };
  });
}

}  // namespace tandem::app
