// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_command.hpp"
#include "tandem_run_arguments.hpp"

#include <core/tandem_host_view.hpp>
#include <exec/tandem_split.hpp>
#include <fmt/format.h>
#include <memory>

namespace tandem::app {

namespace {

struct PlanArguments {
  GraphArguments graph;
  EngineArguments engine;
  bool in_edges = false;
  std::size_t state_bytes = 16;
  int threads = 0;
};

std::string unit_name(Unit const& unit) {
  return unit.kind == UnitKind::host ? "host" : fmt::format("device {}", unit.index);
}

void print_plan(Platform const& platform, Split const& split) {
  fmt::print("platform     {}\npartition    {}\n\n", to_string(platform.spec), to_string(split.policy));
  fmt::print("{:<10} {:>7} {:>10} {:>12} {:>12}\n", "unit", "threads", "edges", "needs up to", "has");
  for (std::size_t u = 0; u < platform.units.size(); ++u) {
    Unit const& unit = platform.units[u];
    fmt::print("{:<10} {:>7} {:>8.1f} % {:>12} {:>12}\n", unit_name(unit), unit.threads,
               100 * split.shares[u], format_bytes(split.unit_bytes[u]),
               unit.memory == 0 ? "unknown" : format_bytes(unit.memory));
  }
  for (std::string const& note : platform.notes) fmt::print("note: {}\n", note);
  for (std::string const& note : split.notes) fmt::print("note: {}\n", note);
}

void plan(PlanArguments const& arguments) {
  Host const space;
  PhaseTimes times;
  Graph const graph = load_graph(space, arguments.graph, times);
  EngineOptions options = engine_options(arguments.engine, arguments.graph.generate.seed, arguments.threads);
  options.split.in_edges = arguments.in_edges;
  options.split.state_bytes = arguments.state_bytes;
  Platform const platform = make_platform(options.platform);
  print_plan(platform, choose_split(space, platform, graph, options.split));
}

}  // namespace

void add_plan_command(CLI::App& app, Action& action) {
  auto const arguments = std::make_shared<PlanArguments>();
  auto& command = *app.add_subcommand("plan", "show how a graph would be split, and what memory that needs");
  command.footer(
      "Examples:\n"
      "  tandem plan --graph web.tdm\n"
      "  tandem plan --graph web.tdm --platform 1S2G --device-memory 4G");
  command.add_option("-g,--graph", arguments->graph.graph, "file to read, or a generator such as kron:20")
      ->required();
  command.add_flag("--pull", arguments->in_edges,
                   "count in-edges as well, as PageRank on directed graphs needs");
  command.add_option("--state-bytes", arguments->state_bytes, "that an algorithm keeps for each vertex")
      ->capture_default_str();
  add_engine_options(command, arguments->engine);
  add_read_options(command, arguments->graph);
  add_generate_options(command, arguments->graph);
  add_build_options(command, arguments->graph);
  command.callback([arguments, &app, &action] {
    if (auto const* const threads = app.get_option("--threads"); threads->count() > 0)
      arguments->threads = threads->as<int>();
    action = [arguments] { plan(*arguments); };
  });
}

}  // namespace tandem::app
