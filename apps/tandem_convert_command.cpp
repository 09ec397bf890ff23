// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_command.hpp"
#include "tandem_graph_arguments.hpp"

#include <memory>

namespace tandem::app {

void add_convert_command(CLI::App& app, Action& action) {
  struct Arguments {
    GraphArguments graph;
    OutputArguments output;
  };
  auto const arguments = std::make_shared<Arguments>();
  auto& command = *app.add_subcommand("convert", "read a graph in one format and write it in another");
  command.footer(
      "Examples:\n"
      "  tandem convert soc-Epinions1.txt.gz epinions.tdm\n"
      "  tandem convert graph.mtx graph.sg --undirected --drop-duplicates --drop-self-loops");
  command.add_option("input", arguments->graph.graph, "file to read, or a generator such as kron:20")
      ->required();
  command.add_option("output", arguments->output.path, "file to write")->required();
  add_write_options(command, arguments->output);
  add_read_options(command, arguments->graph);
  add_generate_options(command, arguments->graph, SeedUse::graph);
  add_build_options(command, arguments->graph);
  command.callback([arguments, &action] {
    action = [arguments] {
      Host const space;
      PhaseTimes times;
      refuse_same_files({graph_file("input", arguments->graph)}, {{"output", arguments->output.path}});
      check_output(arguments->output.path, arguments->output.write);
      Graph const graph = load_graph(space, arguments->graph, times);
      save_graph(space, graph, arguments->output, times);
    };
  });
}

}  // namespace tandem::app
