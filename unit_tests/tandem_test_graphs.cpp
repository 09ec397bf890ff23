// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_graphs.hpp"

#include <random>

namespace tandem::test {

EdgeList make_edge_list(std::uint64_t num_vertices, std::vector<Edge> const& edges,
                        std::vector<Weight> const& weights, bool directed) {
  Host const space;
  EdgeList list;
  list.num_vertices = num_vertices;
  list.directed = directed;
  list.sources = make_host_view<VertexId>(space, "tandem::test::sources", edges.size());
  list.targets = make_host_view<VertexId>(space, "tandem::test::targets", edges.size());
  for (std::size_t e = 0; e < edges.size(); ++e) {
    list.sources(e) = static_cast<VertexId>(edges[e].first);
    list.targets(e) = static_cast<VertexId>(edges[e].second);
  }
  if (!weights.empty()) {
    list.weights = make_host_view<Weight>(space, "tandem::test::weights", weights.size());
    for (std::size_t e = 0; e < weights.size(); ++e) list.weights(e) = weights[e];
  }
  return list;
}

namespace {

std::vector<Edge> random_edges(std::uint64_t n, std::size_t m, std::uint32_t seed, bool skewed) {
  std::mt19937_64 random(seed);
  std::vector<Edge> edges(m);
  auto const pick = [&] {
    std::uint64_t const v = random() % n;
    return skewed ? v * v / n * v / n : v;  // cubed: most edges meet the first few vertices
  };
  for (auto& edge : edges) edge = {pick(), pick()};
  return edges;
}

}  // namespace

std::vector<NamedEdges> zoo() {
  std::vector<std::tuple<std::string, std::uint64_t, std::vector<Edge>>> plain = {
      {"empty", 0, {}},
      {"one vertex", 1, {}},
      {"five isolated vertices", 5, {}},
      {"one loop", 1, {{0, 0}}},
      {"one edge", 2, {{0, 1}}},
      {"edge to the last vertex", 9, {{0, 8}}},
      {"self loops", 4, {{0, 0}, {0, 1}, {1, 1}, {2, 3}, {3, 3}, {3, 3}}},
      {"duplicate edges", 4, {{0, 1}, {1, 0}, {0, 1}, {2, 3}, {0, 1}, {3, 2}, {2, 3}, {2, 2}, {2, 2}}},
      {"disconnected", 10, {{0, 1}, {1, 2}, {2, 0}, {4, 5}, {7, 8}, {8, 9}, {9, 7}}},
      {"triangle", 3, {{0, 1}, {1, 2}, {2, 0}}},
  };
  std::vector<Edge> star, in_star, chain, ring, complete;
  for (std::uint64_t v = 1; v < 300; ++v) star.emplace_back(0, v);
  for (std::uint64_t v = 0; v < 299; ++v) in_star.emplace_back(v, 299);
  for (std::uint64_t v = 0; v + 1 < 200; ++v) chain.emplace_back(v, v + 1);
  for (std::uint64_t v = 0; v < 65; ++v) ring.emplace_back(v, (v + 1) % 65);
  for (std::uint64_t u = 0; u < 40; ++u)
    for (std::uint64_t v = 0; v < 40; ++v)
      if (u != v) complete.emplace_back(u, v);
  plain.emplace_back("star", 300, star);
  plain.emplace_back("star inwards", 300, in_star);
  plain.emplace_back("chain", 200, chain);
  plain.emplace_back("ring", 65, ring);
  plain.emplace_back("complete", 40, complete);
  plain.emplace_back("random sparse", 1000, random_edges(1000, 700, 1, false));
  plain.emplace_back("random dense", 97, random_edges(97, 5000, 2, false));
  plain.emplace_back("skewed", 3000, random_edges(3000, 20000, 3, true));

  std::vector<NamedEdges> graphs;
  for (auto const& [name, n, edges] : plain) {
    graphs.push_back({name, make_edge_list(n, edges)});
    if (edges.empty()) continue;
    std::mt19937 random(7);
    std::vector<Weight> weights(edges.size());
    for (auto& weight : weights) weight = static_cast<Weight>(1 + random() % 255);
    graphs.push_back({name + ", weighted", make_edge_list(n, edges, weights)});
  }
  return graphs;
}

std::vector<std::tuple<OriginalId, OriginalId, Weight>> arcs_of(Graph const& graph) {
  std::vector<std::tuple<OriginalId, OriginalId, Weight>> arcs;
  for (std::size_t u = 0; u < graph.num_vertices(); ++u)
    for (EdgeIndex e = graph.out.offsets(u); e < graph.out.offsets(u + 1); ++e)
      arcs.emplace_back(graph.original_id(static_cast<VertexId>(u)), graph.original_id(graph.out.targets(e)),
                        graph.weighted() ? graph.out.weights(e) : Weight(1));
  return arcs;
}

}  // namespace tandem::test
