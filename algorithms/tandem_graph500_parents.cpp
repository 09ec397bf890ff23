// SPDX-License-Identifier: BSD-3-Clause
#include <algorithms/tandem_graph500.hpp>
#include <exec/tandem_collect.hpp>
#include <algorithm>
#include <span>
#include <vector>

// Each vertex looks for a neighbour that is nearer to the root and from which an edge leads to the vertex's
// own distance: one pass over the edges, each vertex on its own, that stops at the first such neighbour.
// Parents that are nearer can't make a circle.
//
// A vertex may have none: its last edge has weight 0, or one that is lost next to the distance. Then its
// parent is just as far away as the vertex itself, and two such could choose each other. These vertices are
// left over and join the tree one after the other, from those that are in it already. They are few, as one
// weight in 2^24 is 0, and so one thread does it.
namespace tandem {

namespace {

/// What the search for parents shares.
struct PathTree {
  Csr<HostMemory> csr;
  HostView<Weight const> distance;
  HostView<VertexId> parent;

  bool is_reached(VertexId v) const { return distance(v) < unreached_distance; }
  bool is_left_over(VertexId v) const { return is_reached(v) && parent(v) == invalid_vertex; }
  /// The edge e from u makes the distance of v.
  bool leads(VertexId u, EdgeIndex e, VertexId v) const {
    return distance(u) + csr.weights(e) == distance(v);
  }

  /// The first neighbour over which a shortest path leads to v and that is_eligible(neighbour).
  template <class IsEligible>
  VertexId find_parent(VertexId v, IsEligible const& is_eligible) const {
    for (EdgeIndex e = csr.offsets(v); e < csr.offsets(v + 1); ++e) {
      VertexId const u = csr.targets(e);
      if (leads(u, e, v) && is_eligible(u)) return u;  // undirected: the way back has the same weight
    }
    return invalid_vertex;
  }
};

struct FindNearerParent {
  PathTree tree;
  VertexId root;
  HostView<VertexId> left_over;
  std::size_t* num_left_over;

  void operator()(std::size_t i) const {
    auto const v = static_cast<VertexId>(i);
    auto const is_nearer = [&](VertexId u) { return tree.distance(u) < tree.distance(v); };
    VertexId const found = tree.is_reached(v) ? tree.find_parent(v, is_nearer) : invalid_vertex;
    tree.parent(v) = v == root ? root : found;
    if (tree.is_left_over(v)) left_over(Kokkos::atomic_fetch_add(num_left_over, 1)) = v;
  }
};

/// Vertices whose parents are no nearer than they are.
void add_left_over(PathTree const& tree, std::span<VertexId const> left_over) {
  std::vector<VertexId> added;
  for (VertexId const v : left_over) {
    tree.parent(v) = tree.find_parent(v, [&](VertexId u) { return !tree.is_left_over(u); });
    if (!tree.is_left_over(v)) added.push_back(v);
  }
  for (std::size_t i = 0; i < added.size(); ++i)
    for (EdgeIndex e = tree.csr.offsets(added[i]); e < tree.csr.offsets(added[i] + 1); ++e) {
      VertexId const v = tree.csr.targets(e);
      if (!tree.is_left_over(v) || !tree.leads(added[i], e, v)) continue;
      tree.parent(v) = added[i];
      added.push_back(v);
    }
}

}  // namespace

HostView<VertexId> find_graph500_parents(Engine& engine, Graph const& graph, VertexId root,
                                         HostView<Weight const> const& distance) {
  auto const parent = make_result<VertexId>(engine, "tandem::graph500::parent");
  auto const left_over = make_result<VertexId>(engine, "tandem::graph500::left_over");
  std::size_t num_left_over = 0;
  PathTree const tree{graph.out, distance, parent};
  engine.for_each_vertex_on_host("tandem::graph500::find_parents",
                                 FindNearerParent{tree, root, left_over, &num_left_over});
  std::span<VertexId> const rest(left_over.data(), num_left_over);
  std::sort(rest.begin(), rest.end());
  add_left_over(tree, rest);
  return parent;
}

}  // namespace tandem
