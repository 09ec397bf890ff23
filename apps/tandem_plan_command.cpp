// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_command.hpp"
#include "tandem_numbers.hpp"
#include "tandem_plan_report.hpp"
#include "tandem_run_arguments.hpp"

#include <core/tandem_error.hpp>
#include <core/tandem_progress.hpp>
#include <exec/tandem_layout.hpp>
#include <partition/tandem_machine_profile.hpp>
#include <fmt/format.h>
#include <algorithm>
#include <memory>
#include <optional>

namespace tandem::app {

namespace {

struct PlanArguments {
  GraphArguments graph;
  EngineArguments engine;
  std::string algorithm;
  PageRankOptions pagerank;
  std::string assume;
  std::optional<std::size_t> state_bytes;
  bool json = false;
  int threads = 0;
};

/// Enough for whichever algorithm will run.
ProgramNeeds needs_of_any() {
  ProgramNeeds needs = needs_of(algorithm_names().front());
  for (std::string const& name : algorithm_names()) needs = needs_in_turn(needs, needs_of(name));
  return needs;
}

/// The units of a machine that is not here.
Platform assumed_platform(MachineProfile const& profile) {
  Platform platform;
  platform.spec = parse_platform_spec(profile.platform);
  auto const add = [&platform, &profile](UnitKind kind, int index, int threads, std::size_t memory) {
    Unit unit;
    unit.kind = kind;
    unit.index = index;
    unit.threads = threads;
    unit.memory = memory;
    unit.emulated = kind == UnitKind::device && profile.emulated;
    platform.units.push_back(unit);
  };
  if (platform.spec.sockets > 0) add(UnitKind::host, 0, profile.host_threads, profile.host_memory);
  for (int i = 0; i < platform.spec.devices; ++i)
    add(UnitKind::device, i, profile.device_threads, profile.device_memory);
  platform.notes.push_back("assumed: " + profile.machine);
  return platform;
}

PlanReport describe(Host const& space, Platform const& platform, Graph const& graph, Split const& split) {
  PlanReport report;
  report.platform = to_string(platform.spec);
  Boundary const boundary = count_boundary(space, graph, split.assignment);
  double const arcs = std::max(1.0, static_cast<double>(graph.num_arcs()));
  report.alpha = platform.spec.sockets > 0 ? static_cast<double>(split.parts.front().out_edges) / arcs : 0;
  report.beta = static_cast<double>(boundary.edges) / arcs;
  report.beta_aggregated = static_cast<double>(boundary.targets) / arcs;
  for (std::size_t u = 0; u < platform.units.size(); ++u) {
    Unit const& unit = platform.units[u];
    report.units.push_back({unit_name(unit), unit.threads, split.parts[u].vertices, split.shares[u],
                            split.unit_bytes[u], unit.memory});
  }
  report.notes = platform.notes;
  report.notes.insert(report.notes.end(), split.notes.begin(), split.notes.end());
  return report;
}

/// What the model says of the split and of all others.
void add_predictions(PlanReport& report, Host const& space, Platform const& platform, Graph const& graph,
                     Split const& split, SplitOptions const& options) {
  bool const once = report.algorithm != "pagerank" && !graph.directed;  // as the algorithms count their rates
  double const edges = static_cast<double>(graph.num_arcs()) / (once ? 2 : 1);
  double const host_alone =
      predict(DegreeProfile(space, graph.out), *options.rates, PartitionPolicy::random, {1.0}, true).seconds;
  auto const make_point = [&](Prediction const& each) -> PlanPoint {
    return {std::string(to_string(each.policy)),
            each.alpha,
            each.beta,
            each.beta_aggregated,
            each.seconds,
            edges / each.seconds,
            platform.spec.sockets > 0 ? std::optional(host_alone / each.seconds) : std::nullopt};
  };
  for (Prediction const& each : predict_splits(space, platform, graph, options))
    report.points.push_back(make_point(each));
  report.recommended = make_point(*split.prediction);
}

/// From the profile of a machine that is not here, or of this one.
std::optional<AlgorithmRates> rates_for(PlanArguments const& arguments, Platform const& platform,
                                        std::optional<MachineProfile> const& assumed) {
  if (!assumed) return find_rates(arguments.engine, platform, arguments.algorithm);
  auto const rates = assumed->find(arguments.algorithm);
  if (!rates) throw Error(fmt::format("{} has no rates for '{}'", arguments.assume, arguments.algorithm));
  return rates;
}

void plan(PlanArguments const& arguments) {
  Host const space;
  PhaseTimes times;
  std::optional<MachineProfile> assumed;
  if (!arguments.assume.empty()) assumed = read_machine_profile(arguments.assume);
  EngineOptions options = engine_options(arguments.engine, arguments.graph.generate.seed, arguments.threads);
  options.split.needs =
      arguments.algorithm.empty() ? needs_of_any() : needs_of(arguments.algorithm, {}, arguments.pagerank);
  if (arguments.state_bytes) options.split.needs.bytes = {.slot = *arguments.state_bytes, .vertex = 0};
  auto const get_platform = [&] {
    return assumed ? assumed_platform(*assumed) : make_platform(options.platform);
  };
  bool const predicts = !arguments.algorithm.empty() && options.assignment.empty();
  Platform const before = get_platform();
  check_split_options(before, options.split);
  if (predicts) options.split.rates = rates_for(arguments, before, assumed);

  Graph const graph = load_graph(space, arguments.graph, times);
  Progress const line("plan");
  Graph const prepared =
      with_name(arguments.graph.graph, [&] { return prepare_graph(space, graph, options.split.needs); });
  Platform const platform = get_platform();  // whose units now have less memory, as they would in a run
  Split const split = split_graph(space, platform, graph, prepared, options);
  PlanReport report = describe(space, platform, prepared, split);
  report.graph = fmt::format("{}: {} vertices, {} arcs", arguments.graph.graph,
                             with_commas(graph.num_vertices()), with_commas(graph.num_arcs()));
  report.policy = options.assignment.empty() ? std::string(to_string(split.policy)) : "as in the file";
  report.algorithm = arguments.algorithm;
  if (options.split.rates)
    add_predictions(report, space, platform, prepared, split, options.split);
  else if (predicts)
    report.notes.push_back("no profile of these units, so no prediction: make one by 'tandem calibrate'");
  fmt::print("{}", arguments.json ? to_json(report) : to_text(report));
}

}  // namespace

void add_plan_command(CLI::App& app, Action& action) {
  auto const arguments = std::make_shared<PlanArguments>();
  auto& command = *app.add_subcommand(
      "plan", "show how a graph would be split, what memory that needs, and how fast it would be");
  command.footer(
      "Examples:\n"
      "  tandem plan --graph web.tdm\n"
      "  tandem plan --graph web.tdm --platform 1S2G --device-memory 4G\n"
      "  tandem calibrate --platform 1S1G && tandem plan --graph web.tdm --platform 1S1G --algorithm bfs\n"
      "  tandem plan --graph web.tdm --algorithm bfs --assume configs/machines/2x-e5-2650-2x-titan.toml");
  command.add_option("-g,--graph", arguments->graph.graph, "file to read, or a generator such as kron:20")
      ->required();
  auto* const algorithm = command
                              .add_option("--algorithm", arguments->algorithm,
                                          "predict the speed of bfs, pagerank, bc, sssp or cc")
                              ->check(CLI::IsMember(algorithm_names()))
                              ->type_name("NAME");
  auto* const in_double =
      command
          .add_flag("--double", arguments->pagerank.double_precision, "PageRank in double instead of float")
          ->needs(algorithm);
  add_engine_options(command, arguments->engine);
  command
      .add_option("--assume", arguments->assume,
                  "plan for the machine that this profile describes, which need not be here")
      ->excludes("--platform", "--profile", "--device-memory", "--device-threads", "--no-bind")
      ->needs(algorithm)
      ->type_name("FILE");
  command
      .add_option(
          "--state-bytes", arguments->state_bytes,
          "that a program of your own keeps for each vertex (default: what the algorithm does, or the "
          "most demanding one)")
      ->check(CLI::Range(std::size_t(0), std::size_t(1) << 20))
      ->transform(whole_number())
      ->type_name("N");
  command.add_flag("--json", arguments->json, "for programs");
  add_read_options(command, arguments->graph);
  add_generate_options(command, arguments->graph);
  add_build_options(command, arguments->graph);
  command.callback([arguments, in_double, &app, &action] {
    if (in_double->count() > 0 && arguments->algorithm != "pagerank")
      throw Error(fmt::format("--double is for pagerank, {} has no use for it", arguments->algorithm));
    clean_generated(arguments->graph);
    // Without a name it may be sssp.
    if (arguments->algorithm.empty() || arguments->algorithm == "sssp") weigh_generated(arguments->graph);
    arguments->threads = given_threads(app);
    action = [arguments] { plan(*arguments); };
  });
}

}  // namespace tandem::app
