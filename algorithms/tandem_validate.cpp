// SPDX-License-Identifier: BSD-3-Clause
#include <algorithms/tandem_validate.hpp>

#include <core/impl/tandem_host_tasks.hpp>
#include <core/tandem_relaxed.hpp>

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace tandem {
namespace {

/// Calls work(begin, end) for the blocks that [0, n) is made of, by all threads.
template <class Work>
void for_each_block(Host const& space, std::string const& label, std::size_t n, Work const& work) {
  constexpr std::size_t block = 256;
  auto const task = [&](std::size_t, std::size_t b) { work(b * block, std::min(n, (b + 1) * block)); };
  if (n <= block)
    task(0, 0);  // not worth waking threads
  else
    Impl::run_host_tasks(space, label, (n + block - 1) / block, task);
}

/// What `check(v)` says of the first vertex that it has something to say of.
template <class Check>
Complaint first_complaint(Host const& space, std::string const& label, std::size_t n, Check const& check) {
  std::atomic<std::size_t> first{n};
  for_each_block(space, label, n, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < std::min(first.load(), end); ++v)
      if (check(static_cast<VertexId>(v))) {
        std::size_t known = first;
        while (v < known && !first.compare_exchange_weak(known, v)) {
        }
      }
  });
  if (first == n) return std::nullopt;
  return check(static_cast<VertexId>(first.load()));
}

/// Calls visit(v, e) for every arc e = (u, v).
template <class Visit>
void for_each_arc(Graph const& graph, VertexId u, Visit const& visit) {
  for (EdgeIndex e = graph.out.offsets(u); e < graph.out.offsets(u + 1); ++e) visit(graph.out.targets(e), e);
}

Complaint check_extent(char const* what, std::size_t extent, Graph const& graph) {
  if (extent == graph.num_vertices()) return std::nullopt;
  return fmt::format("there are {} {} for {} vertices", extent, what, graph.num_vertices());
}

Complaint check_source(Graph const& graph, VertexId source) {
  if (source < graph.num_vertices()) return std::nullopt;
  return fmt::format("source {} is no vertex of the graph", source);
}

/// "vertex ID: ..."
template <class... Args>
Complaint complain(Graph const& graph, VertexId v, fmt::format_string<Args...> text, Args&&... args) {
  return fmt::format("vertex {}: {}", graph.original_id(v), fmt::format(text, std::forward<Args>(args)...));
}

struct BfsCheck {
  Graph const& graph;
  VertexId source;
  BfsTree const& tree;

  std::int32_t level(VertexId v) const { return tree.level(v); }

  bool has_arc(VertexId u, VertexId v) const {
    VertexId const* const targets = graph.out.targets.data();
    return std::binary_search(targets + graph.out.offsets(u), targets + graph.out.offsets(u + 1), v);
  }

  /// Level and parent of a vertex agree with each other.
  Complaint at(VertexId v) const {
    VertexId const parent = tree.parent(v);
    if (v == source) {
      if (level(v) != 0) return complain(graph, v, "the source has level {}", level(v));
      if (parent != v) return complain(graph, v, "the source is not its own parent");
      return std::nullopt;
    }
    if (level(v) == unreached_level) {
      if (parent != invalid_vertex) return complain(graph, v, "it is not reached but has a parent");
      return std::nullopt;
    }
    if (level(v) <= 0) return complain(graph, v, "level {} is not possible here", level(v));
    if (parent >= graph.num_vertices())
      return complain(graph, v, "it has level {} but no parent in the graph", level(v));
    if (level(parent) != level(v) - 1)
      return complain(graph, v, "it has level {} but its parent {} has level {}", level(v),
                      graph.original_id(parent), level(parent));
    if (!has_arc(parent, v))
      return complain(graph, v, "there is no arc from its parent {}", graph.original_id(parent));
    return std::nullopt;
  }

  /// No arc from a vertex skips a level.
  Complaint from(VertexId u) const {
    if (level(u) == unreached_level) return std::nullopt;
    Complaint complaint;
    for_each_arc(graph, u, [&](VertexId v, EdgeIndex) {
      if (complaint || (level(v) != unreached_level && level(v) <= level(u) + 1)) return;
      complaint = complain(graph, v, "it has level {} but an arc from {} with level {}", level(v),
                           graph.original_id(u), level(u));
    });
    return complaint;
  }
};

struct SsspCheck {
  Graph const& graph;
  VertexId source;
  Distances const& result;

  double distance(VertexId v) const { return result.distance(v); }
  double weight(EdgeIndex e) const { return graph.weighted() ? graph.out.weights(e) : 1; }

  /// Distances are rounded to a Weight, perhaps at each arc.
  static double slack(double distance) {
    return 4 * static_cast<double>(std::numeric_limits<Weight>::epsilon()) * distance;
  }

  Complaint at(VertexId v) const {
    if (v == source && distance(v) != 0) return complain(graph, v, "the source has distance {}", distance(v));
    if (!(distance(v) >= 0)) return complain(graph, v, "{} is no distance", distance(v));
    return std::nullopt;
  }

  Complaint from(VertexId u) const {
    if (distance(u) == unreached_distance) return std::nullopt;
    Complaint complaint;
    for_each_arc(graph, u, [&](VertexId v, EdgeIndex e) {
      double const by_arc = distance(u) + weight(e);
      double const most = by_arc + slack(by_arc);
      bool const beyond = most > std::numeric_limits<Weight>::max();  // a Weight is infinite from there on
      if (complaint || beyond || distance(v) <= most) return;
      complaint = complain(graph, v, "it has distance {} but by the arc from {} it is {}", distance(v),
                           graph.original_id(u), by_arc);
    });
    return complaint;
  }

  /// Vertices that arcs just as long as the difference of distances join to the source. To ask only that
  /// every vertex has such an arc would not do: a cycle of weight 0 has them whatever its distance is.
  std::vector<char> joined() const {
    std::vector<char> met(graph.num_vertices(), 0);
    std::vector<VertexId> open{source};
    met[source] = 1;
    while (!open.empty()) {
      VertexId const u = open.back();
      open.pop_back();
      for_each_arc(graph, u, [&](VertexId v, EdgeIndex e) {
        double const by_arc = distance(u) + weight(e);
        if (met[v] != 0 || !(std::abs(distance(v) - by_arc) <= slack(by_arc))) return;
        met[v] = 1;
        open.push_back(v);
      });
    }
    return met;
  }
};

/// Serial union-find with path halving.
class UnionFind {
 public:
  explicit UnionFind(std::size_t n) : m_parent(n) {
    std::iota(m_parent.begin(), m_parent.end(), VertexId(0));
  }
  VertexId find(VertexId v) {
    while (m_parent[v] != v) v = m_parent[v] = m_parent[m_parent[v]];
    return v;
  }
  void join(VertexId u, VertexId v) {
    u = find(u);
    v = find(v);
    m_parent[std::max(u, v)] = std::min(u, v);
  }

 private:
  std::vector<VertexId> m_parent;
};

/// The root of every vertex in the graph taken as undirected.
std::vector<VertexId> find_roots(Graph const& graph) {
  std::size_t const n = graph.num_vertices();
  UnionFind sets(n);
  for (std::size_t u = 0; u < n; ++u)
    for_each_arc(graph, static_cast<VertexId>(u),
                 [&](VertexId v, EdgeIndex) { sets.join(static_cast<VertexId>(u), v); });
  std::vector<VertexId> roots(n);
  for (std::size_t v = 0; v < n; ++v) roots[v] = sets.find(static_cast<VertexId>(v));
  return roots;
}

struct ComponentsCheck {
  Graph const& graph;
  Components const& result;
  std::vector<VertexId> const roots = find_roots(graph);

  VertexId component(VertexId v) const { return result.component(v); }
  OriginalId id(VertexId v) const { return graph.original_id(v); }

  Complaint range(VertexId v) const {
    if (component(v) < graph.num_vertices()) return std::nullopt;
    return complain(graph, v, "its component is no vertex of the graph");
  }

  /// Vertices of one component are joined, and none has a smaller id than the one that names it.
  Complaint at(VertexId v) const {
    VertexId const c = component(v);
    if (component(c) != c)
      return complain(graph, v, "it is in component {}, but vertex {} is in {}", id(c), id(c),
                      id(component(c)));
    if (id(c) > id(v)) return complain(graph, v, "it is in component {}, which has a larger id", id(c));
    if (roots[c] != roots[v])
      return complain(graph, v, "nothing joins it to vertex {} of its component", id(c));
    return std::nullopt;
  }

  /// Vertices with an arc between them are in one component.
  Complaint from(VertexId u) const {
    Complaint complaint;
    for_each_arc(graph, u, [&](VertexId v, EdgeIndex) {
      if (complaint || component(u) == component(v)) return;
      complaint = complain(graph, u, "it is in component {}, but its neighbour {} is in {}", id(component(u)),
                           id(v), id(component(v)));
    });
    return complaint;
  }
};

/// PageRank by its definition, in double. Directed graphs push over out-edges, so that in-edges, which the
/// engine pulls over, can't be wrong unseen. Undirected ones have each edge both ways and pull: no atomic
/// operation for each.
class PagerankSteps {
 public:
  PagerankSteps(Host const& space, Graph const& graph, double damping)
      : m_space(space),
        m_graph(graph),
        m_damping(damping),
        m_rank(make_host_view<double>(space, "tandem::validate_pagerank::rank", graph.num_vertices())),
        m_share(make_host_view<double>(space, "tandem::validate_pagerank::share", graph.num_vertices())),
        m_sum(make_host_view<double>(space, "tandem::validate_pagerank::sum", graph.num_vertices())) {}

  void start() { Kokkos::deep_copy(m_space, m_rank, 1 / static_cast<double>(m_graph.num_vertices())); }
  void start_from(HostView<double const> const& rank) { Kokkos::deep_copy(m_space, m_rank, rank); }
  double rank(std::size_t v) const { return m_rank(v); }

  /// One iteration. Returns by how much all ranks change, in sum.
  double step() {
    double const dangling = share_out();
    if (m_graph.directed)
      push();
    else
      pull();
    return apply((1 - m_damping + m_damping * dangling) / static_cast<double>(m_graph.num_vertices()));
  }

  /// Sum over all vertices of how far they are from `rank`.
  double distance_to(HostView<double const> const& rank) const {
    return sum_over_vertices("tandem::validate_pagerank::compare",
                             [&](std::size_t v) { return std::abs(rank(v) - m_rank(v)); });
  }

 private:
  template <class Value>
  double sum_over_vertices(std::string const& label, Value const& value) const {
    double sum = 0;
    Kokkos::parallel_reduce(
        label, Kokkos::RangePolicy<Host>(m_space, 0, m_graph.num_vertices()),
        [&](std::size_t v, double& part) { part += value(v); }, sum);
    return sum;
  }

  /// What each vertex has for each of its neighbours. Returns what those without any hold.
  double share_out() {
    return sum_over_vertices("tandem::validate_pagerank::share_out", [&](std::size_t v) {
      auto const degree = static_cast<double>(m_graph.out.degree(static_cast<VertexId>(v)));
      m_sum(v) = 0;
      m_share(v) = degree == 0 ? 0 : m_rank(v) / degree;
      return degree == 0 ? m_rank(v) : 0;
    });
  }

  void pull() {
    for_each_vertex("tandem::validate_pagerank::pull", [&](VertexId u) {
      double sum = 0;
      for_each_arc(m_graph, u, [&](VertexId v, EdgeIndex) { sum += m_share(v); });
      m_sum(u) = sum;
    });
  }

  void push() {
    for_each_vertex("tandem::validate_pagerank::push", [&](VertexId u) {
      for_each_arc(m_graph, u, [&](VertexId v, EdgeIndex) { add_atomic(&m_sum(v), m_share(u)); });
    });
  }

  template <class Work>
  void for_each_vertex(std::string const& label, Work const& work) const {
    for_each_block(m_space, label, m_graph.num_vertices(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t v = begin; v < end; ++v) work(static_cast<VertexId>(v));
    });
  }

  double apply(double base) {
    return sum_over_vertices("tandem::validate_pagerank::apply", [&](std::size_t v) {
      double const before = m_rank(v);
      m_rank(v) = base + m_damping * m_sum(v);
      return std::abs(m_rank(v) - before);
    });
  }

  Host m_space;
  Graph const& m_graph;
  double m_damping;
  HostView<double> m_rank, m_share, m_sum;
};

/// The result is where the steps have come to, within `allowed` in sum. `when` says which steps.
Complaint check_ranks(Graph const& graph, Ranks const& result, PagerankSteps const& steps, double allowed,
                      std::string const& when) {
  double const distance = steps.distance_to(result.rank);
  if (distance <= allowed) return std::nullopt;
  auto const off_by = [&](std::size_t v) { return std::abs(result.rank(v) - steps.rank(v)); };
  std::size_t where = 0;
  for (std::size_t v = 1; v < graph.num_vertices(); ++v)
    if (off_by(v) > off_by(where)) where = v;
  return complain(graph, static_cast<VertexId>(where),
                  "its rank is {}, but {} it is {}; all ranks differ by {} in sum, not by {} at most",
                  result.rank(where), when, steps.rank(where), distance, allowed);
}

/// Goes all the way of the result again.
Complaint check_by_all_steps(Graph const& graph, Ranks const& result, PagerankSteps& steps, double slack) {
  steps.start();
  double error = 0;
  for (int i = 0; i < result.iterations; ++i) error = steps.step();
  if (auto complaint = check_ranks(graph, result, steps, slack,
                                   fmt::format("after {} iterations from 1/n", result.iterations)))
    return complaint;
  if (std::abs(result.error - error) <= 2 * slack) return std::nullopt;  // of ranks before and after
  return fmt::format("the error after {} iterations is {} and not {}", result.iterations, error,
                     result.error);
}

/// One iteration shrinks differences by `damping`.
Complaint check_by_another_step(Graph const& graph, Ranks const& result, PagerankSteps& steps,
                                PagerankCheck const& check) {
  steps.start_from(result.rank);
  steps.step();
  return check_ranks(graph, result, steps, check.damping * result.error + check.slack,
                     "after one more iteration");
}

/// What the result says of itself: non-negative ranks that sum to 1, and an error that is possible.
Complaint check_distribution(Host const& space, Graph const& graph, Ranks const& result,
                             PagerankCheck const& check) {
  double const least = (1 - check.damping) / static_cast<double>(graph.num_vertices());
  if (auto complaint = first_complaint(
          space, "tandem::validate_pagerank::range", graph.num_vertices(), [&](VertexId v) -> Complaint {
            if (result.rank(v) >= least * (1 - check.slack)) return std::nullopt;
            return complain(graph, v, "rank {} is less than the least possible, {}", result.rank(v), least);
          }))
    return complaint;
  double sum = 0;
  for (std::size_t v = 0; v < graph.num_vertices(); ++v) sum += result.rank(v);
  if (!(std::abs(sum - 1) <= check.slack)) return fmt::format("ranks sum to {} and not to 1", sum);
  if (result.iterations < 1) return fmt::format("ranks after {} iterations", result.iterations);
  double const most = 2 * std::pow(check.damping, result.iterations) + check.slack;
  if (!(result.error >= 0 && result.error <= most))
    return fmt::format("the error after {} iterations is at most {} and can't be {}", result.iterations, most,
                       result.error);
  return std::nullopt;
}

/// Adds the dependencies of one source (Brandes 2001) to `score`. Keeps no lists of predecessors: the arcs
/// that lead one level down are found again on the way back.
class Brandes {
 public:
  explicit Brandes(Graph const& graph)
      : m_graph(graph),
        m_level(graph.num_vertices()),
        m_paths(m_level.size()),
        m_dependency(m_level.size()) {}

  void add(VertexId source, std::vector<double>& score) {
    count_paths(source);
    for (std::size_t i = m_order.size(); i-- > 1;) {  // the source comes first and is left out
      VertexId const u = m_order[i];
      double dependency = 0;
      for_each_arc(m_graph, u, [&](VertexId v, EdgeIndex) {
        if (m_level[v] == m_level[u] + 1) dependency += m_paths[u] / m_paths[v] * (1 + m_dependency[v]);
      });
      m_dependency[u] = dependency;
      score[u] += dependency;
    }
  }

 private:
  void count_paths(VertexId source) {
    std::fill(m_level.begin(), m_level.end(), unreached_level);
    std::fill(m_paths.begin(), m_paths.end(), 0.0);
    m_order.assign(1, source);
    m_level[source] = 0;
    m_paths[source] = 1;
    for (std::size_t i = 0; i < m_order.size(); ++i) {
      VertexId const u = m_order[i];
      for_each_arc(m_graph, u, [&](VertexId v, EdgeIndex) {
        if (m_level[v] == unreached_level) {
          m_level[v] = m_level[u] + 1;
          m_order.push_back(v);
        }
        if (m_level[v] == m_level[u] + 1) m_paths[v] += m_paths[u];
      });
    }
  }

  Graph const& m_graph;
  std::vector<std::int32_t> m_level;
  std::vector<double> m_paths;
  std::vector<double> m_dependency;
  std::vector<VertexId> m_order;
};

}  // namespace

Complaint validate_bfs(Host const& space, Graph const& graph, VertexId source, BfsTree const& result) {
  Kokkos::Profiling::ScopedRegion const region("tandem::validate_bfs");
  std::size_t const n = graph.num_vertices();
  if (auto complaint = check_extent("levels", result.level.extent(0), graph)) return complaint;
  if (auto complaint = check_extent("parents", result.parent.extent(0), graph)) return complaint;
  if (auto complaint = check_source(graph, source)) return complaint;
  BfsCheck const check{graph, source, result};
  if (auto complaint =
          first_complaint(space, "tandem::validate_bfs::tree", n, [&](VertexId v) { return check.at(v); }))
    return complaint;
  return first_complaint(space, "tandem::validate_bfs::arcs", n, [&](VertexId u) { return check.from(u); });
}

Complaint validate_sssp(Host const& space, Graph const& graph, VertexId source, Distances const& result) {
  Kokkos::Profiling::ScopedRegion const region("tandem::validate_sssp");
  std::size_t const n = graph.num_vertices();
  if (auto complaint = check_extent("distances", result.distance.extent(0), graph)) return complaint;
  if (auto complaint = check_source(graph, source)) return complaint;
  SsspCheck const check{graph, source, result};
  if (auto complaint =
          first_complaint(space, "tandem::validate_sssp::range", n, [&](VertexId v) { return check.at(v); }))
    return complaint;
  if (auto complaint =
          first_complaint(space, "tandem::validate_sssp::arcs", n, [&](VertexId u) { return check.from(u); }))
    return complaint;
  auto const joined = check.joined();
  return first_complaint(space, "tandem::validate_sssp::joined", n, [&](VertexId v) -> Complaint {
    if (joined[v] != 0 || check.distance(v) == unreached_distance) return std::nullopt;
    return complain(graph, v, "no path from the source has its distance {}", check.distance(v));
  });
}

Complaint validate_components(Host const& space, Graph const& graph, Components const& result) {
  Kokkos::Profiling::ScopedRegion const region("tandem::validate_components");
  std::size_t const n = graph.num_vertices();
  if (auto complaint = check_extent("components", result.component.extent(0), graph)) return complaint;
  ComponentsCheck const check{graph, result};
  if (auto complaint = first_complaint(space, "tandem::validate_components::range", n,
                                       [&](VertexId v) { return check.range(v); }))
    return complaint;
  if (auto complaint = first_complaint(space, "tandem::validate_components::names", n,
                                       [&](VertexId v) { return check.at(v); }))
    return complaint;
  return first_complaint(space, "tandem::validate_components::arcs", n,
                         [&](VertexId u) { return check.from(u); });
}

Complaint validate_pagerank(Host const& space, Graph const& graph, Ranks const& result,
                            PagerankCheck const& check) {
  Kokkos::Profiling::ScopedRegion const region("tandem::validate_pagerank");
  if (auto complaint = check_extent("ranks", result.rank.extent(0), graph)) return complaint;
  if (graph.num_vertices() == 0) return std::nullopt;
  if (auto complaint = check_distribution(space, graph, result, check)) return complaint;
  constexpr int most_repeated = 100;  // beyond, ranks are settled and the check takes long
  PagerankSteps steps(space, graph, check.damping);
  return result.iterations <= most_repeated ? check_by_all_steps(graph, result, steps, check.slack)
                                            : check_by_another_step(graph, result, steps, check);
}

Complaint validate_betweenness(Host const& space, Graph const& graph, std::span<VertexId const> sources,
                               Centrality const& result, double tolerance) {
  Kokkos::Profiling::ScopedRegion const region("tandem::validate_betweenness");
  if (auto complaint = check_extent("scores", result.score.extent(0), graph)) return complaint;
  std::vector<double> expected(graph.num_vertices(), 0.0);
  Brandes brandes(graph);
  for (VertexId const source : sources) {
    if (auto complaint = check_source(graph, source)) return complaint;
    brandes.add(source, expected);
  }
  return first_complaint(space, "tandem::validate_betweenness::scores", expected.size(),
                         [&](VertexId v) -> Complaint {
                           double const found = result.score(v);
                           if (std::abs(found - expected[v]) <= tolerance * expected[v]) return std::nullopt;
                           return complain(graph, v, "its score is {} instead of {}", found, expected[v]);
                         });
}

}  // namespace tandem
