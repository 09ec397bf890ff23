// SPDX-License-Identifier: BSD-3-Clause
// PageRank on each platform: time per iteration; and the same kernel in a bare loop, to see what the engine
// costs.
#include "tandem_perf_engine.hpp"

#include <algorithms/impl/tandem_pagerank_program.hpp>
#include <algorithms/tandem_pagerank.hpp>

namespace {

using namespace tandem;

/// Iterations on a graph ordered by degree, without partitions, mail and units.
double bare_loop(Host const& space, Graph const& graph, PageRankOptions const& options) {
  using Values = Impl::Contributions<float, HostMemory>;
  auto const n = static_cast<float>(graph.num_vertices());
  Values now = make_view<float>(space, "tandem::perf_pagerank::now", graph.num_vertices());
  Values next = make_view<float>(space, "tandem::perf_pagerank::next", graph.num_vertices());
  Kokkos::deep_copy(space, now, 1 / n);
  space.fence("tandem::perf_pagerank: started");
  auto const damping = static_cast<float>(options.damping);
  for (int i = 0; i < options.iterations; ++i) {
    reduce_edges<Kokkos::Sum<float>>(
        space, "tandem::perf_pagerank::gather", graph.in, Impl::PageRankGather<float, HostMemory>{now},
        Impl::PageRankApply<float, HostMemory>{next, graph.out, (1 - damping) / n, damping});
    space.fence("tandem::perf_pagerank: gathered");
    std::swap(now, next);
  }
  return now(0);
}

void measure_bare_loop(perf::Benchmark& bench, std::string const& name, Graph const& graph,
                       PageRankOptions const& options) {
  Host const space;
  perf::Measurement times{name, {}, {}}, warm_up;
  perf::time_once(warm_up, [&] { return bare_loop(space, graph, options); });
  for (int trial = 0; trial < bench.trials(); ++trial)
    perf::time_once(times, [&] { return bare_loop(space, graph, options); });
  for (auto* seconds : {&times.seconds, &times.cpu_seconds})
    for (double& value : *seconds) value /= options.iterations;
  bench.add(times);
}

void measure(perf::Benchmark& bench, perf::EngineArguments const& arguments, PageRankOptions const& options,
             bool bare) {
  Host const space;
  Graph const graph = arguments.make_graph(space, WeightKind::none, true);
  for (std::string const& platform : arguments.platforms) {
    EngineOptions engine_options = arguments.options(platform);
    engine_options.split.needs = pagerank_needs(options);
    Engine engine(space, graph, engine_options);
    perf::note_layout(bench, platform, engine);
    pagerank(engine, options);
    perf::Measurement times{"pagerank iteration " + platform, {}, {}};
    double exchange = 0;
    for (int trial = 0; trial < bench.trials(); ++trial) {
      PageRankRun const run = pagerank(engine, options);
      times.cpu_seconds.push_back(run.record.cpu_seconds / options.iterations);
      times.seconds.push_back(run.seconds_per_iteration());
      exchange += perf::exchange_share(run.record);
    }
    bench.add(times);
    bench.note(platform + ": exchange share", exchange / bench.trials());
  }
  if (!bare) return;
  Graph ordered = order_by_degree(space, graph);
  add_in_edges(space, ordered);
  measure_bare_loop(bench, "pagerank iteration, bare loop", ordered, options);
  measure_bare_loop(bench, "pagerank iteration, not reordered", graph, options);
}

}  // namespace

int main(int argc, char** argv) {
  perf::Benchmark benchmark("pagerank", "PageRank");
  perf::EngineArguments arguments;
  PageRankOptions options;
  bool bare = false;
  arguments.add_to(benchmark.options());
  benchmark.options().add_option("-i,--iterations", options.iterations, "iterations")->capture_default_str();
  benchmark.options().add_flag("--double", options.double_precision, "compute in double");
  benchmark.options().add_flag("--bare", bare,
                               "also the same kernel in a bare loop, with and without reordering");
  return benchmark.run(argc, argv, [&](perf::Benchmark& bench) { measure(bench, arguments, options, bare); });
}
