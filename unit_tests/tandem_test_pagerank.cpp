// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_graphs.hpp"
#include "tandem_test_oracles.hpp"
#include "tandem_test_run_options.hpp"

#include <algorithms/tandem_pagerank.hpp>
#include <algorithms/tandem_validate.hpp>
#include <core/tandem_build.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_generate.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <numeric>

namespace {

using namespace tandem;

double largest_difference(HostView<double> const& found, std::vector<double> const& expected) {
  double largest = 0;
  for (std::size_t v = 0; v < expected.size(); ++v)
    largest = std::max(largest, std::abs(found(v) - expected[v]));
  return largest;
}

void check_pagerank(Graph const& graph, EngineOptions options) {
  options.split.needs.in_edges = true;
  Engine engine(Host(), graph, options);
  auto const expected = test::oracle::pagerank(graph, 7);
  for (bool double_precision : {true, false}) {
    PageRankRun const run = pagerank(engine, {.iterations = 7, .double_precision = double_precision});
    CHECK(run.ranks.iterations == 7);
    CHECK(largest_difference(run.ranks.rank, expected) < (double_precision ? 1e-12 : 1e-5));
    CHECK(std::abs(std::accumulate(run.ranks.rank.data(), run.ranks.rank.data() + graph.num_vertices(), 0.0) -
                   1) < (double_precision ? 1e-9 : 1e-3));
  }
}

void check_pagerank_on_zoo(test::Splits splits) {
  for (auto const& [name, edges] : test::zoo())
    for (bool symmetrize : {false, true}) {
      Graph const graph = build_graph(Host(), edges, {.symmetrize = symmetrize});
      if (graph.num_vertices() == 0 || graph.weighted()) continue;
      for (auto const& [split, options] :
           test::engine_options(name + (symmetrize ? ", undirected" : ""), "pagerank", splits)) {
        CAPTURE(name, symmetrize, split);
        check_pagerank(graph, options);
      }
    }
}

TEST_CASE("PageRank agrees with the oracle on every kind of split", "[pagerank]") {
  check_pagerank_on_zoo(test::Splits::some);
}

TEST_CASE("PageRank agrees with the oracle on all splits", "[.matrix]") {
  test::skip_unless_all_are_wanted();
  check_pagerank_on_zoo(test::Splits::all);
}

TEST_CASE("PageRank on larger graphs", "[pagerank]") {
  for (char const* spec : {"kron:10", "rmat:10", "grid:30x20"}) {
    Graph const graph = build_graph(Host(), generate(Host(), spec), {.drop_duplicates = true});
    for (auto const& [split, options] : test::engine_options(spec, "pagerank")) {
      CAPTURE(spec, split);
      check_pagerank(graph, options);
    }
  }
}

TEST_CASE("PageRank stops at its tolerance and tells the error", "[pagerank]") {
  Graph const graph = build_graph(Host(), generate(Host(), "rmat:10"), {.transpose = true});
  PageRankRun const run = pagerank(graph, {.iterations = 1000, .tolerance = 1e-8, .double_precision = true});
  CHECK(run.ranks.iterations < 1000);
  CHECK(run.ranks.error < 1e-8);
  CHECK(run.ranks.error > 0);
  CHECK(validate_pagerank(Host(), graph, run.ranks).value_or("") == "");
}

TEST_CASE("PageRank stops at its tolerance on every platform, in float too", "[pagerank]") {
  Graph const graph = build_graph(Host(), generate(Host(), "kron:10"), {.drop_duplicates = true});
  constexpr double tolerance = 1e-4;
  int const expected = pagerank(graph, {.iterations = 1000, .tolerance = tolerance, .double_precision = true})
                           .ranks.iterations;
  for (auto const& [split, options] : test::engine_options("kron:10", "pagerank with a tolerance")) {
    CAPTURE(split);
    Ranks const ranks = pagerank(graph, {.iterations = 1000, .tolerance = tolerance}, options).ranks;
    CHECK(std::abs(ranks.iterations - expected) <= 1);
    CHECK((ranks.error > 0 && ranks.error < tolerance));
    CHECK(validate_pagerank(Host(), graph, ranks, {.slack = 1e-4}).value_or("") == "");
  }
}

TEST_CASE("PageRank in float stays within the slack of its check", "[pagerank]") {
  // Hubs add up thousands of values; a star's are all alike, so that roundings add up, too.
  // Sanitizers look for other things, and take minutes.
  auto const specs = test::sanitized ? std::vector{"kron:11", "star:5000"}
                                     : std::vector{"kron:16", "rmat:16", "uniform:16", "star:200000"};
  for (char const* spec : specs) {
    Graph const graph = build_graph(Host(), generate(Host(), spec), {.drop_duplicates = true});
    for (char const* const platform : {"1S", "1S1G"}) {
      CAPTURE(spec, platform);
      EngineOptions options;
      options.platform = {.spec = platform, .bind = false};
      Ranks const ranks = pagerank(graph, {}, options).ranks;
      CHECK(validate_pagerank(Host(), graph, ranks, {.slack = 1e-4}).value_or("") == "");
    }
  }
}

TEST_CASE("PageRank without in-edges is refused", "[pagerank]") {
  Graph const graph = build_graph(Host(), generate(Host(), "rmat:8"));
  for (char const* const platform : {"1S", "1S1G"}) {
    EngineOptions options;
    options.platform = {.spec = platform, .bind = false};
    Engine engine(Host(), graph, options);
    CHECK_FALSE(engine.has_in_edges());
    CHECK_THROWS_AS(pagerank(engine), Error);
  }
}

TEST_CASE("PageRank of nothing is nothing", "[pagerank]") {
  CHECK(pagerank(build_graph(Host(), test::make_edge_list(0, {}))).ranks.rank.extent(0) == 0);
}

TEST_CASE("PageRank refuses options that make no sense", "[pagerank]") {
  Graph const graph = build_graph(Host(), generate(Host(), "path:4"));
  CHECK_THROWS_AS(pagerank(graph, {.damping = 1.0}), Error);
  CHECK_THROWS_AS(pagerank(graph, {.iterations = 0}), Error);
  CHECK_THROWS_AS(pagerank(graph, {.tolerance = -1.0}), Error);
}

}  // namespace
