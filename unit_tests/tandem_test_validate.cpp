// SPDX-License-Identifier: BSD-3-Clause
// The checkers accept what oracles find and refuse everything else that we can think of.
#include "tandem_test_graphs.hpp"
#include "tandem_test_oracles.hpp"
#include "tandem_test_run_options.hpp"

#include <algorithms/tandem_validate.hpp>
#include <core/tandem_build.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

using namespace tandem;
using namespace tandem::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace {

Complaint const nothing;

/// First, middle and last vertex.
std::vector<VertexId> some_sources(Graph const& graph) {
  std::size_t const n = graph.num_vertices();
  if (n == 0) return {};
  return {0, static_cast<VertexId>(n / 2), static_cast<VertexId>(n - 1)};
}

/// A small random graph with several components, whose ids fall where ours rise: 1007, 1004, 1001, ...
Graph random_graph(std::uint32_t seed, bool undirected) {
  constexpr std::size_t n = 26, m = 30;
  std::mt19937 random(seed);
  std::vector<Edge> edges(m);
  std::vector<Weight> weights(m);
  for (auto& [u, v] : edges) u = random() % n, v = random() % n;
  for (auto& weight : weights) weight = static_cast<Weight>(random() % 40) / 8;  // 0 occurs
  EdgeList list = make_edge_list(n, edges, weights, !undirected);
  std::vector<OriginalId> ids;
  for (std::size_t v = 0; v < n; ++v) ids.push_back(1000 + 3 * (n - v));
  list.original_ids = to_view<OriginalId>(ids);
  return build_graph(Host(), list);
}

constexpr std::uint32_t num_random_graphs = sanitized ? 3 : 9;

/// Calls test(graph) for the zoo and random graphs, directed and undirected, as they are and renumbered.
template <class Test>
void for_each_graph(Test const& test) {
  for (auto const& [name, edges] : zoo())
    for (bool const undirected : {false, true})
      for (bool const order_by_degree : {false, true}) {
        CAPTURE(name, undirected, order_by_degree);
        test(build_graph(Host(), edges, {.symmetrize = undirected, .order_by_degree = order_by_degree}));
      }
  for (std::uint32_t seed = 0; seed < num_random_graphs; ++seed)
    for (bool const undirected : {false, true}) {
      CAPTURE(seed, undirected);
      test(random_graph(seed, undirected));
    }
}

/// Calls test(graph) for random graphs small enough to try every wrong value at every vertex.
template <class Test>
void for_each_random_graph(Test const& test) {
  for (std::uint32_t seed = 20; seed < 20 + num_random_graphs; ++seed)
    for (bool const undirected : {false, true}) {
      CAPTURE(seed, undirected);
      test(random_graph(seed, undirected));
    }
}

std::string name_of(Graph const& graph, std::size_t v) {
  return "vertex " + std::to_string(graph.original_id(static_cast<VertexId>(v))) + ": ";
}

bool has_arc(Graph const& graph, VertexId u, VertexId v) {
  for (EdgeIndex e = graph.out.offsets(u); e < graph.out.offsets(u + 1); ++e)
    if (graph.out.targets(e) == v) return true;
  return false;
}

/// The number of shortest paths between all pairs: walks as long as the distance.
std::vector<std::vector<double>> count_paths(Graph const& graph) {
  std::size_t const n = graph.num_vertices();
  std::vector<std::vector<double>> paths(n, std::vector<double>(n, 0.0));
  for (std::size_t s = 0; s < n; ++s) {
    auto const level = oracle::bfs_levels(graph, static_cast<VertexId>(s));
    std::vector<double> walks(n, 0.0);
    walks[s] = 1;
    for (std::size_t length = 0; length < n; ++length) {
      std::vector<double> longer(n, 0.0);
      for (std::size_t u = 0; u < n; ++u) {
        if (level[u] == static_cast<std::int32_t>(length)) paths[s][u] = walks[u];
        for (EdgeIndex e = graph.out.offsets(u); e < graph.out.offsets(u + 1); ++e)
          longer[graph.out.targets(e)] += walks[u];
      }
      walks = longer;
    }
  }
  return paths;
}

/// Betweenness by its definition, for all sources.
std::vector<double> betweenness_by_definition(Graph const& graph) {
  std::size_t const n = graph.num_vertices();
  auto const paths = count_paths(graph);
  std::vector<std::vector<std::int32_t>> level;
  for (std::size_t s = 0; s < n; ++s) level.push_back(oracle::bfs_levels(graph, static_cast<VertexId>(s)));
  std::vector<double> score(n, 0.0);
  for (std::size_t s = 0; s < n; ++s)
    for (std::size_t t = 0; t < n; ++t)
      for (std::size_t v = 0; v < n; ++v)
        if (v != s && v != t && level[s][v] != -1 && level[v][t] != -1 &&
            level[s][v] + level[v][t] == level[s][t])
          score[v] += paths[s][v] * paths[v][t] / paths[s][t];
  return score;
}

/// Moves some rank from each vertex to the next, more or less of it; all of it is refused.
void check_moved_ranks(Graph const& graph, Ranks const& result) {
  std::size_t const n = graph.num_vertices();
  REQUIRE(validate_pagerank(Host(), graph, result) == nothing);
  for (std::size_t v = 0; v < n; ++v)
    for (double const change : {1e-6, -1e-6, 1e-3, -1e-3, -0.5, 0.5}) {
      CAPTURE(v, change);
      std::size_t const other = (v + 1) % n;
      double const at_v = result.rank(v), at_other = result.rank(other);
      result.rank(v) += change;
      CHECK(validate_pagerank(Host(), graph, result) != nothing);
      result.rank(other) -= change;  // the sum is 1 again
      auto const complaint = validate_pagerank(Host(), graph, result);
      result.rank(v) = at_v;
      result.rank(other) = at_other;
      REQUIRE(complaint);
      CHECK_THAT(*complaint, StartsWith("vertex 1") && ContainsSubstring(": "));
    }
}

}  // namespace

TEST_CASE("checkers accept what oracles find", "[validate]") {
  Host const space;
  for_each_graph([&](Graph const& graph) {
    auto const sources = some_sources(graph);
    for (VertexId const source : sources) {
      CAPTURE(source);
      CHECK(validate_bfs(space, graph, source, bfs_result(graph, source)) == nothing);
      CHECK(validate_sssp(space, graph, source, sssp_result(graph, source)) == nothing);
    }
    CHECK(validate_components(space, graph, components_result(graph)) == nothing);
    for (int const iterations : {1, 2, 50, 100, 101}) {
      CAPTURE(iterations);
      CHECK(validate_pagerank(space, graph, pagerank_result(graph, iterations)) == nothing);
    }
    CHECK(validate_betweenness(space, graph, sources, betweenness_result(graph, sources)) == nothing);
  });
}

TEST_CASE("the oracle's betweenness is that of the definition", "[validate]") {
  for_each_random_graph([](Graph const& graph) {
    std::vector<VertexId> all(graph.num_vertices());
    std::iota(all.begin(), all.end(), VertexId(0));
    auto const found = oracle::betweenness(graph, all), expected = betweenness_by_definition(graph);
    for (std::size_t v = 0; v < all.size(); ++v)
      CHECK(std::abs(found[v] - expected[v]) <= 1e-9 * expected[v]);
  });
}

TEST_CASE("checkers refuse arrays of the wrong size and sources outside", "[validate]") {
  Host const space;
  Graph const graph = random_graph(0, false);
  auto const n = static_cast<VertexId>(graph.num_vertices());
  std::vector<int> const few(n - 1, 0);
  auto const refused = [&](Complaint const& complaint) {
    return complaint && complaint->find("25") != std::string::npos &&
           complaint->find("26") != std::string::npos;
  };
  BfsTree const tree = bfs_result(graph, 0);
  CHECK(refused(validate_bfs(space, graph, 0, {to_view<std::int32_t>(few), tree.parent})));
  CHECK(refused(validate_bfs(space, graph, 0, {tree.level, to_view<VertexId>(few)})));
  CHECK(refused(validate_sssp(space, graph, 0, {to_view<Weight>(few)})));
  CHECK(refused(validate_components(space, graph, {to_view<VertexId>(few)})));
  CHECK(refused(validate_pagerank(space, graph, {to_view<double>(few), 1, 0})));
  CHECK(refused(validate_betweenness(space, graph, {}, {to_view<double>(few)})));

  CHECK(validate_bfs(space, graph, n, tree) != nothing);
  CHECK(validate_sssp(space, graph, n, sssp_result(graph, 0)) != nothing);
  CHECK(validate_betweenness(space, graph, std::vector{n}, betweenness_result(graph, {0})) != nothing);
}

TEST_CASE("any wrong level is refused", "[validate]") {
  for_each_random_graph([](Graph const& graph) {
    constexpr VertexId source = 3;
    BfsTree const tree = bfs_result(graph, source);
    for (std::size_t v = 0; v < graph.num_vertices(); ++v) {
      std::int32_t const right = tree.level(v);
      for (std::int32_t const wrong : {-7, -2, -1, 0, 1, right - 1, right + 1, right + 2, 2'000'000'000}) {
        if (wrong == right) continue;
        CAPTURE(v, right, wrong);
        tree.level(v) = wrong;
        auto const complaint = validate_bfs(Host(), graph, source, tree);
        REQUIRE(complaint);
        CHECK_THAT(*complaint, StartsWith("vertex 1") && ContainsSubstring(": "));
      }
      tree.level(v) = right;
    }
    CHECK(validate_bfs(Host(), graph, source, tree) == nothing);
  });
}

TEST_CASE("exactly the possible parents are accepted", "[validate]") {
  for_each_random_graph([](Graph const& graph) {
    constexpr VertexId source = 3;
    auto const n = static_cast<VertexId>(graph.num_vertices());
    BfsTree const tree = bfs_result(graph, source);
    for (VertexId v = 0; v < n; ++v) {
      VertexId const parent = tree.parent(v);
      for (VertexId p = 0; p < n + 2; ++p) {
        VertexId const other = p == n + 1 ? invalid_vertex : p;
        CAPTURE(v, other);
        tree.parent(v) = other;
        bool const possible =
            v == source || tree.level(v) == -1
                ? other == parent
                : other < n && tree.level(other) == tree.level(v) - 1 && has_arc(graph, other, v);
        auto const complaint = validate_bfs(Host(), graph, source, tree);
        CHECK(complaint.has_value() != possible);
        if (complaint) CHECK_THAT(*complaint, StartsWith(name_of(graph, v)));
      }
      tree.parent(v) = parent;
    }
  });
}

TEST_CASE("a search that stopped early or went too far is refused", "[validate]") {
  // 0 -> 1 -> 2 -> 3, and the island 4 <-> 5
  Graph const graph = build_graph(Host(), make_edge_list(6, {{0, 1}, {1, 2}, {2, 3}, {4, 5}, {5, 4}}));
  VertexId const none = invalid_vertex;
  auto const complaint_of = [&](std::vector<int> const& level, std::vector<VertexId> const& parent) {
    return validate_bfs(Host(), graph, 0, {to_view<std::int32_t>(level), to_view<VertexId>(parent)})
        .value_or("");
  };
  CHECK(complaint_of({0, 1, 2, 3, -1, -1}, {0, 0, 1, 2, none, none}).empty());
  CHECK_THAT(complaint_of({0, 1, 2, -1, -1, -1}, {0, 0, 1, none, none, none}),
             StartsWith("vertex 3: ") && ContainsSubstring("arc from 2"));
  CHECK_THAT(complaint_of({0, -1, -1, -1, -1, -1}, {0, none, none, none, none, none}),
             StartsWith("vertex 1: "));
  CHECK_THAT(complaint_of({0, 1, 2, 3, 1, 2}, {0, 0, 1, 2, 0, 4}),
             StartsWith("vertex 4: ") && ContainsSubstring("no arc"));
  CHECK_THAT(complaint_of({0, 1, 2, 3, 0, 1}, {0, 0, 1, 2, 4, 4}), StartsWith("vertex 4: "));
  CHECK_THAT(complaint_of({0, 1, 2, 3, 2, 1}, {0, 0, 1, 2, 5, 4}), StartsWith("vertex 5: "));
}

TEST_CASE("any wrong distance is refused", "[validate]") {
  for_each_random_graph([](Graph const& graph) {
    constexpr VertexId source = 3;
    Distances const result = sssp_result(graph, source);
    for (std::size_t v = 0; v < graph.num_vertices(); ++v) {
      Weight const right = result.distance(v);
      for (Weight const wrong : {right * 0.9999f, right * 1.0001f, right + 1, right - 1, -right, Weight(0),
                                 3.0f, -1.0f, unreached_distance, std::numeric_limits<Weight>::quiet_NaN()}) {
        if (wrong == right) continue;
        CAPTURE(v, right, wrong);
        result.distance(v) = wrong;
        auto const complaint = validate_sssp(Host(), graph, source, result);
        REQUIRE(complaint);
        CHECK_THAT(*complaint, StartsWith("vertex 1") && ContainsSubstring(": "));
      }
      result.distance(v) = right;
    }
    CHECK(validate_sssp(Host(), graph, source, result) == nothing);
  });
}

TEST_CASE("distances may be rounded at every arc", "[validate]") {
  std::vector<Edge> edges;
  std::vector<Weight> weights;
  std::vector<Weight> distances{0};
  for (std::uint64_t v = 0; v < 1000; ++v) {
    edges.emplace_back(v, v + 1);
    weights.push_back(0.1f + 0.01f * static_cast<Weight>(v % 7));
    distances.push_back(distances.back() + weights.back());
  }
  Graph const graph = build_graph(Host(), make_edge_list(1001, edges, weights));
  CHECK(validate_sssp(Host(), graph, 0, {to_view<Weight>(distances)}) == nothing);
  CHECK(validate_sssp(Host(), graph, 0, sssp_result(graph, 0)) == nothing);
}

TEST_CASE("cycles of weight 0 don't vouch for themselves", "[validate]") {
  // 0 -5- 1 -3- 2 =0= 3, and the island 4 =0= 5
  Graph const graph = build_graph(
      Host(), make_edge_list(6, {{0, 1}, {1, 2}, {2, 3}, {3, 2}, {4, 5}, {5, 4}}, {5, 3, 0, 0, 0, 0}));
  Weight const far = unreached_distance;
  auto const complaint_of = [&](std::vector<Weight> const& distances) {
    return validate_sssp(Host(), graph, 0, {to_view<Weight>(distances)}).value_or("");
  };
  CHECK(complaint_of({0, 5, 8, 8, far, far}).empty());
  CHECK_THAT(complaint_of({0, 5, 1, 1, far, far}), StartsWith("vertex 2: no path"));
  CHECK_THAT(complaint_of({0, 5, 8, 8, 7, 7}), StartsWith("vertex 4: no path"));
  CHECK_THAT(complaint_of({0, 5, 9, 9, far, far}), StartsWith("vertex 2: "));
  CHECK_THAT(complaint_of({0, 5, far, far, far, far}), StartsWith("vertex 2: "));
  CHECK_THAT(complaint_of({1, 6, 9, 9, far, far}), StartsWith("vertex 0: the source"));
}

TEST_CASE("any wrong component is refused", "[validate]") {
  for_each_random_graph([](Graph const& graph) {
    auto const n = static_cast<VertexId>(graph.num_vertices());
    Components const result = components_result(graph);
    for (VertexId v = 0; v < n; ++v) {
      VertexId const right = result.component(v);
      for (VertexId c = 0; c < n + 2; ++c) {
        VertexId const wrong = c == n + 1 ? invalid_vertex : c;
        if (wrong == right) continue;
        CAPTURE(v, right, wrong);
        result.component(v) = wrong;
        auto const complaint = validate_components(Host(), graph, result);
        REQUIRE(complaint);
        CHECK_THAT(*complaint, StartsWith("vertex 1") && ContainsSubstring(": "));
      }
      result.component(v) = right;
    }
    CHECK(validate_components(Host(), graph, result) == nothing);
  });
}

TEST_CASE("split, merged and misnamed components are refused", "[validate]") {
  Graph const graph = build_graph(Host(), make_edge_list(7, {{1, 0}, {1, 2}, {3, 4}, {5, 4}, {5, 6}}));
  auto const complaint_of = [&](std::vector<VertexId> const& component) {
    return validate_components(Host(), graph, {to_view<VertexId>(component)}).value_or("");
  };
  CHECK(complaint_of({0, 0, 0, 3, 3, 3, 3}).empty());
  CHECK_THAT(complaint_of({0, 0, 0, 0, 0, 0, 0}), StartsWith("vertex 3: nothing joins it to vertex 0"));
  CHECK_THAT(complaint_of({0, 0, 0, 3, 3, 5, 5}),
             StartsWith("vertex 5: ") && ContainsSubstring("neighbour 4"));
  CHECK_THAT(complaint_of({0, 1, 2, 3, 4, 5, 6}),
             StartsWith("vertex 1: ") && ContainsSubstring("neighbour 0"));
  CHECK_THAT(complaint_of({1, 1, 1, 3, 3, 3, 3}), StartsWith("vertex 0: ") && ContainsSubstring("larger id"));
  CHECK_THAT(complaint_of({1, 0, 0, 3, 3, 3, 3}), StartsWith("vertex 0: "));
}

TEST_CASE("ranks that are moved about are refused", "[validate]") {
  for_each_random_graph([](Graph const& graph) {
    for (int const iterations : {3, 20, 150}) {
      CAPTURE(iterations);
      check_moved_ranks(graph, pagerank_result(graph, iterations));
    }
  });
}

TEST_CASE("ranks of another iteration are refused, whatever they say of their error", "[validate]") {
  constexpr int claimed = 20;
  for_each_random_graph([](Graph const& graph) {
    Ranks right = pagerank_result(graph, claimed);
    for (int const found : {10, 19, 21}) {
      Ranks ranks = pagerank_result(graph, found);
      ranks.iterations = claimed;
      // As large as can be by then, or that of the iteration claimed.
      for (double const error : {std::min(ranks.error, 2 * std::pow(0.85, claimed)), right.error}) {
        CAPTURE(found, error);
        ranks.error = error;
        CHECK_THAT(validate_pagerank(Host(), graph, ranks).value_or(""),
                   StartsWith("vertex 1") && ContainsSubstring("after 20 iterations"));
      }
    }
    right.error *= 0.9;
    CHECK_THAT(validate_pagerank(Host(), graph, right).value_or(""), StartsWith("the error after 20"));
  });
}

TEST_CASE("ranks that can't be are refused", "[validate]") {
  Graph const graph = random_graph(1, false);
  std::size_t const n = graph.num_vertices();
  auto const refused = [&](Ranks const& ranks, PagerankCheck const& check = {}) {
    return validate_pagerank(Host(), graph, ranks, check) != nothing;
  };
  auto const early = [&] { return pagerank_result(graph, 5); };
  Ranks ranks = early();
  CHECK_FALSE(refused(ranks));
  CHECK(refused(ranks, {.damping = 0.5}));
  ranks.error = 0;  // not settled yet
  CHECK(refused(ranks));
  for (double const error : {-1.0, 1.5, double(INFINITY), double(NAN)}) {
    ranks.error = error;
    CHECK(refused(ranks));
  }
  ranks = early();
  ranks.iterations = 0;
  CHECK(refused(ranks));
  for (double const value : {0.0, -0.1, double(INFINITY), double(NAN)}) {
    ranks = early();
    ranks.rank(7) = value;
    CHECK(refused(ranks));
  }
  CHECK(refused({to_view<double>(std::vector<double>(n, 1.0 / static_cast<double>(n))), 100, 1e-9}));
  // What vertices without out-edges hold is lost, then all is scaled to 1.
  ranks = pagerank_result(graph, 150);
  for (std::size_t v = 0; v < n; ++v) ranks.rank(v) *= 0.9;
  CHECK(refused(ranks));
}

TEST_CASE("ranks in float need their slack", "[validate]") {
  Graph const graph = random_graph(1, false);
  Ranks ranks = pagerank_result(graph, 100);
  for (std::size_t v = 0; v < graph.num_vertices(); ++v) ranks.rank(v) = static_cast<float>(ranks.rank(v));
  CHECK(validate_pagerank(Host(), graph, ranks, {.slack = 1e-4}) == nothing);
  CHECK(validate_pagerank(Host(), graph, ranks, {.slack = 1e-12}) != nothing);
}

TEST_CASE("any wrong score is refused", "[validate]") {
  for_each_random_graph([](Graph const& graph) {
    auto const sources = some_sources(graph);
    Centrality const result = betweenness_result(graph, sources);
    for (std::size_t v = 0; v < graph.num_vertices(); ++v) {
      double const right = result.score(v);
      for (double const wrong : {right * (1 + 1e-6), right / 2, right + 1e-3, right - 1e-3, -right, 0.0,
                                 double(NAN), double(INFINITY)}) {
        if (wrong == right) continue;
        CAPTURE(v, right, wrong);
        result.score(v) = wrong;
        auto const complaint = validate_betweenness(Host(), graph, sources, result);
        REQUIRE(complaint);
        CHECK_THAT(*complaint, StartsWith(name_of(graph, v)));
      }
      result.score(v) = right;
    }
    CHECK(validate_betweenness(Host(), graph, sources, result) == nothing);
  });
}

TEST_CASE("the first wrong vertex is named, whatever the threads do", "[validate]") {
  std::vector<Edge> edges;
  for (std::uint64_t v = 0; v + 1 < 20000; ++v) edges.emplace_back(v, v + 1);
  Graph const graph = build_graph(Host(), make_edge_list(20000, edges));
  BfsTree const tree = bfs_result(graph, 0);
  for (std::size_t const v : {19999u, 15000u, 777u, 300u}) tree.parent(v) = 5;
  for (int run = 0; run < 50; ++run)
    CHECK_THAT(validate_bfs(Host(), graph, 0, tree).value_or(""), StartsWith("vertex 300: "));
}
