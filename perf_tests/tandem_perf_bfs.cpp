// SPDX-License-Identifier: BSD-3-Clause
// Breadth-first search on each platform, in each direction: mean over sources, next to two searches on the
// graph as it is given: Beamer's, and a plain queue on one thread.
#include "tandem_perf_beamer.hpp"
#include "tandem_perf_engine.hpp"

#include <algorithms/tandem_bfs.hpp>
#include <core/tandem_error.hpp>

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

struct Direction {
  std::string name;
  BfsOptions options;
};

void measure_direction(perf::Benchmark& bench, Engine& engine, std::string const& name,
                       BfsOptions const& options, std::vector<VertexId> const& sources) {
  Bfs search(engine, options);
  search.run(sources.front());
  perf::Measurement times{name, {}, {}};
  double exchange = 0, aggregate = 0, steps = 0;
  for (int trial = 0; trial < bench.trials(); ++trial) {
    double sum = 0, cpu = 0;
    for (VertexId const source : sources) {
      BfsRun const run = search.run(source);
      sum += run.seconds();
      cpu += run.record.cpu_seconds;
      aggregate += run.aggregate_seconds;
      exchange += perf::exchange_share(run.record) * run.record.seconds;
      steps += static_cast<double>(run.record.num_steps());
    }
    times.seconds.push_back(sum / static_cast<double>(sources.size()));
    times.cpu_seconds.push_back(cpu / static_cast<double>(sources.size()));
  }
  bench.add(times);
  double const runs = static_cast<double>(sources.size()) * bench.trials();
  bench.note(name + ": exchange ms", exchange / runs * 1e3);
  bench.note(name + ": aggregate ms", aggregate / runs * 1e3);
  bench.note(name + ": supersteps", steps / runs);
}

/// Searches on the graph as it is given.
void measure_peers(perf::Benchmark& bench, Host const& space, Graph const& graph,
                   std::vector<VertexId> const& sources) {
  if (!graph.directed) {
    perf::BeamerBfs beamer(space, graph.out);
    if (beamer.run(sources.front()) != queue_bfs(graph.out, sources.front()))
      throw Error("the two peers reach different numbers of vertices: one of them is wrong");
    perf::Measurement times{"Beamer's bfs", {}, {}};
    for (int trial = 0; trial < bench.trials(); ++trial)
      perf::time_once(times, [&] {
        std::size_t reached = 0;
        for (VertexId const source : sources) reached += beamer.run(source);
        return reached;
      });
    for (double& seconds : times.seconds) seconds /= static_cast<double>(sources.size());
    for (double& seconds : times.cpu_seconds) seconds /= static_cast<double>(sources.size());
    bench.add(times);
  }
  bench.time("queue bfs, one source", [&] { return queue_bfs(graph.out, sources.front()); });
}

void measure(perf::Benchmark& bench, perf::EngineArguments const& arguments,
             std::vector<Direction> const& directions, bool peer) {
  Host const space;
  Graph const graph = arguments.make_graph(space);
  auto const sources = arguments.pick_sources(graph);
  for (std::string const& platform : arguments.platforms) {
    EngineOptions options = arguments.options(platform);
    options.split.needs = bfs_needs();
    Engine engine(space, graph, options);
    perf::note_layout(bench, platform, engine);
    for (Direction const& direction : directions)
      measure_direction(bench, engine, "bfs " + direction.name + " " + platform, direction.options, sources);
  }
  if (peer) measure_peers(bench, space, graph, sources);
}

}  // namespace

int main(int argc, char** argv) {
  perf::Benchmark benchmark("bfs", "Breadth-first search");
  perf::EngineArguments arguments;
  BfsOptions optimized;
  bool peer = false, by_host = false;
  arguments.add_to(benchmark.options());
  benchmark.options().add_flag("--peer", peer,
                               "also Beamer's search on the graph as given, and a queue on one thread");
  benchmark.options().add_flag("--by-host", by_host, "the host alone decides when to change the direction");
  benchmark.options().add_option("--to-bottom-up", optimized.to_bottom_up)->capture_default_str();
  benchmark.options().add_option("--to-top-down", optimized.to_top_down)->capture_default_str();
  return benchmark.run(argc, argv, [&](perf::Benchmark& bench) {
    if (by_host) optimized.rule = BfsSwitch::by_host;
    measure(bench, arguments, {{"top-down", {.direction = BfsDirection::top_down}}, {"optimized", optimized}},
            peer);
  });
}
