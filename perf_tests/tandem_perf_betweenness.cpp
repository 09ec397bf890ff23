// SPDX-License-Identifier: BSD-3-Clause
// Betweenness on each platform: mean over sources, next to a plain Brandes without reordering.
#include "tandem_perf_engine.hpp"

#include <algorithms/tandem_betweenness.hpp>

namespace {

using namespace tandem;

/// What anybody would write first: a queue, one thread.
double queue_brandes(Csr<HostMemory> const& csr, VertexId source) {
  std::vector<int> level(csr.num_vertices(), -1);
  std::vector<double> paths(csr.num_vertices(), 0), dependency(csr.num_vertices(), 0);
  std::vector<VertexId> queue{source};
  level[source] = 0;
  paths[source] = 1;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    VertexId const u = queue[i];
    for (EdgeIndex e = csr.offsets(u); e < csr.offsets(u + 1); ++e) {
      VertexId const v = csr.targets(e);
      if (level[v] < 0) {
        level[v] = level[u] + 1;
        queue.push_back(v);
      }
      if (level[v] == level[u] + 1) paths[v] += paths[u];
    }
  }
  for (std::size_t i = queue.size(); i-- > 0;) {
    VertexId const u = queue[i];
    for (EdgeIndex e = csr.offsets(u); e < csr.offsets(u + 1); ++e) {
      VertexId const v = csr.targets(e);
      if (level[v] == level[u] + 1) dependency[u] += paths[u] / paths[v] * (1 + dependency[v]);
    }
  }
  return dependency[source];
}

void measure(perf::Benchmark& bench, perf::EngineArguments const& arguments, bool peer) {
  Host const space;
  Graph const graph = arguments.make_graph(space, WeightKind::none, true);
  auto const sources = arguments.pick_sources(graph);
  for (std::string const& platform : arguments.platforms) {
    EngineOptions options = arguments.options(platform);
    options.split.needs = betweenness_needs();
    Engine engine(space, graph, options);
    perf::note_layout(bench, platform, engine);
    Betweenness centrality(engine);
    centrality.run({sources.front()});
    perf::Measurement times{"betweenness, one source, " + platform, {}, {}};
    double exchange = 0, teps = 0;
    for (int trial = 0; trial < bench.trials(); ++trial) {
      double const cpu = perf::process_cpu_seconds();
      BetweennessRun const run = centrality.run(sources);
      auto const n = static_cast<double>(sources.size());
      times.cpu_seconds.push_back((perf::process_cpu_seconds() - cpu) / n);
      times.seconds.push_back(run.record.seconds / n);
      exchange += perf::exchange_share(run.record) / bench.trials();
      teps += run.teps() / bench.trials();
    }
    bench.add(times);
    bench.note(platform + ": exchange share", exchange);
    bench.note(platform + ": TEPS", teps);
  }
  if (peer)
    bench.time("queue Brandes, one source", [&] { return queue_brandes(graph.out, sources.front()); });
}

}  // namespace

int main(int argc, char** argv) {
  perf::Benchmark benchmark("betweenness", "Betweenness centrality by Brandes");
  perf::EngineArguments arguments;
  bool peer = false;
  arguments.add_to(benchmark.options());
  benchmark.options().add_flag("--peer", peer, "also a queue version without reordering, on one thread");
  return benchmark.run(argc, argv, [&](perf::Benchmark& bench) { measure(bench, arguments, peer); });
}
