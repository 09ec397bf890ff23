// SPDX-License-Identifier: BSD-3-Clause
// PageRank on each platform: time per iteration.
#include "tandem_perf_engine.hpp"

#include <algorithms/tandem_pagerank.hpp>

namespace {

using namespace tandem;

void measure(perf::Benchmark& bench, perf::EngineArguments const& arguments, PageRankOptions const& options) {
  Host const space;
  Graph const graph = arguments.make_graph(space, WeightKind::none, true);
  for (std::string const& platform : arguments.platforms) {
    EngineOptions engine_options = arguments.options(platform);
    engine_options.split.in_edges = true;
    Engine engine(space, graph, engine_options);
    perf::note_layout(bench, platform, engine);
    pagerank(engine, options);
    perf::Measurement times{"pagerank iteration " + platform, {}, {}};
    double exchange = 0;
    for (int trial = 0; trial < bench.trials(); ++trial) {
      double const cpu = perf::process_cpu_seconds();
      PageRankRun const run = pagerank(engine, options);
      times.cpu_seconds.push_back((perf::process_cpu_seconds() - cpu) / options.iterations);
      times.seconds.push_back(run.seconds_per_iteration());
      exchange += perf::exchange_share(run.record);
    }
    bench.add(times);
    bench.note(platform + ": exchange share", exchange / bench.trials());
  }
}

}  // namespace

int main(int argc, char** argv) {
  perf::Benchmark benchmark("pagerank", "PageRank");
  perf::EngineArguments arguments;
  PageRankOptions options;
  arguments.add_to(benchmark.options());
  benchmark.options().add_option("-i,--iterations", options.iterations, "iterations")->capture_default_str();
  benchmark.options().add_flag("--double", options.double_precision, "compute in double");
  return benchmark.run(argc, argv, [&](perf::Benchmark& bench) { measure(bench, arguments, options); });
}
