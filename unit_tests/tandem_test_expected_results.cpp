// SPDX-License-Identifier: BSD-3-Clause
// Answers computed by others (LDBC Graphalytics, libgrape-lite) against the oracles and the checkers.
#include "tandem_test_expected.hpp"
#include "tandem_test_oracles.hpp"

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

}  // namespace

TEST_CASE("levels that others found", "[expected_results]") {
  for_each_expected("BFS", 6, [](ExpectedResult const& expected, Graph const& graph) {
    CHECK(oracle::bfs_levels(graph, expected.source(graph)) == expected.levels(graph));
  });
}

TEST_CASE("distances that others found", "[expected_results]") {
  for_each_expected("SSSP", 6, [](ExpectedResult const& expected, Graph const& graph) {
    VertexId const source = expected.source(graph);
    auto const distances = expected.distances(graph);
    CHECK(largest_difference(oracle::distances(graph, source), distances) < 1e-6);
    CHECK(validate_sssp(Host(), graph, source, {to_view<Weight>(distances)}) == Complaint());
  });
}

TEST_CASE("components that others found", "[expected_results]") {
  for_each_expected("WCC", 6, [](ExpectedResult const& expected, Graph const& graph) {
    auto const components = expected.components(graph);
    CHECK(oracle::components(graph) == components);
    CHECK(validate_components(Host(), graph, {to_view<VertexId>(components)}) == Complaint());
  });
}

TEST_CASE("ranks that others found", "[expected_results]") {
  for_each_expected("PR", 5, [](ExpectedResult const& expected, Graph const& graph) {
    auto const ranks = oracle::pagerank(graph, expected.iterations, expected.damping);
    CHECK(largest_difference(ranks, expected.ranks(graph)) < 2e-6);
  });
}
