// SPDX-License-Identifier: BSD-3-Clause
// Answers computed by others (LDBC Graphalytics, libgrape-lite) against the oracles, the checkers and the
// algorithms.
#include "tandem_test_expected.hpp"
#include "tandem_test_oracles.hpp"

#include <algorithms/tandem_bfs.hpp>
#include <algorithms/tandem_components.hpp>
#include <algorithms/tandem_pagerank.hpp>
#include <algorithms/tandem_sssp.hpp>
#include <algorithms/tandem_validate.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>

using namespace tandem;
using namespace tandem::test;

namespace {

/// The largest difference in relation to the value; infinity where only one is infinite.
double largest_difference(std::vector<double> const& a, std::vector<double> const& b) {
  if (a.size() != b.size()) return INFINITY;
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i]) largest = std::max(largest, std::abs(a[i] - b[i]) / std::min(a[i], b[i]));
  return largest;
}

/// Calls check(result, graph) for all that others found for `algorithm`, with the vertices as they are in
/// the file and renumbered.
template <class Check>
void for_each_expected(std::string const& algorithm, std::size_t least, Check const& check) {
  if (!std::filesystem::exists(ExpectedResults::path()))
    SKIP(ExpectedResults::path().string() << " is not there");
  ExpectedResults const expected;
  auto const results = expected.of(algorithm);
  CHECK(results.size() >= least);
  for (auto const& result : results)
    for (bool const order_by_degree : {false, true}) {
      CAPTURE(result.name, order_by_degree);
      Graph const graph = result.read({.order_by_degree = order_by_degree});
      REQUIRE(graph.num_vertices() > 0);
      check(result, graph);
    }
}

template <class T>
std::vector<T> to_vector(HostView<T> const& values) {
  return {values.data(), values.data() + values.extent(0)};
}

/// Calls check(options) for some ways to run an algorithm.
template <class Check>
void for_each_platform(Check const& check) {
  for (char const* platform : {"1S", "1S2G"}) {
    CAPTURE(platform);
    EngineOptions options;
    options.platform.spec = platform;
    options.platform.bind = false;
    check(options);
  }
}

}  // namespace

TEST_CASE("levels that others found", "[expected_results]") {
  for_each_expected("BFS", 8, [](ExpectedResult const& expected, Graph const& graph) {
    VertexId const source = expected.source(graph);
    auto const levels = expected.levels(graph);
    CHECK(oracle::bfs_levels(graph, source) == levels);
    for_each_platform([&](EngineOptions const& options) {
      CHECK(to_vector(bfs(graph, source, {}, options).tree.level) == levels);
    });
  });
}

TEST_CASE("distances that others found", "[expected_results]") {
  for_each_expected("SSSP", 8, [](ExpectedResult const& expected, Graph const& graph) {
    VertexId const source = expected.source(graph);
    auto const distances = expected.distances(graph);
    CHECK(largest_difference(oracle::distances(graph, source), distances) < 1e-6);
    CHECK(validate_sssp(Host(), graph, source, {to_view<Weight>(distances)}) == Complaint());
    for_each_platform([&](EngineOptions const& options) {
      auto const found = to_vector(sssp(graph, source, {}, options).result.distance);
      CHECK(largest_difference({found.begin(), found.end()}, distances) < 1e-5);
    });
  });
}

TEST_CASE("components that others found", "[expected_results]") {
  for_each_expected("WCC", 8, [](ExpectedResult const& expected, Graph const& graph) {
    auto const components = expected.components(graph);
    CHECK(oracle::components(graph) == components);
    CHECK(validate_components(Host(), graph, {to_view<VertexId>(components)}) == Complaint());
    for_each_platform([&](EngineOptions const& options) {
      CHECK(to_vector(tandem::components(graph, options).components.component) == components);
    });
  });
}

TEST_CASE("ranks that others found", "[expected_results]") {
  for_each_expected("PR", 7, [](ExpectedResult const& expected, Graph const& graph) {
    auto const ranks = oracle::pagerank(graph, expected.iterations, expected.damping);
    CHECK(largest_difference(ranks, expected.ranks(graph)) < 2e-6);
    PageRankOptions const how{
        .damping = expected.damping, .iterations = expected.iterations, .double_precision = true};
    for_each_platform([&](EngineOptions const& options) {
      CHECK(largest_difference(to_vector(pagerank(graph, how, options).ranks.rank), expected.ranks(graph)) <
            2e-6);
    });
  });
}
