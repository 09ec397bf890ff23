// SPDX-License-Identifier: BSD-3-Clause
// Breadth-first search on each platform: mean over sources, next to a plain queue search without reordering.
#include "tandem_perf_engine.hpp"

#include <algorithms/tandem_bfs.hpp>

namespace {

using namespace tandem;

/// What anybody would write first: a queue, one thread.
std::size_t queue_bfs(Csr<HostMemory> const& csr, VertexId source) {
  std::vector<VertexId> parent(csr.num_vertices(), invalid_vertex), queue{source};
  parent[source] = source;
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (EdgeIndex e = csr.offsets(queue[i]); e < csr.offsets(queue[i] + 1); ++e)
      if (VertexId const v = csr.targets(e); parent[v] == invalid_vertex) {
        parent[v] = queue[i];
        queue.push_back(v);
      }
  return queue.size();
}

void measure(perf::Benchmark& bench, perf::EngineArguments const& arguments, bool peer) {
  Host const space;
  Graph const graph = arguments.make_graph(space);
  auto const sources = arguments.pick_sources(graph);
  for (std::string const& platform : arguments.platforms) {
    Engine engine(space, graph, arguments.options(platform));
    perf::note_layout(bench, platform, engine);
    Bfs search(engine);
    search.run(sources.front());
    perf::Measurement times{"bfs " + platform, {}, {}};
    double exchange = 0;
    for (int trial = 0; trial < bench.trials(); ++trial) {
      double sum = 0, cpu = 0;
      for (VertexId const source : sources) {
        BfsRun const run = search.run(source);
        sum += run.record.seconds;
        cpu += run.record.cpu_seconds;
        exchange += perf::exchange_share(run.record);
      }
      times.seconds.push_back(sum / static_cast<double>(sources.size()));
      times.cpu_seconds.push_back(cpu / static_cast<double>(sources.size()));
    }
    bench.add(times);
    bench.note(platform + ": exchange share",
               exchange / static_cast<double>(sources.size()) / bench.trials());
  }
  if (peer) bench.time("queue bfs, one source", [&] { return queue_bfs(graph.out, sources.front()); });
}

}  // namespace

int main(int argc, char** argv) {
  perf::Benchmark benchmark("bfs", "Breadth-first search, top-down");
  perf::EngineArguments arguments;
  bool peer = false;
  arguments.add_to(benchmark.options());
  benchmark.options().add_flag("--peer", peer, "also a queue search without reordering, on one thread");
  return benchmark.run(argc, argv, [&](perf::Benchmark& bench) { measure(bench, arguments, peer); });
}
