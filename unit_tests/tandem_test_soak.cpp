// SPDX-License-Identifier: BSD-3-Clause
// Many short runs on the same units: what goes wrong once in hundreds shows here, above all under the thread
// sanitizer.
#include "tandem_test_oracles.hpp"
#include "tandem_test_run_options.hpp"

#include <algorithms/tandem_betweenness.hpp>
#include <algorithms/tandem_bfs.hpp>
#include <algorithms/tandem_components.hpp>
#include <algorithms/tandem_pagerank.hpp>
#include <algorithms/tandem_sssp.hpp>
#include <core/tandem_build.hpp>
#include <core/tandem_generate.hpp>
#include <catch2/catch_test_macros.hpp>
#include <algorithm>
#include <cmath>

namespace {

using namespace tandem;

template <class T, class U>
bool close(HostView<T> const& found, std::vector<U> const& expected) {
  for (std::size_t v = 0; v < expected.size(); ++v) {
    double const a = static_cast<double>(found(v)), b = static_cast<double>(expected[v]);
    if (!(a == b || std::abs(a - b) <= 1e-5 * std::max(1.0, std::abs(b)))) return false;
  }
  return true;
}

/// Components and PageRank make their arrays anew in every run, which is slow on OpenMPTarget: there they run
/// less often.
constexpr int every_nth_run = device_is_host_v ? 1 : 10;

struct Units {
  char const* platform;
  int threads = 0;  ///< as PlatformOptions has them
  std::optional<PartitionPolicy> policy = std::nullopt;
};

/// Counts wrong results of `runs` runs of every algorithm, each from another source.
int count_wrong(Graph const& graph, EngineOptions options, int runs) {
  options.split.needs.in_edges = options.split.needs.weights = true;
  Engine engine(Host(), graph, options);
  Bfs search(engine);
  Sssp paths(engine);
  Betweenness between(engine);
  auto const parts = test::oracle::components(graph);
  auto const ranks = test::oracle::pagerank(graph, 3);
  int wrong = 0;
  for (int run = 0; run < runs; ++run) {
    auto const source = static_cast<VertexId>(static_cast<std::size_t>(run) % graph.num_vertices());
    wrong += !close(search.run(source).tree.level, test::oracle::bfs_levels(graph, source));
    wrong += !close(paths.run(source).result.distance, test::oracle::distances(graph, source));
    wrong += !close(between.run({source}).centrality.score, test::oracle::betweenness(graph, {source}));
    if (run % every_nth_run != 0) continue;
    wrong += !close(components(engine, graph).components.component, parts);
    wrong += !close(pagerank(engine, {.iterations = 3, .double_precision = true}).ranks.rank, ranks);
  }
  return wrong;
}

TEST_CASE("a thousand short runs of every algorithm are all right", "[soak]") {
  constexpr int runs = test::address_sanitized ? 10 : 67;  // what it looks for shows in the first ones
  std::vector<Units> const all{{"1S"},
                               {"1S1G", test::two_each("1S1G")},
                               {"1S1G", 0, PartitionPolicy::high},
                               {"1S2G"},
                               {"1S2G", test::two_each("1S2G"), PartitionPolicy::high}};
  for (char const* spec : {"kron:6", "grid:9x7", "rmat:6"}) {
    Graph const graph =
        build_graph(Host(), generate(Host(), spec, {.seed = 3, .weights = WeightKind::integer}),
                    {.drop_duplicates = true});
    for (auto const& [platform, threads, policy] : all) {
      EngineOptions options;
      options.platform = {.spec = platform, .threads = threads, .bind = false};
      options.split.policy = policy;
      CAPTURE(spec, platform, threads);
      CHECK(count_wrong(graph, options, runs) == 0);
    }
  }
}

}  // namespace
