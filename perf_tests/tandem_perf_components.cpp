// SPDX-License-Identifier: BSD-3-Clause
// Connected components on each platform, next to Afforest on the graph as it is given.
#include "tandem_perf_engine.hpp"

#include <algorithms/tandem_components.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_relaxed.hpp>
#include <random>
#include <unordered_map>

namespace {

using namespace tandem;

/// Afforest as published (Sutton, Ben-Nun, Barak, 2018), for undirected graphs: what the GAP benchmarks use.
class Afforest {
 public:
  Afforest(Host const& space, Csr<HostMemory> const& csr)
      : m_space(space),
        m_csr(csr),
        m_parent(make_host_view<VertexId>(space, "tandem::perf::parent", csr.num_vertices())) {}

  std::size_t run() const {
    Afforest const self = *this;
    std::size_t const n = m_csr.num_vertices();
    Kokkos::parallel_for("tandem::perf::start", Range(m_space, 0, n),
                         [=](std::size_t const v) { self.m_parent(v) = static_cast<VertexId>(v); });
    for (EdgeIndex round = 0; round < 2; ++round) {
      Kokkos::parallel_for("tandem::perf::sample", Dynamic(m_space, 0, n, Kokkos::ChunkSize(16384)),
                           [=](std::size_t const v) { self.join_row(v, round, round + 1); });
      compress();
    }
    VertexId const largest = most_frequent();
    Kokkos::parallel_for("tandem::perf::finish", Dynamic(m_space, 0, n, Kokkos::ChunkSize(16384)),
                         [=](std::size_t const v) {
                           if (self.m_parent(v) != largest) self.join_row(v, 2, self.m_csr.num_edges());
                         });
    compress();
    return largest;
  }

  HostView<VertexId> const& labels() const { return m_parent; }

 private:
  using Range = Kokkos::RangePolicy<Host>;
  using Dynamic = Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Dynamic>>;

  /// Joins v with its neighbours number first..last-1.
  void join_row(std::size_t v, EdgeIndex first, EdgeIndex last) const {
    EdgeIndex const begin = m_csr.offsets(v), end = m_csr.offsets(v + 1);
    for (EdgeIndex e = begin + first; e < end && e < begin + last; ++e)
      join(static_cast<VertexId>(v), m_csr.targets(e));
  }

  void join(VertexId u, VertexId v) const {
    VertexId a = load(u), b = load(v);
    while (a != b) {
      VertexId const high = std::max(a, b), low = std::min(a, b), up = load(high);
      if (up == low) return;
      if (up == high && Kokkos::atomic_compare_exchange(&m_parent(high), high, low) == high) return;
      a = load(load(high));
      b = load(low);
    }
  }

  void compress() const {
    Afforest const self = *this;
    Kokkos::parallel_for("tandem::perf::compress",
                         Dynamic(m_space, 0, m_csr.num_vertices(), Kokkos::ChunkSize(16384)),
                         [=](std::size_t const i) {
                           auto const v = static_cast<VertexId>(i);
                           for (VertexId up = self.load(v); up != self.load(up); up = self.load(v))
                             relaxed_store(&self.m_parent(v), self.load(up));
                         });
  }

  VertexId most_frequent() const {
    std::unordered_map<VertexId, int> counts;
    std::mt19937 random;
    std::uniform_int_distribution<std::size_t> any(0, m_csr.num_vertices() - 1);
    for (int i = 0; i < 1024; ++i) ++counts[m_parent(any(random))];
    return std::max_element(counts.begin(), counts.end(),
                            [](auto const& x, auto const& y) { return x.second < y.second; })
        ->first;
  }

  VertexId load(VertexId v) const { return relaxed_load(&m_parent(v)); }

  Host m_space;
  Csr<HostMemory> m_csr;
  HostView<VertexId> m_parent;
};

std::size_t count_roots(HostView<VertexId const> const& labels) {
  std::size_t count = 0;
  for (std::size_t v = 0; v < labels.extent(0); ++v) count += labels(v) == v;
  return count;
}

void measure(perf::Benchmark& bench, perf::EngineArguments const& arguments, bool peer) {
  Host const space;
  Graph const graph = arguments.make_graph(space);
  std::size_t found = 0;
  for (std::string const& platform : arguments.platforms) {
    EngineOptions options = arguments.options(platform);
    options.split.needs = components_needs();
    Engine engine(space, graph, options);
    perf::note_layout(bench, platform, engine);
    components(engine, graph);
    perf::Measurement times{"components " + platform, {}, {}}, collect{"collect " + platform, {}, {}};
    double exchange = 0, setup = 0;
    for (int trial = 0; trial < bench.trials(); ++trial) {
      ComponentsRun const run = components(engine, graph);
      times.seconds.push_back(run.record.seconds);
      times.cpu_seconds.push_back(run.record.cpu_seconds);
      collect.seconds.push_back(run.collect_seconds);
      setup += run.setup_seconds;
      exchange += perf::exchange_share(run.record);
      if (trial > 0) continue;
      found = run.num_components;
      bench.note(platform + ": components", run.num_components);
      bench.note(platform + ": supersteps", run.record.num_steps());
    }
    bench.add(times);
    bench.add(collect);
    bench.note(platform + ": setup ms", setup / bench.trials() * 1e3);
    bench.note(platform + ": exchange share", exchange / bench.trials());
  }
  if (!peer) return;
  Afforest const afforest(space, graph.out);
  bench.time("Afforest", [&] { return afforest.run(); });
  if (count_roots(afforest.labels()) != found)
    throw Error("Afforest found another number of components: one of the two is wrong");
}

}  // namespace

int main(int argc, char** argv) {
  perf::Benchmark benchmark("components", "Connected components");
  perf::EngineArguments arguments;
  bool peer = false;
  arguments.add_to(benchmark.options());
  benchmark.options().add_flag("--peer", peer, "also Afforest on the graph as given; undirected graphs only");
  return benchmark.run(argc, argv, [&](perf::Benchmark& bench) { measure(bench, arguments, peer); });
}
