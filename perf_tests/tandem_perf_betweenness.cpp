// SPDX-License-Identifier: BSD-3-Clause
// Betweenness on each platform: mean over sources, next to a plain Brandes without reordering.
#include "tandem_perf_engine.hpp"

#include <algorithms/tandem_betweenness.hpp>
#include <memory>

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

/// Betweenness on a platform, and what its runs tell beside their time.
struct Runner {
  explicit Runner(perf::PlatformEngine const& on)
      : platform(on.platform), centrality(std::make_unique<Betweenness>(*on.engine)) {}

  perf::Sample run(perf::EngineArguments const& arguments, Graph const& graph,
                   std::vector<VertexId> const& sources) {
    BetweennessRun const found = centrality->run(sources);
    arguments.expect([&] { return validate_betweenness(Host(), graph, sources, found.centrality, 1e-6); });
    exchange.add(perf::exchange_share(found.record));
    teps.add(found.teps());
    return perf::Sample{found.record.seconds, found.record.cpu_seconds} / static_cast<double>(sources.size());
  }

  std::string platform;
  std::unique_ptr<Betweenness> centrality;
  perf::Mean exchange = {}, teps = {};
};

void measure(perf::Benchmark& bench, perf::EngineArguments const& arguments, bool peer) {
  Host const space;
  Graph const graph = arguments.make_graph(space, WeightKind::none, true);
  auto const sources = arguments.pick_sources(graph);
  auto const engines = arguments.make_engines(bench, space, graph, "bc", betweenness_needs());
  std::vector<Runner> runners(engines.begin(), engines.end());
  std::vector<perf::Contender> contenders;
  for (Runner& runner : runners)
    contenders.push_back({"betweenness, one source, " + runner.platform,
                          [&] { return runner.run(arguments, graph, sources); }});
  if (peer)
    contenders.push_back({"queue Brandes, one source", [&] {
                            return perf::time_once([&] { return queue_brandes(graph.out, sources.front()); });
                          }});
  bench.race(contenders);
  for (Runner const& runner : runners) {
    bench.note(runner.platform + ": exchange share", runner.exchange.value());
    bench.note(runner.platform + ": TEPS", runner.teps.value());
  }
}

}  // namespace

int main(int argc, char** argv) {
  perf::Benchmark benchmark("betweenness", "Betweenness centrality by Brandes");
  perf::EngineArguments arguments;
  bool peer = false;
  arguments.add_to(benchmark);
  benchmark.flag("--peer", peer, "also a queue version without reordering, on one thread");
  return benchmark.run(argc, argv, [&](perf::Benchmark& bench) { measure(bench, arguments, peer); });
}
