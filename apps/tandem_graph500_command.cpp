// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_bfs_arguments.hpp"
#include "tandem_command.hpp"
#include "tandem_graph_arguments.hpp"
#include "tandem_numbers.hpp"
#include "tandem_run_arguments.hpp"

#include <algorithms/tandem_graph500.hpp>
#include <core/impl/tandem_output_file.hpp>
#include <core/tandem_progress.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <memory>
#include <optional>

namespace tandem::app {

namespace {

struct Graph500Arguments {
  Graph500Options options;
  EngineArguments engine;
  std::string json;
  int threads = 0;
};

/// A line of progress for each kernel.
class KernelProgress {
 public:
  void operator()(std::string const& kernel, std::size_t done, std::size_t all) {
    if (done == 0)
      m_line.emplace(kernel, all, "roots");
    else
      m_line->advance(1);
  }

 private:
  std::optional<Progress> m_line;
};

void run_graph500_command(Graph500Arguments const& arguments) {
  refuse_same_files(
      {{"--assignment", arguments.engine.options.assignment}, {"--profile", arguments.engine.profile}},
      {{"--json", arguments.json}});
  Graph500Options options = arguments.options;
  options.engine = engine_options(arguments.engine, options.seed, arguments.threads);
  Platform const platform = make_platform(options.engine.platform);
  check_split_options(platform, options.engine.split);
  if (options.engine.assignment.empty())
    options.engine.split.rates = find_rates(arguments.engine, platform, "bfs");
  std::optional<Impl::OutputFile> file;  // a bad name had better be told before the run
  if (!arguments.json.empty()) file.emplace(arguments.json);
  KernelProgress progress;
  Graph500Result result = with_name(fmt::format("kron:{}:{}", options.scale, options.edge_factor), [&] {
    return run_graph500(Host(), options, [&](std::string const& kernel, std::size_t done, std::size_t all) {
      progress(kernel, done, all);
    });
  });
  result.context.command_line = command_line();
  if (file) {
    file->write(to_json(result));
    file->commit();
  }
  for (std::string const& line : summary_lines(result)) spdlog::info("{}", line);
  fmt::print("{}", to_text(result));
}

}  // namespace

void add_graph500_command(CLI::App& app, Action& action) {
  auto const arguments = std::make_shared<Graph500Arguments>();
  auto& options = arguments->options;
  auto& command = *app.add_subcommand("graph500", "the Graph500 benchmark, by its rules");
  command.footer(
      "Examples:\n"
      "  tandem graph500 --scale 22\n"
      "  tandem graph500 --scale 20 --platform 1S1G --partition high --alpha 0.7 --json run.json\n"
      "\n"
      "Prints what the reference code does, in its form: times, edges and traversed edges a second (TEPS) "
      "of\n"
      "breadth-first search and shortest paths, each result validated on the edges as generated. What else "
      "there is\n"
      "to know, such as the split and the energy used, goes to stderr and to --json.");
  command.add_option("--scale", options.scale, "2^N vertices")
      ->check(CLI::Range(1, 40))
      ->transform(whole_number())
      ->capture_default_str()
      ->type_name("N");
  command.add_option("--edgefactor", options.edge_factor, "edges for each vertex")
      ->check(CLI::Range(1, 1024))
      ->transform(whole_number())
      ->capture_default_str()
      ->type_name("N");
  command.add_option("--roots", options.num_roots, "searches, each from another random vertex")
      ->check(CLI::Range(1, 1 << 20))
      ->transform(whole_number())
      ->capture_default_str()
      ->type_name("N");
  add_seed_option(command, options.seed, "of the graph and of the roots");
  command.add_flag("!--no-sssp", options.shortest_paths, "leave out kernel 3, shortest paths");
  command.add_flag("!--no-validate", options.validate, "leave out validation");
  command.add_option("--json", arguments->json, "also write the record of all searches")->type_name("FILE");
  add_bfs_switch_options(command, options.bfs);
  add_engine_options(command, arguments->engine);
  command.callback([arguments, &command, &app, &action] {
    refuse_idle_switch_options(command, arguments->options.bfs);
    arguments->threads = given_threads(app);
    action = [arguments] { run_graph500_command(*arguments); };
  });
}

}  // namespace tandem::app
