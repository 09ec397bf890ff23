// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_perf_engine.hpp"

#include <algorithms/tandem_sources.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_io.hpp>
#include <exec/tandem_profile_rates.hpp>
#include <fmt/format.h>
#include <algorithm>

namespace tandem::perf {

void EngineArguments::add_to(Benchmark& benchmark) {
  benchmark.option("-g,--graph", graph, "a file, or a generator as in 'tandem generate'");
  benchmark.list("-p,--platform", platforms, "platforms to run on");
  benchmark.option("--partition", policy, "policy: rand, high or low; chosen by default");
  benchmark.option("--alpha", alpha, "share of the edges on the host; chosen by default");
  benchmark.option("--profile", profile,
                   "choose the split by the rates in this file, as 'tandem calibrate' writes it (default: by "
                   "threads)");
  benchmark.count("-s,--sources", num_sources, 1 << 20, "number of sources, for algorithms that have one");
  benchmark.flag("--verify", verify, "check the results of each run, outside its time");
}

Graph EngineArguments::make_graph(Host const& space, WeightKind weights, bool in_edges) const {
  BuildOptions const clean{.drop_duplicates = true, .drop_self_loops = true, .transpose = in_edges};
  if (std::filesystem::exists(graph)) return read_graph(space, graph, {}, clean);
  return build_graph(space, generate(space, graph, {.seed = 1, .weights = weights}), clean);
}

EngineOptions EngineArguments::options(std::string const& platform, std::string const& algorithm) const {
  EngineOptions result;
  result.platform.spec = platform;
  if (!policy.empty()) result.split.policy = parse_policy(policy);
  if (platform.find('G') == std::string::npos) return result;
  result.split.alpha = alpha;
  if (profile.empty()) return result;
  MachineProfile const rates = read_machine_profile(profile);
  if (std::string const problem = reason_not_to_use(rates, make_platform(result.platform), algorithm);
      !problem.empty())
    throw Error(fmt::format("'{}' {}", profile, problem));
  result.split.rates = rates.find(algorithm);
  return result;
}

std::vector<VertexId> EngineArguments::pick_sources(Graph const& made) const {
  return tandem::pick_sources(made, static_cast<std::size_t>(num_sources), 1);
}

namespace {

void note_layout(Benchmark& bench, PlatformEngine const& on) {
  RunRecord const& layout = on.engine->layout();
  bench.note(on.platform + ": alpha", layout.alpha());
  bench.note(on.platform + ": beta", layout.beta());
  bench.note(on.platform + ": beta, aggregated", layout.beta_aggregated());
  for (auto const& phase : on.engine->times().phases())
    bench.note(on.platform + ": " + phase.name + " ms", phase.seconds * 1e3);
}

}  // namespace

std::vector<PlatformEngine> EngineArguments::make_engines(Benchmark& bench, Host const& space,
                                                          Graph const& made, std::string const& algorithm,
                                                          ProgramNeeds const& needs) const {
  std::vector<PlatformEngine> engines;
  for (std::string const& platform : platforms) {
    EngineOptions with_needs = options(platform, algorithm);
    with_needs.split.needs = needs;
    engines.push_back({platform, std::make_unique<Engine>(space, made, with_needs)});
    note_layout(bench, engines.back());
  }
  return engines;
}

double exchange_share(RunRecord const& record) {
  double largest = 0;
  for (UnitRecord const& unit : record.units) {
    StepRecord const total = RunRecord::total(unit);
    largest = std::max(largest, total.exchange());
  }
  return largest / record.seconds;
}

}  // namespace tandem::perf
