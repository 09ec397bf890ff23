// SPDX-License-Identifier: BSD-3-Clause
// Breadth-first search on each platform, in each direction: mean over sources, next to two searches on the
// graph as it is given: Beamer's, and a plain queue on one thread.
#include "tandem_perf_beamer.hpp"
#include "tandem_perf_engine.hpp"

#include <algorithms/tandem_bfs.hpp>
#include <core/tandem_error.hpp>
#include <memory>

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
  std::string in_profiles;  ///< what they call it
};

/// Searches in one direction on a platform, and what they tell beside their time.
struct Runner {
  Runner(perf::PlatformEngine const& on, Direction const& direction)
      : name("bfs " + direction.name + " " + on.platform),
        search(std::make_unique<Bfs>(*on.engine, direction.options)) {}

  /// Mean over the sources.
  perf::Sample run(perf::EngineArguments const& arguments, Graph const& graph,
                   std::vector<VertexId> const& sources) {
    perf::Sample sum;
    for (VertexId const source : sources) {
      BfsRun const found = search->run(source);
      arguments.expect([&] { return validate_bfs(Host(), graph, source, found.tree); });
      sum.add({found.seconds(), found.record.cpu_seconds});
      if (!warm) continue;
      exchange.add(perf::exchange_share(found.record) * found.record.seconds);
      aggregate.add(found.aggregate_seconds);
      naming.add(found.naming_seconds);
      init.add(found.record.init_seconds());
      steps.add(static_cast<double>(found.record.num_steps()));
    }
    warm = true;
    return sum / static_cast<double>(sources.size());
  }

  void note(perf::Benchmark& bench) const {
    bench.note(name + ": init ms", init.value() * 1e3);
    bench.note(name + ": exchange ms", exchange.value() * 1e3);
    bench.note(name + ": aggregate ms", aggregate.value() * 1e3);
    bench.note(name + ": naming (not in the time) ms", naming.value() * 1e3);
    bench.note(name + ": supersteps", steps.value());
  }

  std::string name;
  std::unique_ptr<Bfs> search;
  bool warm = false;  ///< memory was touched before
  perf::Mean init = {}, exchange = {}, aggregate = {}, naming = {}, steps = {};
};

/// Beamer's search on the graph as it is given.
perf::Contender beamer_on(perf::BeamerBfs& beamer, Graph const& graph, std::vector<VertexId> const& sources) {
  if (beamer.run(sources.front()) != queue_bfs(graph.out, sources.front()))
    throw Error("the two peers reach different numbers of vertices: one of them is wrong");
  return {"Beamer's bfs", [&beamer, &sources] {
            return perf::time_once([&] {
                     std::size_t reached = 0;
                     for (VertexId const source : sources) reached += beamer.run(source);
                     return reached;
                   }) /
                   static_cast<double>(sources.size());
          }};
}

void measure(perf::Benchmark& bench, perf::EngineArguments const& arguments,
             std::vector<Direction> const& directions, bool peer) {
  Host const space;
  Graph const graph = arguments.make_graph(space);
  auto const sources = arguments.pick_sources(graph);
  perf::BeamerBfs beamer(space, graph.out);
  for (Direction const& direction : directions) {
    auto const engines = arguments.make_engines(bench, space, graph, direction.in_profiles, bfs_needs());
    std::vector<Runner> runners;
    for (auto const& engine : engines) runners.emplace_back(engine, direction);
    std::vector<perf::Contender> contenders;
    for (Runner& runner : runners)
      contenders.push_back({runner.name, [&] { return runner.run(arguments, graph, sources); }});
    bool const optimized = direction.options.direction == BfsDirection::optimized;
    if (peer && optimized && !graph.directed) contenders.push_back(beamer_on(beamer, graph, sources));
    if (peer && !optimized)
      contenders.push_back({"queue bfs, one source", [&] {
                              return perf::time_once([&] { return queue_bfs(graph.out, sources.front()); });
                            }});
    bench.race(contenders);
    for (Runner const& runner : runners) runner.note(bench);
  }
}

}  // namespace

int main(int argc, char** argv) {
  perf::Benchmark benchmark("bfs", "Breadth-first search");
  perf::EngineArguments arguments;
  BfsOptions optimized;
  bool peer = false, by_host = false;
  arguments.add_to(benchmark);
  benchmark.flag("--peer", peer, "also Beamer's search on the graph as given, and a queue on one thread");
  benchmark.flag("--by-host", by_host, "the host alone decides when to change the direction");
  benchmark.option("--to-bottom-up", optimized.to_bottom_up, "");
  benchmark.option("--to-top-down", optimized.to_top_down, "");
  return benchmark.run(argc, argv, [&](perf::Benchmark& bench) {
    if (by_host) optimized.rule = BfsSwitch::by_host;
    measure(bench, arguments,
            {{"top-down", {.direction = BfsDirection::top_down}, "bfs-top-down"},
             {"optimized", optimized, "bfs"}},
            peer);
  });
}
