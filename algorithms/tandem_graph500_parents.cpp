// SPDX-License-Identifier: BSD-3-Clause
#include <algorithms/tandem_graph500.hpp>
#include <exec/tandem_unit_threads.hpp>
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

/// f(i) for all i < n, by all threads of all units whose space is the host's.
template <class F>
void for_each_on_all_threads(Engine& engine, std::size_t n, F const& f) {
  using Range = Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Dynamic>>;
  auto const run = [&](Host const& space, std::size_t begin, std::size_t end) {
    Kokkos::parallel_for("tandem::graph500::find_parents", Range(space, begin, end, Kokkos::ChunkSize(1024)),
                         f);
    space.fence("tandem::graph500: parents found");
  };
  std::vector<std::size_t> threads{0};  // of the units before each
  for (std::size_t u = 0; u < engine.num_units(); ++u) {
    auto const& host = engine.unit(u).host;
    threads.push_back(threads.back() + (host ? static_cast<std::size_t>(num_threads(host->space)) : 0));
  }
  std::size_t const all = threads.back();
  if (all == 0) return engine.on_host_unit([&](Host const& space) { run(space, 0, n); });
  engine.crew().run([&](std::size_t u) {
    if (auto const& host = engine.unit(u).host)
      run(host->space, n * threads[u] / all, n * threads[u + 1] / all);
  });
}

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
  std::size_t const n = graph.num_vertices();
  HostView<VertexId> parent, left_over;
  engine.on_host_unit([&](Host const& space) {
    parent = make_host_view<VertexId>(space, "tandem::graph500::parent", n);
    left_over = make_host_view<VertexId>(space, "tandem::graph500::left_over", n);
  });
  std::size_t num_left_over = 0;
  PathTree const tree{graph.out, distance, parent};
  for_each_on_all_threads(engine, n, FindNearerParent{tree, root, left_over, &num_left_over});
  std::span<VertexId> const rest(left_over.data(), num_left_over);
  std::sort(rest.begin(), rest.end());
  add_left_over(tree, rest);
  return parent;
}

}  // namespace tandem
