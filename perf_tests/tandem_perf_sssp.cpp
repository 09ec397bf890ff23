// SPDX-License-Identifier: BSD-3-Clause
// Shortest paths on each platform with weights 1..255: mean over sources, next to two searches on the graph
// as it is given: delta-stepping with bins, and Dijkstra's on one thread.
#include "tandem_perf_delta_stepping.hpp"
#include "tandem_perf_engine.hpp"

#include <algorithms/tandem_sssp.hpp>
#include <core/tandem_error.hpp>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <queue>

namespace {

using namespace tandem;

constexpr Weight infinity = std::numeric_limits<Weight>::infinity();

/// What anybody would write first: a heap, one thread.
std::vector<Weight> dijkstra(Csr<HostMemory> const& csr, VertexId source) {
  using Entry = std::pair<Weight, VertexId>;
  std::vector<Weight> distance(csr.num_vertices(), infinity);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> heap;
  distance[source] = 0;
  heap.emplace(Weight(0), source);
  while (!heap.empty()) {
    auto const [at, u] = heap.top();
    heap.pop();
    if (at > distance[u]) continue;
    for (EdgeIndex e = csr.offsets(u); e < csr.offsets(u + 1); ++e) {
      VertexId const v = csr.targets(e);
      Weight const offer = at + csr.weights(e);
      if (!(offer < distance[v])) continue;
      distance[v] = offer;
      heap.emplace(offer, v);
    }
  }
  return distance;
}

/// The fastest of some, as its users would choose it too.
Weight tune(perf::DeltaStepping& peer, VertexId source) {
  Weight best = 1;
  double least = std::numeric_limits<double>::infinity();
  for (Weight delta = 1; delta <= 256; delta *= 2) {
    Timer const timer;
    (void)peer.run(source, delta);
    if (double const seconds = timer.seconds(); seconds < least) {
      least = seconds;
      best = delta;
    }
  }
  return best;
}

/// Shortest paths on a platform, and what the runs tell beside their time.
struct Runner {
  Runner(perf::PlatformEngine const& on, SsspOptions const& options)
      : platform(on.platform), search(std::make_unique<Sssp>(*on.engine, options)) {}

  /// Mean over the sources.
  perf::Sample run(perf::EngineArguments const& arguments, Graph const& graph,
                   std::vector<VertexId> const& sources) {
    perf::Sample sum;
    for (VertexId const source : sources) {
      SsspRun const found = search->run(source);
      arguments.expect([&] { return validate_sssp(Host(), graph, source, found.result); });
      sum.add({found.record.seconds, found.record.cpu_seconds});
      exchange.add(perf::exchange_share(found.record));
      steps.add(static_cast<double>(found.record.num_steps()));
      double edges = 0;
      for (auto const& unit : found.record.units) edges += static_cast<double>(RunRecord::total(unit).edges);
      relaxed.add(edges / static_cast<double>(graph.num_arcs()));
    }
    return sum / static_cast<double>(sources.size());
  }

  void note(perf::Benchmark& bench) const {
    bench.note(platform + ": delta", search->delta());
    bench.note(platform + ": supersteps", steps.value());
    bench.note(platform + ": edges relaxed / edges", relaxed.value());
    bench.note(platform + ": exchange share", exchange.value());
  }

  std::string platform;
  std::unique_ptr<Sssp> search;
  perf::Mean exchange = {}, steps = {}, relaxed = {};
};

/// Delta-stepping on the graph as it is given.
perf::Contender bins_on(perf::Benchmark& bench, perf::DeltaStepping& peer, Graph const& graph,
                        std::vector<VertexId> const& sources, Weight delta) {
  auto const expected = dijkstra(graph.out, sources.front());
  if (delta == 0) delta = tune(peer, sources.front());
  auto const found = peer.run(sources.front(), delta);
  if (!std::equal(expected.begin(), expected.end(), found.data()))
    throw Error("the two peers find different distances: one of them is wrong");
  bench.note("delta-stepping with bins: delta", delta);
  return {"delta-stepping with bins", [&peer, &sources, delta] {
            return perf::time_once([&] {
                     for (VertexId const source : sources) (void)peer.run(source, delta);
                     return delta;
                   }) /
                   static_cast<double>(sources.size());
          }};
}

void measure(perf::Benchmark& bench, perf::EngineArguments const& arguments, SsspOptions const& options,
             bool with_peers) {
  Host const space;
  Graph const graph = arguments.make_graph(space, WeightKind::integer);
  auto const sources = arguments.pick_sources(graph);
  auto const engines = arguments.make_engines(bench, space, graph, "sssp", sssp_needs());
  std::vector<Runner> runners;
  for (auto const& engine : engines) runners.emplace_back(engine, options);
  std::vector<perf::Contender> contenders;
  for (Runner& runner : runners)
    contenders.push_back({"sssp " + runner.platform, [&] { return runner.run(arguments, graph, sources); }});
  perf::DeltaStepping peer(space, graph.out);
  if (with_peers) {
    contenders.push_back(bins_on(bench, peer, graph, sources, options.delta));
    contenders.push_back({"Dijkstra, one source", [&] {
                            return perf::time_once([&] { return dijkstra(graph.out, sources.front()); });
                          }});
  }
  bench.race(contenders);
  for (Runner const& runner : runners) runner.note(bench);
}

}  // namespace

int main(int argc, char** argv) {
  perf::Benchmark benchmark("sssp", "Shortest paths by delta-stepping, weights 1..255");
  perf::EngineArguments arguments;
  std::optional<double> delta;
  bool peer = false;
  arguments.add_to(benchmark);
  benchmark.option("--delta", delta, "width of a bucket; chosen by default");
  benchmark.flag("--peer", peer, "also delta-stepping with bins on the graph as given, and Dijkstra's");
  return benchmark.run(argc, argv, [&](perf::Benchmark& bench) {
    SsspOptions options;
    if (delta) options.delta = static_cast<Weight>(*delta);
    measure(bench, arguments, options, peer);
  });
}
