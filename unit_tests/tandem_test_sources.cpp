// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_graphs.hpp"

#include <algorithms/tandem_sources.hpp>
#include <core/tandem_build.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_generate.hpp>
#include <catch2/catch_test_macros.hpp>
#include <set>

namespace {

using namespace tandem;

TEST_CASE("sources are different vertices that have an edge", "[sources]") {
  Graph const graph = build_graph(Host(), generate(Host(), "kron:8"), {.drop_duplicates = true});
  std::size_t with_edges = 0;
  for (VertexId v = 0; v < graph.num_vertices(); ++v) with_edges += graph.out.degree(v) > 0;
  for (std::size_t const count : {std::size_t(1), with_edges / 2, with_edges, with_edges + 1000}) {
    auto const sources = pick_sources(graph, count, 7);
    CHECK(sources.size() == std::min(count, with_edges));
    CHECK(std::set<VertexId>(sources.begin(), sources.end()).size() == sources.size());
    for (VertexId const source : sources) CHECK(graph.out.degree(source) > 0);
    CHECK(sources == pick_sources(graph, count, 7));
  }
  CHECK(pick_sources(graph, 20, 7) != pick_sources(graph, 20, 8));
}

TEST_CASE("a graph without edges has no sources", "[sources]") {
  Graph const graph = build_graph(Host(), test::make_edge_list(3, {}));
  CHECK_THROWS_AS(pick_sources(graph, 1, 1), Error);
}

}  // namespace
