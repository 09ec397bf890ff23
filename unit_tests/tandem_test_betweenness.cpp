// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_graphs.hpp"
#include "tandem_test_oracles.hpp"
#include "tandem_test_run_options.hpp"

#include <algorithms/tandem_betweenness.hpp>
#include <core/tandem_build.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_generate.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace {

using namespace tandem;

/// A few vertices: first, last, the one with most edges, and some by chance; some twice.
std::vector<VertexId> some_sources(Graph const& graph, std::uint32_t seed) {
  auto const n = static_cast<VertexId>(graph.num_vertices());
  if (n == 0) return {};
  VertexId hub = 0;
  for (VertexId v = 0; v < n; ++v)
    if (graph.out.degree(v) > graph.out.degree(hub)) hub = v;
  std::mt19937 random(seed);
  std::vector<VertexId> sources{0, n - 1, hub};
  for (int i = 0; i < 2; ++i) sources.push_back(static_cast<VertexId>(random() % n));
  return sources;
}

void check_scores(Centrality const& found, std::vector<double> const& expected) {
  REQUIRE(found.score.extent(0) == expected.size());
  std::size_t wrong = 0;
  for (std::size_t v = 0; v < expected.size(); ++v)
    if (!(std::abs(found.score(v) - expected[v]) <= 1e-9 * (1 + expected[v]))) {
      if (wrong++ == 0) UNSCOPED_INFO("vertex " << v << ": " << found.score(v) << ", not " << expected[v]);
    }
  CHECK(wrong == 0);
}

EdgeIndex reached_edges(Graph const& graph, std::vector<VertexId> const& sources) {
  EdgeIndex edges = 0;
  for (VertexId const source : sources) {
    auto const levels = test::oracle::bfs_levels(graph, source);
    for (std::size_t v = 0; v < levels.size(); ++v)
      if (levels[v] >= 0) edges += graph.out.degree(static_cast<VertexId>(v));
  }
  return graph.directed ? edges : edges / 2;
}

void check_on_splits(Graph const& graph, std::vector<VertexId> const& sources,
                     std::vector<test::NamedOptions> const& splits) {
  auto const expected = test::oracle::betweenness(graph, sources);
  EdgeIndex const edges = reached_edges(graph, sources);
  for (auto [split, options] : splits)
    // In-edges allow to go bottom-up, and make other ghosts.
    for (bool const in_edges : {false, true}) {
      if (in_edges && !graph.directed) continue;
      CAPTURE(split, in_edges);
      options.split.needs.in_edges = in_edges;
      Engine engine(Host(), graph, options);
      BetweennessRun const run = betweenness(engine, sources);
      check_scores(run.centrality, expected);
      CHECK(run.traversed_edges == edges);
    }
}

void check_betweenness_on_zoo(test::Splits splits) {
  for (auto const& [name, edges] : test::zoo()) {
    if (edges.weights.extent(0) != 0) continue;
    for (bool const undirected : {false, true}) {
      CAPTURE(name, undirected);
      Graph const graph = build_graph(Host(), edges, {.symmetrize = undirected});
      check_on_splits(graph, some_sources(graph, 1),
                      test::engine_options(name + (undirected ? ", undirected" : ""), "betweenness", splits));
    }
  }
}

}  // namespace

TEST_CASE("betweenness agrees with a serial Brandes on every kind of split", "[betweenness]") {
  check_betweenness_on_zoo(test::Splits::some);
}

TEST_CASE("betweenness agrees with a serial Brandes on all splits", "[.matrix]") {
  test::skip_unless_all_are_wanted();
  check_betweenness_on_zoo(test::Splits::all);
}

TEST_CASE("betweenness of random graphs, from all vertices", "[betweenness]") {
  for (std::uint32_t seed = 0; seed < 4; ++seed) {
    std::mt19937 random(seed);
    std::vector<test::Edge> edges(50);
    for (auto& [u, v] : edges) u = random() % 40, v = random() % 40;
    bool const undirected = seed % 2 == 0;
    Graph const graph = build_graph(Host(), test::make_edge_list(40, edges, {}, !undirected));
    std::vector<VertexId> all(graph.num_vertices());
    std::iota(all.begin(), all.end(), VertexId(0));
    auto const expected = test::oracle::betweenness(graph, all);
    for (auto const& [split, options] :
         test::engine_options("random " + std::to_string(seed), "betweenness")) {
      CAPTURE(seed, split);
      check_scores(betweenness(graph, options).centrality, expected);
    }
  }
}

TEST_CASE("betweenness of larger graphs", "[betweenness]") {
  for (char const* spec : {"kron:12", "rmat:11", "grid:20x15"}) {
    CAPTURE(spec);
    Graph const graph = build_graph(Host(), generate(Host(), spec), {.drop_duplicates = true});
    check_on_splits(graph, some_sources(graph, 3), test::engine_options(spec, "betweenness"));
  }
}

TEST_CASE("betweenness of a small graph that one can do by hand", "[betweenness]") {
  // 0 - 1 - 2 and twice 2 - 3: of the three paths 0 to 4, two pass through 3 and one through 5.
  Graph const graph = build_graph(
      Host(), test::make_edge_list(6, {{0, 1}, {1, 2}, {2, 3}, {2, 3}, {3, 4}, {2, 5}, {5, 4}}, {}, true));
  BetweennessRun const run = betweenness(graph, std::vector<VertexId>{0});
  check_scores(run.centrality, {0, 4, 3, 2.0 / 3, 0, 1.0 / 3});
  CHECK(run.traversed_edges == 7);
  CHECK(run.teps() > 0);
}

TEST_CASE("betweenness tells ghosts of a level once", "[betweenness]") {
  Graph const graph = build_graph(Host(), generate(Host(), "kron:12"), {.drop_duplicates = true});
  EngineOptions options;
  options.platform = {.spec = "1S1G", .bind = false};
  options.split = {.policy = PartitionPolicy::random, .alpha = 0.5, .needs = betweenness_needs()};
  Engine engine(Host(), graph, options);
  VertexId const source = some_sources(graph, 1).at(2);
  auto const levels = test::oracle::bfs_levels(graph, source);
  std::int32_t const depth = *std::max_element(levels.begin(), levels.end());
  // Forward each level and an empty one, one superstep to go bottom-up and stay there; each level backward.
  CHECK(Betweenness(engine).run({source}).record.num_steps() == static_cast<std::size_t>(2 * depth + 2));
}

TEST_CASE("runs of betweenness leave nothing behind", "[betweenness]") {
  Graph const graph = build_graph(Host(), generate(Host(), "kron:9"));
  EngineOptions options;
  options.platform = {.spec = "1S1G", .bind = false};
  Engine engine(Host(), graph, options);
  Betweenness centrality(engine);
  for (VertexId const source : {0u, 17u, 3u}) {
    BetweennessRun const run = centrality.run({source});
    check_scores(run.centrality, test::oracle::betweenness(graph, {source}));
    CHECK(run.traversed_edges == reached_edges(graph, {source}));
  }
  CHECK(centrality.run({}).traversed_edges == 0);
  check_scores(centrality.run({}).centrality, std::vector<double>(graph.num_vertices(), 0));
}

TEST_CASE("the record of several sources adds up", "[betweenness]") {
  // From its end a chain takes about twice as many supersteps as from its middle.
  Graph const graph = build_graph(Host(), generate(Host(), "path:64"));
  Engine engine(Host(), graph, {});
  Betweenness centrality(engine);
  auto const sum_of_edges = [](RunRecord const& record) {
    return RunRecord::total(record.units.front()).edges;
  };
  RunRecord const middle = centrality.run({32}).record, end = centrality.run({0}).record;
  RunRecord const both = centrality.run({32, 0}).record, reversed = centrality.run({0, 32}).record;
  CHECK(middle.num_steps() < end.num_steps());
  for (RunRecord const& record : {both, reversed}) {
    CHECK(record.num_steps() == end.num_steps());
    CHECK(sum_of_edges(record) == sum_of_edges(middle) + sum_of_edges(end));
    CHECK(record.cpu_seconds > 0);
    auto const& steps = record.units.front().steps;
    for (std::size_t i = 1; i < steps.size(); ++i) CHECK(steps[i].start >= steps[i - 1].start);
    CHECK(steps.back().start <= record.seconds);
  }
}

TEST_CASE("the record of several sources tells what units exchanged", "[betweenness]") {
  Graph const graph = build_graph(Host(), generate(Host(), "path:64"));
  EngineOptions options;
  options.platform = {.spec = "1S1G", .bind = false};
  Engine engine(Host(), graph, options);
  Betweenness centrality(engine);
  auto const kinds = [](RunRecord const& record) {
    std::vector<Exchange> exchanged;
    for (StepRecord const& step : record.units.front().steps) exchanged.push_back(step.exchanged);
    return exchanged;
  };
  auto const once = kinds(centrality.run({0}).record);
  CHECK(std::any_of(once.begin(), once.end(), [](Exchange kind) { return kind != Exchange::none; }));
  CHECK(kinds(centrality.run({0, 0}).record) == once);
}

TEST_CASE("betweenness refuses more paths than a double can count", "[betweenness]") {
  // Each arc twice: paths double with every level.
  auto const doubled = [](VertexId n) {
    std::vector<test::Edge> edges;
    for (VertexId v = 0; v + 1 < n; ++v) edges.insert(edges.end(), 2, {v, v + 1});
    return build_graph(Host(), test::make_edge_list(n, edges, {}, true));
  };
  for (char const* platform : {"1S", "1S1G"}) {
    CAPTURE(platform);
    EngineOptions options;
    options.platform = {.spec = platform, .bind = false};
    CHECK(betweenness(doubled(900), {0}, options).centrality.score(1) == 898);
    CHECK_THROWS_WITH(betweenness(doubled(1200), {0}, options),
                      Catch::Matchers::ContainsSubstring("too many to count"));
  }
}

TEST_CASE("betweenness refuses a source that is no vertex", "[betweenness]") {
  Graph const graph = build_graph(Host(), generate(Host(), "path:4"));
  CHECK_THROWS_AS(betweenness(graph, {1, 4}), Error);
}
