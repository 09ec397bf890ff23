// SPDX-License-Identifier: BSD-3-Clause
// Shortest paths on each platform with weights 1..255: mean over sources.
#include "tandem_perf_engine.hpp"

#include <algorithms/tandem_sssp.hpp>

namespace {

using namespace tandem;

struct Sums {
  double seconds = 0, edges = 0, steps = 0, exchange = 0, teps = 0;
};

void measure(perf::Benchmark& bench, perf::EngineArguments const& arguments, SsspOptions const& options) {
  Host const space;
  Graph const graph = arguments.make_graph(space, WeightKind::integer);
  auto const sources = arguments.pick_sources(graph);
  for (std::string const& platform : arguments.platforms) {
    EngineOptions engine_options = arguments.options(platform);
    engine_options.split.needs = sssp_needs();
    Engine engine(space, graph, engine_options);
    perf::note_layout(bench, platform, engine);
    Sssp search(engine, options);
    search.run(sources.front());
    perf::Measurement times{"sssp " + platform, {}, {}};
    Sums all;
    for (int trial = 0; trial < bench.trials(); ++trial) {
      double sum = 0, cpu = 0;
      for (VertexId const source : sources) {
        double const cpu_before = perf::process_cpu_seconds();
        SsspRun const run = search.run(source);
        cpu += perf::process_cpu_seconds() - cpu_before;
        sum += run.record.seconds;
        all.exchange += perf::exchange_share(run.record);
        all.steps += static_cast<double>(run.record.num_steps());
        for (auto const& unit : run.record.units)
          all.edges +=
              static_cast<double>(RunRecord::total(unit).edges) / static_cast<double>(graph.num_arcs());
      }
      times.seconds.push_back(sum / static_cast<double>(sources.size()));
      times.cpu_seconds.push_back(cpu / static_cast<double>(sources.size()));
    }
    bench.add(times);
    double const runs = static_cast<double>(sources.size()) * bench.trials();
    bench.note(platform + ": delta", search.delta());
    bench.note(platform + ": supersteps", all.steps / runs);
    bench.note(platform + ": edges relaxed / edges", all.edges / runs);
    bench.note(platform + ": exchange share", all.exchange / runs);
  }
}

}  // namespace

int main(int argc, char** argv) {
  perf::Benchmark benchmark("sssp", "Shortest paths by delta-stepping, weights 1..255");
  perf::EngineArguments arguments;
  SsspOptions options;
  arguments.add_to(benchmark.options());
  benchmark.options().add_option("--delta", options.delta, "width of a bucket; chosen by default");
  return benchmark.run(argc, argv, [&](perf::Benchmark& bench) { measure(bench, arguments, options); });
}
