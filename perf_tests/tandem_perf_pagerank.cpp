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

perf::Contender bare_loop_of(Host const& space, std::string const& name, Graph const& graph,
                             PageRankOptions const& options) {
  return {name, [&space, &graph, &options] {
            return perf::time_once([&] { return bare_loop(space, graph, options); }) / options.iterations;
          }};
}

perf::Contender ranks_on(perf::PlatformEngine const& on, PageRankOptions const& options,
                         perf::Mean& exchange) {
  return {"pagerank iteration " + on.platform, [engine = on.engine.get(), &options, &exchange] {
            PageRankRun const run = pagerank(*engine, options);
            exchange.add(perf::exchange_share(run.record));
            return perf::Sample{run.seconds_per_iteration(), run.record.cpu_seconds / options.iterations};
          }};
}

void measure(perf::Benchmark& bench, perf::EngineArguments const& arguments, PageRankOptions const& options,
             bool bare) {
  Host const space;
  Graph const graph = arguments.make_graph(space, WeightKind::none, true);
  auto const engines = arguments.make_engines(bench, space, graph, "pagerank", pagerank_needs(options));
  std::vector<perf::Mean> exchange(engines.size());
  std::vector<perf::Contender> contenders;
  for (std::size_t i = 0; i < engines.size(); ++i)
    contenders.push_back(ranks_on(engines[i], options, exchange[i]));
  Graph ordered;
  if (bare) {
    ordered = order_by_degree(space, graph);
    add_in_edges(space, ordered);
    contenders.push_back(bare_loop_of(space, "pagerank iteration, bare loop", ordered, options));
    contenders.push_back(bare_loop_of(space, "pagerank iteration, not reordered", graph, options));
  }
  bench.race(contenders);
  for (std::size_t i = 0; i < engines.size(); ++i)
    bench.note(engines[i].platform + ": exchange share", exchange[i].value());
}

}  // namespace

int main(int argc, char** argv) {
  perf::Benchmark benchmark("pagerank", "PageRank");
  perf::EngineArguments arguments;
  PageRankOptions options;
  bool bare = false;
  arguments.add_to(benchmark);
  benchmark.option("-i,--iterations", options.iterations, "iterations");
  benchmark.flag("--double", options.double_precision, "compute in double");
  benchmark.flag("--bare", bare, "also the same kernel in a bare loop, with and without reordering");
  return benchmark.run(argc, argv, [&](perf::Benchmark& bench) { measure(bench, arguments, options, bare); });
}
