// SPDX-License-Identifier: BSD-3-Clause
// Shortest paths on each platform with weights 1..255: mean over sources, next to two searches on the graph
// as it is given: delta-stepping with bins, and Dijkstra's on one thread.
#include "tandem_perf_delta_stepping.hpp"
#include "tandem_perf_engine.hpp"

#include <algorithms/tandem_sssp.hpp>
#include <core/tandem_error.hpp>
#include <functional>
#include <limits>
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

/// Searches on the graph as it is given.
void measure_peers(perf::Benchmark& bench, Host const& space, Graph const& graph,
                   std::vector<VertexId> const& sources, Weight delta) {
  perf::DeltaStepping peer(space, graph.out);
  auto const expected = dijkstra(graph.out, sources.front());
  if (delta == 0) delta = tune(peer, sources.front());
  auto const found = peer.run(sources.front(), delta);
  if (!std::equal(expected.begin(), expected.end(), found.data()))
    throw Error("the two peers find different distances: one of them is wrong");
  perf::Measurement times{"delta-stepping with bins", {}, {}};
  for (int trial = 0; trial < bench.trials(); ++trial)
    perf::time_once(times, [&] {
      for (VertexId const source : sources) (void)peer.run(source, delta);
      return delta;
    });
  for (double& seconds : times.seconds) seconds /= static_cast<double>(sources.size());
  for (double& seconds : times.cpu_seconds) seconds /= static_cast<double>(sources.size());
  bench.add(times);
  bench.note("delta-stepping with bins: delta", delta);
  bench.time("Dijkstra, one source", [&] { return dijkstra(graph.out, sources.front()); });
}

struct Sums {
  double seconds = 0, edges = 0, steps = 0, exchange = 0, teps = 0;
};

void measure(perf::Benchmark& bench, perf::EngineArguments const& arguments, SsspOptions const& options,
             bool peer) {
  Host const space;
  Graph const graph = arguments.make_graph(space, WeightKind::integer);
  auto const sources = arguments.pick_sources(graph);
  for (std::string const& platform : arguments.platforms) {
    EngineOptions engine_options = arguments.options(platform);
    engine_options.split.needs = sssp_needs();
    Engine engine(space, graph, engine_options);
    perf::note_layout(bench, platform, engine);
    Sssp search(engine, options);
    search.run(sources.front());
    perf::Measurement times{"sssp " + platform, {}, {}};
    Sums all;
    for (int trial = 0; trial < bench.trials(); ++trial) {
      double sum = 0, cpu = 0;
      for (VertexId const source : sources) {
        double const cpu_before = perf::process_cpu_seconds();
        SsspRun const run = search.run(source);
        cpu += perf::process_cpu_seconds() - cpu_before;
        sum += run.record.seconds;
        all.exchange += perf::exchange_share(run.record);
        all.steps += static_cast<double>(run.record.num_steps());
        for (auto const& unit : run.record.units)
          all.edges +=
              static_cast<double>(RunRecord::total(unit).edges) / static_cast<double>(graph.num_arcs());
      }
      times.seconds.push_back(sum / static_cast<double>(sources.size()));
      times.cpu_seconds.push_back(cpu / static_cast<double>(sources.size()));
    }
    bench.add(times);
    double const runs = static_cast<double>(sources.size()) * bench.trials();
    bench.note(platform + ": delta", search.delta());
    bench.note(platform + ": supersteps", all.steps / runs);
    bench.note(platform + ": edges relaxed / edges", all.edges / runs);
    bench.note(platform + ": exchange share", all.exchange / runs);
  }
  if (peer) measure_peers(bench, space, graph, sources, options.delta);
}

}  // namespace

int main(int argc, char** argv) {
  perf::Benchmark benchmark("sssp", "Shortest paths by delta-stepping, weights 1..255");
  perf::EngineArguments arguments;
  SsspOptions options;
  bool peer = false;
  arguments.add_to(benchmark.options());
  benchmark.options().add_option("--delta", options.delta, "width of a bucket; chosen by default");
  benchmark.options().add_flag("--peer", peer,
                               "also delta-stepping with bins on the graph as given, and Dijkstra's");
  return benchmark.run(argc, argv, [&](perf::Benchmark& bench) { measure(bench, arguments, options, peer); });
}
