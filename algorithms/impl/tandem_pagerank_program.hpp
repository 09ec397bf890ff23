// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_PAGERANK_PROGRAM_HPP
#define TANDEM_PAGERANK_PROGRAM_HPP

#include <core/impl/tandem_partition_point.hpp>
#include <core/tandem_bitmap.hpp>
#include <core/tandem_edge_loops.hpp>
#include <core/tandem_view.hpp>
#include <exec/tandem_program.hpp>
#include <partition/tandem_partition.hpp>
#include <cmath>
#include <utility>

namespace tandem::Impl {

struct PageRankSetup {
  double damping;
  int iterations;
  double tolerance;
  std::size_t num_vertices;  ///< of the whole graph
};

/// State of PageRank on one partition: what each slot gives to each of its out-neighbours, rank / out-degree.
/// A vertex without out-edges gives to nobody and keeps its rank itself here.
template <class Real, class MemorySpace>
using Contributions = Kokkos::View<Real*, MemorySpace>;

template <class Real, class MemorySpace>
struct PageRankGather {
  Contributions<Real, MemorySpace> from;
  KOKKOS_FUNCTION double operator()(VertexId, VertexId v, EdgeIndex) const {
    return static_cast<double>(from(v));
  }
};

template <class Real, class MemorySpace>
struct PageRankApply {
  Contributions<Real, MemorySpace> to;
  Csr<MemorySpace> out;
  Real base, damping;

  KOKKOS_FUNCTION void operator()(VertexId v, double sum) const {
    EdgeIndex const degree = out.degree(v);
    Real const rank = base + damping * static_cast<Real>(sum);
    to(v) = degree == 0 ? rank : rank / static_cast<Real>(degree);
  }
};

/// The same as if nothing came from the neighbours.
template <class Real, class MemorySpace>
struct PageRankStart {
  PageRankApply<Real, MemorySpace> apply;
  KOKKOS_FUNCTION void operator()(VertexId v) const { apply(v, 0); }
};

/// Change of all ranks by an iteration.
template <class Real, class MemorySpace>
struct PageRankChange {
  Contributions<Real, MemorySpace> before, after;
  Csr<MemorySpace> out;

  KOKKOS_FUNCTION void operator()(std::int64_t v, double& change) const {
    EdgeIndex const degree = out.degree(static_cast<VertexId>(v));
    double const difference = static_cast<double>(after(v)) - static_cast<double>(before(v));
    change += Kokkos::abs(difference) * static_cast<double>(degree == 0 ? 1 : degree);
  }
};

template <class Real, class MemorySpace>
struct SumValues {
  Contributions<Real, MemorySpace> values;
  KOKKOS_FUNCTION void operator()(std::int64_t v, double& sum) const {
    sum += static_cast<double>(values(v));
  }
};

template <class Real, class MemorySpace>
struct PackValues {
  Contributions<Real, MemorySpace> values;
  KOKKOS_FUNCTION Real operator()(VertexId slot) const { return values(slot); }
};

template <class Real, class MemorySpace>
struct UnpackValues {
  Contributions<Real, MemorySpace> values;
  KOKKOS_FUNCTION void operator()(VertexId slot, Real value) const { values(slot) = value; }
};

template <class MemorySpace>
struct HasNoEdges {
  Csr<MemorySpace> csr;
  KOKKOS_FUNCTION bool operator()(std::size_t v) const { return csr.degree(static_cast<VertexId>(v)) == 0; }
};

/// One thread looks where the vertices without out-edges, which come last, begin.
template <class MemorySpace>
struct FindDangling {
  Csr<MemorySpace> csr;
  KOKKOS_FUNCTION void operator()(int, std::uint64_t& first) const {
    first = partition_point(0, csr.num_vertices(), HasNoEdges<MemorySpace>{csr});
  }
};

/// PageRank by pulling over in-edges; a superstep is an iteration, the first only sets ranks up.
template <class Real, class ExecutionSpace>
class PageRankProgramOf {
 public:
  using Message = Real;
  using MemorySpace = typename ExecutionSpace::memory_space;

  PageRankProgramOf(ExecutionSpace const& space, Partition<MemorySpace> const& partition,
                    PageRankSetup const& setup)
      : m_space(space),
        m_partition(partition),
        m_setup(setup),
        m_now(make_view<Real>(space, "tandem::pagerank::contributions", partition.num_slots)),
        m_next(make_view<Real>(space, "tandem::pagerank::next_contributions", partition.num_slots)) {
    std::uint64_t first = 0;
    if (partition.num_owned > 0)
      Kokkos::parallel_reduce("tandem::pagerank::find_dangling",
                              Kokkos::RangePolicy<ExecutionSpace>(space, 0, 1),
                              FindDangling<MemorySpace>{partition.out}, first);
    m_first_dangling = static_cast<std::int64_t>(first);
  }

  Exchange compute(int step, Vote const& all, Vote& mine) {
    double const n = static_cast<double>(m_setup.num_vertices);
    if (step == 0) {
      set_all(1 / n);
      m_idle_rank = 1 / n;
    } else {
      double const base = (1 - m_setup.damping + m_setup.damping * all.sum) / n;
      gather(static_cast<Real>(base));
      m_idle_change = std::abs(base - std::exchange(m_idle_rank, base));
      mine.edges = m_partition.in.num_edges();
      bool const last = step == m_setup.iterations;
      if (last || m_setup.tolerance > 0) mine.second_sum = change();
      std::swap(m_now, m_next);
    }
    mine.sum = dangling_mass();
    mine.active = m_partition.num_active;
    m_iterations = step;
    return step >= m_setup.iterations ? Exchange::none : Exchange::pull;
  }

  bool done(int step, Vote const& all) const {
    return step >= m_setup.iterations || (step > 0 && all.second_sum < m_setup.tolerance);
  }

  PackValues<Real, MemorySpace> packer() const { return {m_now}; }
  /// The next superstep reads it, and only the one after that writes it.
  void const* lent() const { return m_now.data(); }
  UnpackValues<Real, MemorySpace> unpacker(std::size_t) const { return {m_now}; }
  Bitmap<MemorySpace> news() const { return {}; }

  Contributions<Real, MemorySpace> const& contributions() const { return m_now; }
  int iterations() const { return m_iterations; }
  /// Of each vertex without any edge, which the state leaves out: they are all alike.
  double idle_rank() const { return m_idle_rank; }

 private:
  using Range = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;

  void set_all(double rank) {
    for_each_vertex(m_space, "tandem::pagerank::start", m_partition.num_active,
                    PageRankStart<Real, MemorySpace>{{m_now, m_partition.out, static_cast<Real>(rank), 0}});
    m_space.fence("tandem::pagerank: started");
  }

  /// Sums are in double, which takes no longer than to fetch what is summed: hubs add up more than a float
  /// can.
  void gather(Real base) {
    reduce_edges<Kokkos::Sum<double>>(
        m_space, "tandem::pagerank::gather", m_partition.in, RowRange{0, m_partition.num_active},
        m_partition.in_mapping, PageRankGather<Real, MemorySpace>{m_now},
        PageRankApply<Real, MemorySpace>{m_next, m_partition.out, base, static_cast<Real>(m_setup.damping)});
    m_space.fence("tandem::pagerank: gathered");
  }

  double change() const {
    double sum = 0;
    Kokkos::parallel_reduce("tandem::pagerank::change", Range(m_space, 0, m_partition.num_active),
                            PageRankChange<Real, MemorySpace>{m_now, m_next, m_partition.out}, sum);
    return sum + num_idle() * m_idle_change;
  }

  double num_idle() const { return static_cast<double>(m_partition.num_owned - m_partition.num_active); }

  double dangling_mass() const {
    double sum = 0;
    if (m_first_dangling < static_cast<std::int64_t>(m_partition.num_active))
      Kokkos::parallel_reduce("tandem::pagerank::dangling",
                              Range(m_space, m_first_dangling, m_partition.num_active),
                              SumValues<Real, MemorySpace>{m_now}, sum);
    return sum + num_idle() * m_idle_rank;
  }

  ExecutionSpace m_space;
  Partition<MemorySpace> m_partition;
  PageRankSetup m_setup;
  std::int64_t m_first_dangling = 0;
  Contributions<Real, MemorySpace> m_now, m_next;
  double m_idle_rank = 0, m_idle_change = 0;
  int m_iterations = 0;
};

template <class ExecutionSpace>
using PageRankFloat = PageRankProgramOf<float, ExecutionSpace>;
template <class ExecutionSpace>
using PageRankDouble = PageRankProgramOf<double, ExecutionSpace>;

}  // namespace tandem::Impl

#endif
