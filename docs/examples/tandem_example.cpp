// SPDX-License-Identifier: BSD-3-Clause
// The program of docs/write-your-own.md: how popular is the most popular vertex within k steps of each
// vertex?
#include <core/tandem_build.hpp>
#include <core/tandem_edge_loops.hpp>
#include <core/tandem_generate.hpp>
#include <core/tandem_view.hpp>
#include <exec/tandem_collect.hpp>
#include <exec/tandem_programs.hpp>
#include <exec/tandem_runtime.hpp>
#include <cstdio>

using namespace tandem;

template <class Memory>
struct Neighbor {  // what a neighbour v of u offers
  Kokkos::View<EdgeIndex*, Memory> best;
  KOKKOS_FUNCTION EdgeIndex operator()(VertexId, VertexId v, EdgeIndex) const { return best(v); }
};
template <class Memory>
struct Keep {  // the best of u's neighbours, if it beats u's own
  Kokkos::View<EdgeIndex*, Memory> before, after;
  KOKKOS_FUNCTION void operator()(VertexId u, EdgeIndex best) const {
    after(u) = best > before(u) ? best : before(u);
  }
};
template <class Memory>
struct OwnDegree {
  Csr<Memory> csr;
  Kokkos::View<EdgeIndex*, Memory> best;
  KOKKOS_FUNCTION void operator()(VertexId u) const { best(u) = csr.degree(u); }
};
template <class Memory>
struct Mail {  // a value of a slot, to send or to store
  Kokkos::View<EdgeIndex*, Memory> best;
  KOKKOS_FUNCTION EdgeIndex operator()(VertexId slot) const { return best(slot); }
  KOKKOS_FUNCTION void operator()(VertexId slot, EdgeIndex value) const { best(slot) = value; }
};

template <class Space>
class Popularity {
 public:
  using Message = EdgeIndex;
  using Memory = typename Space::memory_space;

  Popularity(Space const& space, Partition<Memory> const& partition, int steps)
      : m_space(space),
        m_partition(partition),
        m_steps(steps),
        m_now(make_view<EdgeIndex>(space, "popularity::now", partition.num_slots)),
        m_next(make_view<EdgeIndex>(space, "popularity::next", partition.num_slots)) {}

  Exchange compute(int step, Vote const&, Vote&) {
    if (step == 0) {
      for_each_vertex(m_space, "popularity::start", m_partition.num_owned,
                      OwnDegree<Memory>{m_partition.out, m_now});
    } else {
      reduce_edges<Kokkos::Max<EdgeIndex>>(m_space, "popularity::gather", m_partition.out,
                                           Neighbor<Memory>{m_now}, Keep<Memory>{m_now, m_next});
      std::swap(m_now, m_next);
    }
    m_space.fence("popularity: superstep done");
    return Exchange::pull;  // owners send their values to the ghosts of their vertices
  }
  bool done(int step, Vote const&) const { return step == m_steps; }
  Mail<Memory> packer() const { return {m_now}; }
  Mail<Memory> unpacker(std::size_t) const { return {m_now}; }
  Bitmap<Memory> news() const { return {}; }  // only a push has any
  Kokkos::View<EdgeIndex*, Memory> result() const { return m_now; }

 private:
  Space m_space;
  Partition<Memory> m_partition;
  int m_steps;
  Kokkos::View<EdgeIndex*, Memory> m_now, m_next;
};

int main() {
  Runtime const runtime;
  Graph const graph = build_graph(Host(), generate(Host(), "kron:12"), {.drop_duplicates = true});
  EngineOptions options;
  if (runtime.has_device()) options.platform.spec = "1S1G";
  Engine engine(Host(), graph, options);
  Programs<Popularity> programs(engine, 2);
  programs.run();
  std::vector<HostView<EdgeIndex const>> found(engine.num_units());
  programs.for_each([&](std::size_t u, auto& program, auto const& unit) {
    found[u] = on_host(unit.space, program.result());
  });
  auto const best = make_result<EdgeIndex>(engine, "popularity::best");
  collect(engine, "popularity::collect", best, [&](std::size_t u, VertexId v) { return found[u](v); });
  EdgeIndex checked = 0;
  for (VertexId u = 0; u < graph.num_vertices(); ++u) {  // two steps by hand
    EdgeIndex expected = graph.out.degree(u);
    for (EdgeIndex e = graph.out.offsets(u); e < graph.out.offsets(u + 1); ++e) {
      VertexId const v = graph.out.targets(e);
      expected = std::max(expected, graph.out.degree(v));
      for (EdgeIndex f = graph.out.offsets(v); f < graph.out.offsets(v + 1); ++f)
        expected = std::max(expected, graph.out.degree(graph.out.targets(f)));
    }
    checked += best(u) == expected;
  }
  std::printf("%llu of %zu vertices are right\n", static_cast<unsigned long long>(checked),
              graph.num_vertices());
  return checked == graph.num_vertices() ? 0 : 1;
}
