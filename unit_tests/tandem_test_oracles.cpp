// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_oracles.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>
#include <stack>
#include <utility>

namespace tandem::test::oracle {
namespace {

struct Arc {
  VertexId target;
  double weight;
};

std::vector<Arc> arcs_from(Graph const& graph, VertexId u) {
  std::vector<Arc> arcs;
  for (EdgeIndex e = graph.out.offsets(u); e < graph.out.offsets(u + 1); ++e)
    arcs.push_back({graph.out.targets(e), graph.weighted() ? double(graph.out.weights(e)) : 1.0});
  return arcs;
}

std::vector<VertexId> vertices_of(Graph const& graph) {
  std::vector<VertexId> vertices(graph.num_vertices());
  std::iota(vertices.begin(), vertices.end(), VertexId(0));
  return vertices;
}

}  // namespace

std::vector<std::int32_t> bfs_levels(Graph const& graph, VertexId source) {
  std::vector<std::int32_t> level(graph.num_vertices(), -1);
  std::queue<VertexId> queue;
  level[source] = 0;
  for (queue.push(source); !queue.empty(); queue.pop())
    for (Arc const& arc : arcs_from(graph, queue.front()))
      if (level[arc.target] == -1) {
        level[arc.target] = level[queue.front()] + 1;
        queue.push(arc.target);
      }
  return level;
}

std::vector<VertexId> bfs_parents(Graph const& graph, VertexId source) {
  auto const level = bfs_levels(graph, source);
  std::vector<VertexId> parent(graph.num_vertices(), invalid_vertex);
  parent[source] = source;
  for (VertexId const u : vertices_of(graph))
    for (Arc const& arc : arcs_from(graph, u))
      if (level[u] != -1 && level[arc.target] == level[u] + 1 && parent[arc.target] == invalid_vertex)
        parent[arc.target] = u;
  return parent;
}

std::vector<double> distances(Graph const& graph, VertexId source) {
  std::vector<double> distance(graph.num_vertices(), std::numeric_limits<double>::infinity());
  using Entry = std::pair<double, VertexId>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  distance[source] = 0;
  queue.emplace(0, source);
  while (!queue.empty()) {
    auto const [length, u] = queue.top();
    queue.pop();
    if (length > distance[u]) continue;
    for (Arc const& arc : arcs_from(graph, u))
      if (length + arc.weight < distance[arc.target]) {
        distance[arc.target] = length + arc.weight;
        queue.emplace(distance[arc.target], arc.target);
      }
  }
  return distance;
}

std::vector<VertexId> components(Graph const& graph) {
  auto parent = vertices_of(graph);
  auto const root = [&](VertexId v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (VertexId const u : vertices_of(graph))
    for (Arc const& arc : arcs_from(graph, u)) {
      VertexId const a = root(u), b = root(arc.target);
      if (graph.original_id(a) < graph.original_id(b))
        parent[b] = a;
      else
        parent[a] = b;
    }
  std::vector<VertexId> component;
  for (VertexId const v : vertices_of(graph)) component.push_back(root(v));
  return component;
}

std::vector<double> pagerank(Graph const& graph, int iterations, double damping) {
  auto const n = static_cast<double>(graph.num_vertices());
  std::vector<double> rank(graph.num_vertices(), 1 / n);
  for (int i = 0; i < iterations; ++i) {
    double dangling = 0;
    std::vector<double> received(graph.num_vertices(), 0.0);
    for (VertexId const u : vertices_of(graph)) {
      auto const arcs = arcs_from(graph, u);
      if (arcs.empty()) dangling += rank[u];
      for (Arc const& arc : arcs) received[arc.target] += rank[u] / static_cast<double>(arcs.size());
    }
    for (VertexId const v : vertices_of(graph))
      rank[v] = (1 - damping) / n + damping * (received[v] + dangling / n);
  }
  return rank;
}

std::vector<double> betweenness(Graph const& graph, std::vector<VertexId> const& sources) {
  std::size_t const n = graph.num_vertices();
  std::vector<double> score(n, 0.0);
  for (VertexId const source : sources) {
    std::vector<std::vector<VertexId>> predecessors(n);
    std::vector<double> paths(n, 0.0), dependency(n, 0.0);
    std::vector<std::int32_t> level(n, -1);
    std::stack<VertexId> visited;
    std::queue<VertexId> queue;
    paths[source] = 1;
    level[source] = 0;
    for (queue.push(source); !queue.empty(); queue.pop()) {
      VertexId const u = queue.front();
      visited.push(u);
      for (Arc const& arc : arcs_from(graph, u)) {
        if (level[arc.target] == -1) {
          level[arc.target] = level[u] + 1;
          queue.push(arc.target);
        }
        if (level[arc.target] == level[u] + 1) {
          paths[arc.target] += paths[u];
          predecessors[arc.target].push_back(u);
        }
      }
    }
    for (; !visited.empty(); visited.pop()) {
      VertexId const v = visited.top();
      for (VertexId const u : predecessors[v]) dependency[u] += paths[u] / paths[v] * (1 + dependency[v]);
      if (v != source) score[v] += dependency[v];
    }
  }
  return score;
}

}  // namespace tandem::test::oracle

namespace tandem::test {

BfsTree bfs_result(Graph const& graph, VertexId source) {
  return {to_view<std::int32_t>(oracle::bfs_levels(graph, source)),
          to_view<VertexId>(oracle::bfs_parents(graph, source))};
}

Distances sssp_result(Graph const& graph, VertexId source) {
  return {to_view<Weight>(oracle::distances(graph, source))};
}

Components components_result(Graph const& graph) {
  return {to_view<VertexId>(oracle::components(graph))};
}

Ranks pagerank_result(Graph const& graph, int iterations) {
  auto const before = oracle::pagerank(graph, iterations - 1), after = oracle::pagerank(graph, iterations);
  double error = 0;
  for (std::size_t v = 0; v < after.size(); ++v) error += std::abs(after[v] - before[v]);
  return {to_view<double>(after), iterations, error};
}

Centrality betweenness_result(Graph const& graph, std::vector<VertexId> const& sources) {
  return {to_view<double>(oracle::betweenness(graph, sources))};
}

}  // namespace tandem::test
