// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_graphs.hpp"
#include "tandem_test_oracles.hpp"
#include "tandem_test_run_options.hpp"

#include <algorithms/tandem_components.hpp>
#include <algorithms/tandem_validate.hpp>
#include <core/tandem_build.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_generate.hpp>
#include <catch2/catch_test_macros.hpp>
#include <algorithm>
#include <random>

namespace {

using namespace tandem;

/// The number of components, and that of supersteps that it took to find them.
struct Found {
  std::size_t components;
  std::size_t steps;
};

Found check_components(Graph const& graph, EngineOptions const& options) {
  ComponentsRun const run = components(graph, options);
  auto const expected = test::oracle::components(graph);
  REQUIRE(run.components.component.extent(0) == expected.size());
  CHECK(std::equal(expected.begin(), expected.end(), run.components.component.data()));
  std::size_t count = 0;
  for (std::size_t v = 0; v < expected.size(); ++v) count += expected[v] == v;
  CHECK(run.num_components == count);
  return {run.num_components, run.record.num_steps()};
}

/// Many components of many sizes, and ids in the file that have nothing to do with our numbers.
Graph random_graph(std::uint32_t seed, bool undirected) {
  std::mt19937 random(seed);
  std::size_t const n = 100 + random() % 900, m = n * (2 + random() % 6) / 4;
  std::vector<test::Edge> edges(m);
  for (auto& [u, v] : edges) u = random() % n, v = random() % n;
  EdgeList list = test::make_edge_list(n, edges, {}, !undirected);
  std::vector<OriginalId> ids;
  for (std::size_t v = 0; v < n; ++v) ids.push_back(7 * v + 3);
  std::shuffle(ids.begin(), ids.end(), random);
  list.original_ids = test::to_view<OriginalId>(ids);
  return build_graph(Host(), list);
}

/// A path whose vertices are numbered at random.
Graph shuffled_path(std::size_t n) {
  std::vector<std::uint64_t> at(n);
  for (std::size_t i = 0; i < n; ++i) at[i] = i;
  std::shuffle(at.begin(), at.end(), std::mt19937(5));
  std::vector<test::Edge> edges;
  for (std::size_t i = 0; i + 1 < n; ++i) edges.emplace_back(at[i], at[i + 1]);
  return build_graph(Host(), test::make_edge_list(n, edges, {}, false));
}

void check_components_of_zoo(test::Splits splits) {
  for (auto const& [name, edges] : test::zoo())
    for (bool symmetrize : {false, true}) {
      Graph const graph = build_graph(Host(), edges, {.symmetrize = symmetrize});
      if (graph.weighted()) continue;
      for (auto const& [split, options] :
           test::engine_options(name + (symmetrize ? ", undirected" : ""), "components", splits)) {
        CAPTURE(name, symmetrize, split);
        check_components(graph, options);
      }
    }
}

TEST_CASE("components agree with the oracle on every kind of split", "[components]") {
  check_components_of_zoo(test::Splits::some);
}

TEST_CASE("components agree with the oracle on all splits", "[.matrix]") {
  test::skip_unless_all_are_wanted();
  check_components_of_zoo(test::Splits::all);
}

TEST_CASE("components bear the smallest original id", "[components]") {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    auto const splits = test::engine_options("random " + std::to_string(seed), "components");
    bool const undirected = seed % 2 == 0;
    Graph const graph = random_graph(seed, undirected);
    for (std::size_t i = seed % 5; i < splits.size(); i += 5) {
      CAPTURE(seed, undirected, splits[i].name);
      CHECK(check_components(graph, splits[i].options).components > 1);
    }
  }
}

TEST_CASE("components of larger graphs", "[components]") {
  for (char const* spec : {"kron:12", "rmat:11", "grid:60x40", "uniform:11", "path:3000"}) {
    Graph const graph = build_graph(Host(), generate(Host(), spec), {.drop_duplicates = true});
    for (auto const& [split, options] : test::engine_options(spec, "components")) {
      CAPTURE(spec, split);
      check_components(graph, options);
    }
  }
}

TEST_CASE("labels need few supersteps", "[components]") {
  auto const most_steps = [](std::string const& name, Graph const& graph) {
    std::size_t most = 0;
    for (auto [split, options] : test::engine_options(name, "components")) {
      CAPTURE(split);
      options.order = NeighborOrder::by_degree;  // first neighbours are the sample: hubs have to come first
      most = std::max(most, check_components(graph, options).steps);
    }
    return most;
  };
  CHECK(most_steps("kron:12", build_graph(Host(), generate(Host(), "kron:12"))) <= 4);
  // How many depends on where the path is cut. Passed on from neighbour to neighbour, the smallest label
  // would take more than a thousand supersteps.
  CHECK(most_steps("path", shuffled_path(4000)) <= 100);
}

TEST_CASE("the result passes the independent check", "[components]") {
  Graph const graph = build_graph(Host(), generate(Host(), "kron:14"));
  ComponentsRun const run = components(graph);
  CHECK(validate_components(Host(), graph, run.components).value_or("") == "");
  CHECK(run.edges == graph.num_arcs() / 2);
}

TEST_CASE("components of another graph than the engine's are refused", "[components]") {
  Graph const graph = build_graph(Host(), generate(Host(), "path:4"));
  Engine engine(Host(), graph, {});
  CHECK_THROWS_AS(components(engine, build_graph(Host(), generate(Host(), "path:5"))), Error);
}

}  // namespace
