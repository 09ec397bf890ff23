// SPDX-License-Identifier: BSD-3-Clause
// PageRank on each platform: time per iteration; and the same kernel in a bare loop, to see what the engine
// costs.
#include "tandem_perf_engine.hpp"

#include <algorithms/impl/tandem_pagerank_program.hpp>
#include <algorithms/tandem_pagerank.hpp>
#include <core/tandem_error.hpp>
#include <algorithm>
#include <memory>

namespace {

using namespace tandem;

/// The same iterations as the engine's, by the same kernels and threads, without partitions, mail and units.
class BareLoop {
 public:
  BareLoop(Host const& space, Graph const& graph, PageRankOptions const& options)
      : m_graph(graph),
        m_options(options),
        m_now(make_view<float>(space, "tandem::perf_pagerank::now", graph.num_vertices())),
        m_next(make_view<float>(space, "tandem::perf_pagerank::next", graph.num_vertices())) {
    // Vertices without edges come last where the graph is ordered by degree. The engine leaves them out.
    m_num_active = graph.num_vertices();
    while (m_num_active > 0 && graph.out.degree(static_cast<VertexId>(m_num_active - 1)) == 0) --m_num_active;
  }

  perf::Sample time_iteration(Host const& space) {
    return perf::time_once([&] { return run(space); }) / m_options.iterations;
  }

 private:
  using Apply = Impl::PageRankApply<float, HostMemory>;

  float run(Host const& space) {
    auto const n = static_cast<double>(m_graph.num_vertices());
    double const num_idle = n - static_cast<double>(m_num_active);
    double idle_rank = 1 / n;
    for_each_vertex(
        space, "tandem::perf_pagerank::start", m_num_active,
        Impl::PageRankStart<float, HostMemory>{{m_now, m_graph.out, 1 / static_cast<float>(n), 0}});
    for (int i = 0; i < m_options.iterations; ++i) {
      double const base = (1 - m_options.damping + m_options.damping * num_idle * idle_rank) / n;
      reduce_edges<Kokkos::Sum<double>>(
          space, "tandem::perf_pagerank::gather", m_graph.in, RowRange{0, m_num_active},
          mapping_by_mean_degree(m_graph.in), Impl::PageRankGather<float, HostMemory>{m_now},
          Apply{m_next, m_graph.out, static_cast<float>(base), static_cast<float>(m_options.damping)});
      space.fence("tandem::perf_pagerank: gathered");
      idle_rank = base;
      std::swap(m_now, m_next);
    }
    return m_num_active == 0 ? 0 : m_now(0);
  }

  Graph m_graph;
  PageRankOptions m_options;
  std::size_t m_num_active = 0;
  Impl::Contributions<float, HostMemory> m_now, m_next;
};

/// On the threads of an engine that has one unit.
perf::Contender bare_loop_on(Engine& engine, std::string const& name, Graph const& graph,
                             PageRankOptions const& options) {
  auto const loop = std::make_shared<BareLoop>(Host(), graph, options);
  return {name, [&engine, loop] {
            perf::Sample sample;
            engine.on_host_unit([&](Host const& space) { sample = loop->time_iteration(space); });
            return sample;
          }};
}

perf::Contender ranks_on(perf::EngineArguments const& arguments, perf::PlatformEngine const& on,
                         Graph const& graph, PageRankOptions const& options, perf::Mean& exchange) {
  return {"pagerank iteration " + on.platform,
          [&arguments, engine = on.engine.get(), &graph, &options, &exchange] {
            PageRankRun const run = pagerank(*engine, options);
            arguments.expect([&] {
              return validate_pagerank(Host(), graph, run.ranks,
                                       {options.damping, options.double_precision ? 1e-9 : 1e-4});
            });
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
    contenders.push_back(ranks_on(arguments, engines[i], graph, options, exchange[i]));
  Graph ordered;
  if (bare) {
    auto const alone =
        std::find_if(engines.begin(), engines.end(), [](auto const& each) { return each.platform == "1S"; });
    if (alone == engines.end()) throw Error("--bare is next to the engine on 1S: have it among --platform");
    ordered = order_by_degree(space, graph);
    add_in_edges(space, ordered);
    contenders.push_back(bare_loop_on(*alone->engine, "pagerank iteration, bare loop", ordered, options));
    contenders.push_back(bare_loop_on(*alone->engine, "pagerank iteration, not reordered", graph, options));
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
