// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_graphs.hpp"

#include <core/tandem_build.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_generate.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <algorithm>
#include <map>
#include <set>

namespace {

using namespace tandem;
using Adjacency = std::map<std::uint64_t, std::multimap<std::uint64_t, Weight>>;

/// What build_graph must give, made the plain way: for every vertex its neighbours with weights.
Adjacency oracle(EdgeList const& edges, BuildOptions const& options) {
  Adjacency adjacency;
  bool const undirected = !edges.directed || options.symmetrize;
  auto const add = [&](std::uint64_t u, std::uint64_t v, Weight weight) {
    auto& neighbors = adjacency[u];
    auto const old = neighbors.find(v);
    if (options.drop_duplicates && old != neighbors.end())
      old->second = std::min(old->second, weight);
    else
      neighbors.emplace(v, weight);
  };
  if (!options.drop_isolated)
    for (std::uint64_t v = 0; v < edges.num_vertices; ++v) adjacency[v];
  for (std::size_t e = 0; e < edges.num_edges(); ++e) {
    std::uint64_t const u = edges.sources(e), v = edges.targets(e);
    Weight const weight = edges.weighted() ? edges.weights(e) : Weight(1);
    if (u == v && options.drop_self_loops) continue;
    adjacency[v];
    add(u, v, weight);
    if (undirected && u != v) add(v, u, weight);
  }
  return adjacency;
}

/// The same of a graph, in original ids.
Adjacency adjacency_of(Graph const& graph, Csr<HostMemory> const& csr) {
  Adjacency adjacency;
  for (std::size_t u = 0; u < csr.num_vertices(); ++u) {
    auto& neighbors = adjacency[graph.original_id(static_cast<VertexId>(u))];
    for (EdgeIndex e = csr.offsets(u); e < csr.offsets(u + 1); ++e)
      neighbors.emplace(graph.original_id(csr.targets(e)), csr.weighted() ? csr.weights(e) : Weight(1));
  }
  return adjacency;
}

Adjacency reversed(Adjacency const& adjacency) {
  Adjacency result;
  for (auto const& [u, neighbors] : adjacency) {
    result[u];
    for (auto const& [v, weight] : neighbors) result[v].emplace(u, weight);
  }
  return result;
}

/// Equal as multisets: parallel edges may come in any order of weights.
bool same(Adjacency const& a, Adjacency const& b) {
  auto const flat = [](Adjacency const& adjacency) {
    std::vector<std::tuple<std::uint64_t, std::uint64_t, Weight>> arcs;
    for (auto const& [u, neighbors] : adjacency) {
      arcs.emplace_back(u, ~std::uint64_t(0), Weight(0));
      for (auto const& [v, weight] : neighbors) arcs.emplace_back(u, v, weight);
    }
    std::sort(arcs.begin(), arcs.end());
    return arcs;
  };
  return flat(a) == flat(b);
}

bool lists_sorted(Csr<HostMemory> const& csr) {
  for (std::size_t u = 0; u < csr.num_vertices(); ++u)
    if (!std::is_sorted(csr.targets.data() + csr.offsets(u), csr.targets.data() + csr.offsets(u + 1)))
      return false;
  return true;
}

bool degrees_fall(Graph const& graph) {
  for (std::size_t v = 1; v < graph.num_vertices(); ++v) {
    auto const before = graph.out.degree(static_cast<VertexId>(v - 1)),
               here = graph.out.degree(static_cast<VertexId>(v));
    if (before < here) return false;
    if (before == here && graph.original_ids(v - 1) > graph.original_ids(v)) return false;
  }
  return true;
}

BuildOptions options_from_bits(unsigned bits) {
  return {.symmetrize = (bits & 1) != 0,
          .drop_duplicates = (bits & 2) != 0,
          .drop_self_loops = (bits & 4) != 0,
          .drop_isolated = (bits & 8) != 0,
          .transpose = (bits & 16) != 0,
          .order_by_degree = (bits & 32) != 0};
}

void check_against_oracle(std::string const& name, EdgeList const& edges, BuildOptions const& options) {
  Graph const graph = build_graph(Host(), edges, options);
  auto const expected = oracle(edges, options);
  CAPTURE(name, options.symmetrize, options.drop_duplicates, options.drop_self_loops, options.drop_isolated,
          options.transpose, options.order_by_degree);
  CHECK(graph.num_vertices() == expected.size());
  CHECK(graph.weighted() == edges.weighted());
  CHECK(graph.directed == (edges.directed && !options.symmetrize));
  CHECK(same(adjacency_of(graph, graph.out), expected));
  CHECK(lists_sorted(graph.out));
  CHECK(graph.has_in_edges() == (options.transpose || !graph.directed));
  if (graph.has_in_edges()) {
    CHECK(same(adjacency_of(graph, graph.in), reversed(expected)));
    CHECK(lists_sorted(graph.in));
  }
  CHECK(graph.degree_ordered == options.order_by_degree);
  if (options.order_by_degree) CHECK(degrees_fall(graph));
}

TEST_CASE("the builder agrees with a map of multisets", "[build]") {
  for (auto const& [name, edges] : test::zoo())
    for (unsigned bits = 0; bits < 64; ++bits) check_against_oracle(name, edges, options_from_bits(bits));
}

TEST_CASE("an undirected list gives both arcs of each edge and one of a loop", "[build]") {
  for (auto [name, edges] : test::zoo()) {
    edges.directed = false;
    for (unsigned bits = 0; bits < 64; bits += 2) check_against_oracle(name, edges, options_from_bits(bits));
  }
}

TEST_CASE("buckets are split and merged right on graphs of many blocks", "[build]") {
  // Large enough for several buckets; the star gives one bucket that has to be split by all threads.
  for (auto const* spec : {"kron:15", "star:2000000", "uniform:16:8"}) {
    EdgeList const edges = generate(Host(), spec, {.seed = 5, .weights = WeightKind::integer});
    Graph const graph = build_graph(Host(), edges, {.drop_duplicates = true});
    std::vector<std::tuple<VertexId, VertexId, Weight>> arcs;
    for (std::size_t e = 0; e < edges.num_edges(); ++e) {
      arcs.emplace_back(edges.sources(e), edges.targets(e), edges.weights(e));
      arcs.emplace_back(edges.targets(e), edges.sources(e), edges.weights(e));
    }
    std::sort(arcs.begin(), arcs.end());
    auto const same_ends = [](auto const& a, auto const& b) {
      return std::get<0>(a) == std::get<0>(b) && std::get<1>(a) == std::get<1>(b);
    };
    arcs.erase(std::unique(arcs.begin(), arcs.end(), same_ends), arcs.end());
    CAPTURE(spec);
    REQUIRE(graph.num_arcs() == arcs.size());
    bool equal = true;
    std::size_t a = 0;
    for (std::size_t u = 0; u < graph.num_vertices(); ++u)
      for (EdgeIndex e = graph.out.offsets(u); e < graph.out.offsets(u + 1); ++e, ++a)
        equal = equal &&
                arcs[a] == std::tuple(static_cast<VertexId>(u), graph.out.targets(e), graph.out.weights(e));
    CHECK(equal);
    Graph const ordered = order_by_degree(Host(), graph);
    CHECK(degrees_fall(ordered));
    CHECK(lists_sorted(ordered.out));
    auto arcs_before = test::arcs_of(graph), arcs_after = test::arcs_of(ordered);
    std::sort(arcs_before.begin(), arcs_before.end());
    std::sort(arcs_after.begin(), arcs_after.end());
    CHECK(arcs_before == arcs_after);
  }
}

TEST_CASE("the graph does not depend on the number of threads", "[build]") {
  EdgeList const edges = generate(Host(), "rmat:13", {.seed = 3, .weights = WeightKind::unit});
  auto const reference = test::arcs_of(build_graph(Host(), edges, {}));
#if defined(KOKKOS_ENABLE_OPENMP)
  for (int threads = 1; threads <= 3; ++threads) {
    Kokkos::OpenMP const space(threads);
    CHECK(test::arcs_of(build_graph(space, edges, {})) == reference);
  }
#else
  SKIP("this build has one host thread");
#endif
}

TEST_CASE("edge lists come back out of graphs", "[build]") {
  for (auto const& [name, edges] : test::zoo())
    for (bool const directed : {true, false}) {
      Graph const graph = build_graph(Host(), edges, {.symmetrize = !directed});
      EdgeList const again = to_edge_list(Host(), graph);
      CAPTURE(name, directed);
      CHECK(again.directed == directed);
      CHECK(again.num_edges() == edges.num_edges());
      CHECK(test::arcs_of(build_graph(Host(), again, {})) == test::arcs_of(graph));
    }
}

TEST_CASE("vertices are found by the id of the file", "[build]") {
  EdgeList edges = test::make_edge_list(4, {{0, 1}, {1, 2}, {1, 3}});
  Graph graph = build_graph(Host(), edges, {});
  CHECK(find_vertex(graph, 3) == std::optional<VertexId>(3));
  CHECK(find_vertex(graph, 4) == std::nullopt);
  edges.original_ids = HostView<OriginalId>("tandem::test::ids", 4);
  for (OriginalId v = 0; v < 4; ++v) edges.original_ids(v) = 1000 * (v + 1);
  graph = build_graph(Host(), edges, {.order_by_degree = true});
  for (OriginalId id = 1000; id <= 4000; id += 1000)
    CHECK(graph.original_id(find_vertex(graph, id).value()) == id);
  CHECK(graph.original_id(0) == 2000);
  CHECK(find_vertex(graph, 1) == std::nullopt);
}

TEST_CASE("an id beyond the number of vertices is refused", "[build]") {
  auto const edges = test::make_edge_list(3, {{0, 1}, {1, 3}});
  CHECK_THROWS_MATCHES(build_graph(Host(), edges, {}), Error,
                       Catch::Matchers::MessageMatches(Catch::Matchers::ContainsSubstring("names vertex 3")));
}

}  // namespace
