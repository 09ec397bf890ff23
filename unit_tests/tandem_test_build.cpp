// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_graphs.hpp"
#include "tandem_test_run_options.hpp"

#include <core/impl/tandem_radix_sort.hpp>
#include <core/tandem_build.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_generate.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

namespace {

using namespace tandem;
using Catch::Matchers::ContainsSubstring;

using Arc = std::tuple<std::uint64_t, std::uint64_t, Weight>;

/// A graph the plain way. Vertices and arcs are sets that may hold an arc several times.
struct Plain {
  std::set<std::uint64_t> vertices;
  std::multiset<Arc> arcs;
};

bool same(Plain const& a, Plain const& b) {
  return a.vertices == b.vertices && a.arcs == b.arcs;
}

/// What build_graph must give.
Plain oracle(EdgeList const& edges, BuildOptions const& options) {
  Plain plain;
  bool const undirected = !edges.directed || options.symmetrize;
  if (!options.drop_isolated)
    for (std::uint64_t v = 0; v < edges.num_vertices; ++v) plain.vertices.insert(v);
  for (std::size_t e = 0; e < edges.num_edges(); ++e) {
    std::uint64_t const u = edges.sources(e), v = edges.targets(e);
    Weight const weight = edges.weighted() ? edges.weights(e) : Weight(1);
    if (u == v && options.drop_self_loops) continue;
    plain.vertices.insert({u, v});
    plain.arcs.emplace(u, v, weight);
    if (undirected && u != v) plain.arcs.emplace(v, u, weight);
  }
  if (!options.drop_duplicates) return plain;
  Plain merged{plain.vertices, {}};
  // The smallest weight between two vertices comes first.
  std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
  for (auto const& [u, v, weight] : plain.arcs)
    if (seen.emplace(u, v).second) merged.arcs.emplace(u, v, weight);
  return merged;
}

/// The same of a graph, in original ids.
Plain plain_of(Graph const& graph, Csr<HostMemory> const& csr) {
  Plain plain;
  for (std::size_t u = 0; u < csr.num_vertices(); ++u) {
    OriginalId const source = graph.original_id(static_cast<VertexId>(u));
    plain.vertices.insert(source);
    for (EdgeIndex e = csr.offsets(u); e < csr.offsets(u + 1); ++e)
      plain.arcs.emplace(source, graph.original_id(csr.targets(e)),
                         csr.weighted() ? csr.weights(e) : Weight(1));
  }
  return plain;
}

Plain reversed(Plain const& plain) {
  Plain result{plain.vertices, {}};
  for (auto const& [u, v, weight] : plain.arcs) result.arcs.emplace(v, u, weight);
  return result;
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
  CHECK(graph.num_vertices() == expected.vertices.size());
  CHECK(graph.weighted() == edges.weighted());
  CHECK(graph.directed == (edges.directed && !options.symmetrize));
  CHECK(same(plain_of(graph, graph.out), expected));
  CHECK(lists_sorted(graph.out));
  CHECK(graph.has_in_edges() == (options.transpose || !graph.directed));
  if (graph.has_in_edges()) {
    CHECK(same(plain_of(graph, graph.in), reversed(expected)));
    CHECK(lists_sorted(graph.in));
  }
  CHECK(graph.degree_ordered == options.order_by_degree);
  if (options.order_by_degree) CHECK(degrees_fall(graph));
}

TEST_CASE("the builder agrees with plain sets", "[build]") {
  // A third of the options for each graph, in turn.
  unsigned turn = 0;
  for (auto const& [name, edges] : test::zoo())
    for (unsigned bits = turn++ % 3; bits < 64; bits += 3)
      check_against_oracle(name, edges, options_from_bits(bits));
}

TEST_CASE("an undirected list gives both arcs of each edge and one of a loop", "[build]") {
  unsigned turn = 0;
  for (auto [name, edges] : test::zoo()) {
    edges.directed = false;
    for (unsigned bits = 2 * (turn++ % 3); bits < 64; bits += 6)
      check_against_oracle(name, edges, options_from_bits(bits));
  }
}

/// The same edges by source and target, which the builder takes without sorting.
EdgeList in_order(EdgeList const& edges) {
  std::vector<std::size_t> order(edges.num_edges());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(edges.sources(a), edges.targets(a)) < std::pair(edges.sources(b), edges.targets(b));
  });
  EdgeList sorted = edges;
  sorted.sources = HostView<VertexId>("sources", order.size());
  sorted.targets = HostView<VertexId>("targets", order.size());
  if (edges.weighted()) sorted.weights = HostView<Weight>("weights", order.size());
  for (std::size_t e = 0; e < order.size(); ++e) {
    sorted.sources(e) = edges.sources(order[e]);
    sorted.targets(e) = edges.targets(order[e]);
    if (edges.weighted()) sorted.weights(e) = edges.weights(order[e]);
  }
  return sorted;
}

template <class View>
bool same_values(View const& a, View const& b) {
  return std::equal(a.data(), a.data() + a.extent(0), b.data(), b.data() + b.extent(0));
}

TEST_CASE("a sorted list gives the same graph", "[build]") {
  for (auto const& [name, edges] : test::zoo())
    for (unsigned bits : {0u, 2u, 4u, 6u, 8u, 14u, 16u, 34u, 62u})
      check_against_oracle(name, in_order(edges), options_from_bits(bits));

  // Many blocks, whose borders cut lists and runs of equal arcs.
  EdgeList edges = generate(Host(), "rmat:13:32", {.seed = 7, .weights = WeightKind::integer});
  for (unsigned bits : {0u, 2u, 6u, 18u}) {
    Graph const expected = build_graph(Host(), edges, options_from_bits(bits));
    Graph const graph = build_graph(Host(), in_order(edges), options_from_bits(bits));
    CAPTURE(bits);
    CHECK(same_values(graph.out.offsets, expected.out.offsets));
    CHECK(same_values(graph.out.targets, expected.out.targets));
    CHECK(same_values(graph.out.weights, expected.out.weights));
  }
}

TEST_CASE("buckets are split and merged right on graphs of many blocks", "[build]") {
  // Large enough for several buckets; the star gives one bucket that has to be split by all threads.
  auto const specs = test::sanitized ? std::vector{"kron:15", "star:500000"}
                                     : std::vector{"kron:15", "star:2000000", "uniform:16:8"};
  for (auto const* spec : specs) {
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

TEST_CASE("lists of many blocks, and vertices without arcs in between, are reversed right", "[build]") {
  // A hub that sends to all, whose list is cut several times, and far behind it senders with gaps between
  // them.
  constexpr VertexId n = 600'000, gap = 997;
  std::vector<test::Edge> edges;
  for (VertexId v = 1; v < n; ++v) edges.emplace_back(0, v);
  for (VertexId v = gap; v < n; v += gap) edges.emplace_back(v, v / gap);
  Graph const graph = build_graph(Host(), test::make_edge_list(n, edges), {.transpose = true});
  std::size_t wrong = graph.in.degree(0) != 0;
  for (VertexId v = 1; v < n; ++v) {
    EdgeIndex const first = graph.in.offsets(v);
    bool const receives = v <= (n - 1) / gap;
    wrong += graph.in.degree(v) != (receives ? 2u : 1u) || graph.in.targets(first) != 0 ||
             (receives && graph.in.targets(first + 1) != v * gap);
  }
  CHECK(wrong == 0);
  Graph const ordered = order_by_degree(Host(), graph);
  CHECK(test::arcs_of(ordered).size() == edges.size());
  CHECK(degrees_fall(ordered));
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

TEST_CASE("an undirected graph that is not symmetric can't be ordered", "[build]") {
  // In one round, and in two, the last of which misses an arc.
  for (std::uint64_t const n : {4u, 200'000u}) {
    std::vector<test::Edge> edges{{n - 2, n - 1}};
    for (std::uint64_t v = 0; v + 2 < n; ++v) edges.insert(edges.end(), {{v, v + 1}, {v + 1, v}});
    Graph graph = build_graph(Host(), test::make_edge_list(n, edges));
    graph.directed = false;
    graph.in = graph.out;
    CHECK_THROWS_MATCHES(order_by_degree(Host(), graph), Error,
                         Catch::Matchers::MessageMatches(ContainsSubstring("not symmetric: 2 vertices")));
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

TEST_CASE("keys that fill their type are sorted", "[build]") {
  // Those of a graph of more than 2^31 vertices with few edges.
  constexpr int key_bits = 8 * sizeof(Impl::SortKey);
  std::vector<Impl::SortKey> const keys{~Impl::SortKey(0), 7, Impl::SortKey(1) << (key_bits - 1), 5};
  auto records = Impl::partition_records(Host(), "tandem::test::keys", key_bits, false, keys.size(), 1,
                                         [&](std::size_t, auto const& emit) {
                                           for (Impl::SortKey const key : keys) emit(key, Weight(0));
                                         });
  Impl::sort_buckets(Host(), "tandem::test::keys", records, 0, [](std::size_t) {});
  REQUIRE(records.keys.extent(0) == keys.size());
  CHECK(std::is_sorted(records.keys.data(), records.keys.data() + keys.size()));
}

/// The message of the Error that building throws; empty if it does not.
std::string build_error(EdgeList const& edges) {
  try {
    (void)build_graph(Host(), edges);
  } catch (Error const& error) {
    return error.what();
  }
  return {};
}

TEST_CASE("an id beyond the number of vertices is refused", "[build]") {
  CHECK_THAT(build_error(test::make_edge_list(3, {{0, 1}, {1, 3}})), ContainsSubstring("names vertex 3"));
}

TEST_CASE("columns of different lengths are refused", "[build]") {
  EdgeList const good = test::make_edge_list(3, {{0, 1}, {1, 2}}, {1, 2});
  EdgeList bad = good;
  bad.targets = Kokkos::subview(good.targets, std::pair(0, 1));
  CHECK_THAT(build_error(bad), ContainsSubstring("1 targets, but 2 sources"));
  bad = good;
  bad.weights = Kokkos::subview(good.weights, std::pair(0, 1));
  CHECK_THAT(build_error(bad), ContainsSubstring("1 weights, but 2 sources"));
  bad = good;
  bad.original_ids = HostView<OriginalId>("tandem::test::ids", 2);
  CHECK_THAT(build_error(bad), ContainsSubstring("2 original ids, but 3 vertices"));
}

TEST_CASE("more vertices than ids can number are refused", "[build]") {
  EdgeList edges = test::make_edge_list(3, {{0, 1}});
  for (std::uint64_t const n : {max_vertices + 1, ~std::uint64_t(0)}) {
    edges.num_vertices = n;
    CHECK_THAT(build_error(edges), ContainsSubstring(std::to_string(n) + " vertices are more than"));
  }
}

}  // namespace
