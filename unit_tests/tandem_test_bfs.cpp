// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_graphs.hpp"
#include "tandem_test_oracles.hpp"
#include "tandem_test_run_options.hpp"

#include <algorithms/tandem_bfs.hpp>
#include <algorithms/tandem_validate.hpp>
#include <core/tandem_build.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_generate.hpp>
#include <catch2/catch_test_macros.hpp>

namespace {

using namespace tandem;

void check_bfs(Graph const& graph, Bfs& search, VertexId source) {
  BfsRun const run = search.run(source);
  auto const levels = test::oracle::bfs_levels(graph, source);
  CHECK(std::equal(levels.begin(), levels.end(), run.tree.level.data()));
  CHECK(validate_bfs(Host(), graph, source, run.tree).value_or("") == "");
}

TEST_CASE("breadth-first search agrees with the oracle on every split", "[bfs]") {
  for (auto const& [name, edges] : test::zoo())
    for (bool symmetrize : {false, true}) {
      Graph const graph = build_graph(Host(), edges, {.symmetrize = symmetrize});
      if (graph.num_vertices() == 0 || graph.weighted()) continue;
      for (auto const& [split, options] : test::engine_options()) {
        CAPTURE(name, symmetrize, split);
        Engine engine(Host(), graph, options);
        Bfs search(engine);
        VertexId const last = static_cast<VertexId>(graph.num_vertices() - 1);
        check_bfs(graph, search, 0);
        check_bfs(graph, search, last);  // the same memory again
      }
    }
}

TEST_CASE("breadth-first search on larger graphs", "[bfs]") {
  for (char const* spec : {"kron:12", "rmat:11", "grid:60x40", "uniform:11"}) {
    Graph const graph = build_graph(Host(), generate(Host(), spec), {.drop_duplicates = true});
    for (auto const& [split, options] : test::engine_options()) {
      CAPTURE(spec, split);
      Engine engine(Host(), graph, options);
      Bfs search(engine);
      for (VertexId source : {1u, 77u, 1000u}) check_bfs(graph, search, source);
    }
  }
}

TEST_CASE("a search counts the edges it traversed", "[bfs]") {
  Graph const two = build_graph(Host(), test::make_edge_list(6, {{0, 1}, {1, 2}, {4, 5}}, {}, false));
  CHECK(bfs(two, 0).traversed_edges == 2);
  CHECK(bfs(two, 5).traversed_edges == 1);
  CHECK(bfs(two, 3).traversed_edges == 0);
}

TEST_CASE("a source that is no vertex is refused", "[bfs]") {
  Graph const graph = build_graph(Host(), generate(Host(), "path:4"));
  CHECK_THROWS_AS(bfs(graph, 4), Error);
}

}  // namespace
