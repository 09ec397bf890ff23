// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_expected.hpp"
#include "tandem_test_graphs.hpp"
#include "tandem_test_oracles.hpp"
#include "tandem_test_run_options.hpp"

#include <algorithms/tandem_sssp.hpp>
#include <algorithms/tandem_validate.hpp>
#include <core/tandem_build.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_generate.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>

#include <limits>
#include <random>

namespace {

using namespace tandem;
using Catch::Matchers::Message;

/// Sums of integers and of eighths are exact, so that distances are those of the oracle to the last bit.
void check_sssp(Graph const& graph, Sssp& search, VertexId source) {
  SsspRun const run = search.run(source);
  auto const distances = test::oracle::distances(graph, source);
  CHECK(std::equal(distances.begin(), distances.end(), run.result.distance.data()));
}

/// Weights in eighths, a third of them 0.
std::vector<Weight> many_zeros(std::size_t n, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<Weight> weights(n);
  for (auto& weight : weights) weight = random() % 3 == 0 ? 0 : static_cast<Weight>(random() % 80) / 8;
  return weights;
}

EdgeList with_weights(EdgeList edges, std::vector<Weight> const& weights) {
  edges.weights = test::to_view<Weight>(weights);
  return edges;
}

void check_sssp_on_zoo(test::Splits splits) {
  std::uint32_t seed = 0;
  for (auto const& [name, edges] : test::zoo()) {
    if (edges.num_vertices == 0 || (edges.weights.extent(0) == 0) != (edges.sources.extent(0) == 0)) continue;
    for (bool symmetrize : {false, true})
      for (bool zeros : {false, true}) {
        Graph const graph = build_graph(
            Host(), zeros ? with_weights(edges, many_zeros(edges.sources.extent(0), ++seed)) : edges,
            {.symmetrize = symmetrize});
        if (!graph.weighted()) continue;
        std::string const kind = std::string(symmetrize ? ", undirected" : "") + (zeros ? ", zeros" : "");
        for (auto const& [split, options] : test::engine_options(name + kind, "sssp", splits)) {
          CAPTURE(name, symmetrize, zeros, split);
          Engine engine(Host(), graph, options);
          Sssp search(engine);
          check_sssp(graph, search, 0);
          check_sssp(graph, search,
                     static_cast<VertexId>(graph.num_vertices() - 1));  // the same memory again
        }
      }
  }
}

TEST_CASE("distances agree with the oracle on every kind of split", "[sssp]") {
  check_sssp_on_zoo(test::Splits::some);
}

TEST_CASE("distances agree with the oracle on all splits", "[.matrix]") {
  test::skip_unless_all_are_wanted();
  check_sssp_on_zoo(test::Splits::all);
}

TEST_CASE("distances on larger graphs, for any delta", "[sssp]") {
  for (char const* spec : {"kron:12", "rmat:11", "grid:60x40"}) {
    Graph const graph = build_graph(Host(), generate(Host(), spec, {.weights = WeightKind::integer}),
                                    {.drop_duplicates = true});
    for (auto const& [split, options] : test::engine_options(spec, "sssp"))
      for (Weight const delta : {0.f, 1.f, 1e9f}) {
        CAPTURE(spec, split, delta);
        Engine engine(Host(), graph, options);
        Sssp search(engine, {.delta = delta});
        for (VertexId const source : {1u, 1000u}) check_sssp(graph, search, source);
      }
  }
}

TEST_CASE("distances are the same to the last bit on every split", "[sssp]") {
  Graph const graph = build_graph(Host(), generate(Host(), "kron:10", {.weights = WeightKind::unit}));
  SsspRun const first = sssp(graph, 5);
  CHECK(validate_sssp(Host(), graph, 5, first.result).value_or("") == "");
  for (auto const& [split, options] : test::engine_options("kron:10", "sssp")) {
    CAPTURE(split);
    SsspRun const run = sssp(graph, 5, {}, options);
    CHECK(std::equal(first.result.distance.data(), first.result.distance.data() + graph.num_vertices(),
                     run.result.distance.data()));
  }
}

TEST_CASE("distances that others found, by delta-stepping", "[sssp]") {
  if (!std::filesystem::exists(test::ExpectedResults::path()))
    SKIP(test::ExpectedResults::path().string() << " is not there");
  test::ExpectedResults const all;
  for (auto const& expected : all.of("SSSP")) {
    CAPTURE(expected.name);
    Graph const graph = expected.read({});
    SsspRun const run = sssp(graph, expected.source(graph));
    auto const distances = expected.distances(graph);
    for (std::size_t v = 0; v < distances.size(); ++v) {
      auto const found = static_cast<double>(run.result.distance(v));
      if (!(found == distances[v] || std::abs(found - distances[v]) <= 1e-5 * distances[v]))
        FAIL_CHECK("vertex " << v << ": " << found << " and not " << distances[v]);
    }
  }
}

TEST_CASE("weights beyond what sums can hold", "[sssp]") {
  // A delta that vanishes next to the distances, a weight that is infinite, and a sum that becomes so.
  Weight const infinity = std::numeric_limits<Weight>::infinity();
  Graph const graph = build_graph(Host(), test::make_edge_list(6, {{0, 1}, {1, 2}, {2, 3}, {0, 4}, {3, 5}},
                                                               {1e30f, 1, 2e38f, infinity, 3e38f}));
  SsspRun const run = sssp(graph, 0, {.delta = 1});
  CHECK(run.result.distance(2) == 1e30f);
  CHECK(run.result.distance(3) == 1e30f + 2e38f);
  CHECK(run.result.distance(4) == infinity);
  CHECK(run.result.distance(5) == infinity);
  CHECK_FALSE(validate_sssp(Host(), graph, 0, run.result));
}

TEST_CASE("shortest paths count the edges they traversed", "[sssp]") {
  Graph const graph =
      build_graph(Host(), test::make_edge_list(6, {{0, 1}, {1, 2}, {4, 5}}, {1, 2, 3}, false));
  CHECK(sssp(graph, 0).traversed_edges == 2);
  CHECK(sssp(graph, 5).traversed_edges == 1);
  CHECK(sssp(graph, 3).traversed_edges == 0);
}

TEST_CASE("graphs, sources and deltas without shortest paths are refused", "[sssp]") {
  Graph const plain = build_graph(Host(), generate(Host(), "path:4"));
  CHECK_THROWS_MATCHES(sssp(plain, 0), Error,
                       Message("the graph has no weights, which shortest paths need: generate or convert it "
                               "with weights, or use bfs to count edges"));
  Graph const weighted = build_graph(Host(), generate(Host(), "path:4", {.weights = WeightKind::unit}));
  CHECK_THROWS_AS(sssp(weighted, 4), Error);
  for (Weight const delta : {-1.f, std::numeric_limits<Weight>::infinity(), std::nanf("")})
    CHECK_THROWS_AS(sssp(weighted, 0, {.delta = delta}), Error);
}

TEST_CASE("negative weights and those that are no numbers are refused by name", "[sssp]") {
  for (auto const& [split, options] : test::engine_options("negative weights", "sssp"))
    for (auto const& [weight, text] : {std::pair(-2.5f, "-2.5"), std::pair(std::nanf(""), "nan")}) {
      CAPTURE(split, weight);
      std::vector<test::Edge> edges;
      for (std::uint64_t v = 1; v < 200; ++v) edges.emplace_back(v, 0);
      for (std::uint64_t v = 1; v < 200; ++v) edges.emplace_back(v, v / 2);
      std::vector<Weight> weights(edges.size(), 1);
      edges.emplace_back(123, 45);
      weights.push_back(weight);
      Graph const graph = build_graph(Host(), test::make_edge_list(200, edges, weights));
      CHECK_THROWS_MATCHES(sssp(graph, 0, {}, options), Error,
                           Message(std::string("the edge from 123 to 45 has weight ") + text +
                                   ": shortest paths need weights of 0 or more"));
    }
}

}  // namespace
