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

/// What runs on a platform tell beside their time.
struct Findings {
  perf::Mean setup, collect, exchange;
  std::size_t components = 0, supersteps = 0;
};

perf::Contender components_on(perf::EngineArguments const& arguments, perf::PlatformEngine const& on,
                              Graph const& graph, Findings& findings) {
  return {"components " + on.platform, [&arguments, engine = on.engine.get(), &graph, &findings] {
            ComponentsRun const run = components(*engine, graph);
            arguments.expect([&] { return validate_components(Host(), graph, run.components); });
            findings.setup.add(run.setup_seconds);
            findings.collect.add(run.collect_seconds);
            findings.exchange.add(perf::exchange_share(run.record));
            findings.components = run.num_components;
            findings.supersteps = run.record.num_steps();
            return perf::Sample{run.record.seconds, run.record.cpu_seconds};
          }};
}

void measure(perf::Benchmark& bench, perf::EngineArguments const& arguments, bool peer) {
  Host const space;
  Graph const graph = arguments.make_graph(space);
  auto const engines = arguments.make_engines(bench, space, graph, "cc", components_needs());
  std::vector<Findings> findings(engines.size());
  std::vector<perf::Contender> contenders;
  for (std::size_t i = 0; i < engines.size(); ++i)
    contenders.push_back(components_on(arguments, engines[i], graph, findings[i]));
  Afforest const afforest(space, graph.out);
  if (peer)
    contenders.push_back({"Afforest", [&] { return perf::time_once([&] { return afforest.run(); }); }});
  bench.race(contenders);
  for (std::size_t i = 0; i < engines.size(); ++i) {
    std::string const& platform = engines[i].platform;
    bench.note(platform + ": setup ms", findings[i].setup.value() * 1e3);
    bench.note(platform + ": collect ms", findings[i].collect.value() * 1e3);
    bench.note(platform + ": exchange share", findings[i].exchange.value());
    bench.note(platform + ": components", findings[i].components);
    bench.note(platform + ": supersteps", findings[i].supersteps);
    if (peer && count_roots(afforest.labels()) != findings[i].components)
      throw Error("Afforest found another number of components: one of the two is wrong");
  }
}

}  // namespace

int main(int argc, char** argv) {
  perf::Benchmark benchmark("components", "Connected components");
  perf::EngineArguments arguments;
  bool peer = false;
  arguments.add_to(benchmark);
  benchmark.flag("--peer", peer, "also Afforest on the graph as given; undirected graphs only");
  return benchmark.run(argc, argv, [&](perf::Benchmark& bench) { measure(bench, arguments, peer); });
}
