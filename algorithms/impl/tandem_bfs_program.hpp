// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_BFS_PROGRAM_HPP
#define TANDEM_BFS_PROGRAM_HPP

#include <algorithms/tandem_results.hpp>
#include <core/tandem_bitmap.hpp>
#include <core/tandem_edge_loops.hpp>
#include <core/tandem_view.hpp>
#include <exec/tandem_program.hpp>
#include <partition/tandem_partition.hpp>
#include <optional>

namespace tandem::Impl {

struct BfsOptions {};

/// State of a breadth-first search on one partition; sets have a bit for each slot.
template <class MemorySpace>
struct BfsState {
  Bitmap<MemorySpace> visited;
  Bitmap<MemorySpace> known;     ///< what was visited when the last superstep ended
  Bitmap<MemorySpace> frontier;  ///< visited, but not before the last superstep; ghosts: to be sent
  Kokkos::View<VertexId*, MemorySpace> parent;        ///< of each slot, an owned vertex
  Kokkos::View<std::int32_t*, MemorySpace> level;     ///< of owned vertices
  Kokkos::View<PartitionId*, MemorySpace> came_from;  ///< partition that has the parent of an owned vertex
};

template <class MemorySpace>
struct BfsVisit {
  BfsState<MemorySpace> state;

  KOKKOS_FUNCTION void operator()(VertexId u, VertexId v, EdgeIndex) const {
    if (state.visited.set_atomic(v)) state.parent(v) = u;
  }
};

/// Turns what a superstep visited, 64 slots a word, into the next frontier.
template <class MemorySpace>
struct BfsAdvance {
  BfsState<MemorySpace> state;
  std::int32_t next_level;
  VertexId num_owned;

  KOKKOS_FUNCTION void operator()(std::int64_t w, std::uint64_t& reached) const {
    std::uint64_t const visited = state.visited.word(w), fresh = visited & ~state.known.word(w);
    state.frontier.word(w) = fresh;
    if (fresh == 0) return;
    state.known.word(w) = visited;
    reached += static_cast<std::uint64_t>(Kokkos::Experimental::popcount_builtin(fresh));
    for (std::uint64_t bits = fresh; bits != 0; bits &= bits - 1) {
      auto const slot = static_cast<VertexId>(w * 64 + Kokkos::Experimental::countr_zero_builtin(bits));
      if (slot < num_owned) state.level(slot) = next_level;
    }
  }
};

template <class MemorySpace>
struct BfsCountEdges {
  BfsState<MemorySpace> state;
  Csr<MemorySpace> csr;

  KOKKOS_FUNCTION void operator()(std::int64_t w, std::uint64_t& edges) const {
    for (std::uint64_t bits = state.frontier.word(w); bits != 0; bits &= bits - 1) {
      auto const v = static_cast<std::size_t>(w * 64 + Kokkos::Experimental::countr_zero_builtin(bits));
      if (v < csr.num_vertices()) edges += csr.degree(static_cast<VertexId>(v));
    }
  }
};

template <class MemorySpace>
struct BfsReset {
  BfsState<MemorySpace> state;
  PartitionId self;

  KOKKOS_FUNCTION void operator()(std::int64_t v) const {
    state.level(v) = unreached_level;
    state.came_from(v) = self;
  }
};

template <class MemorySpace>
struct BfsStart {
  BfsState<MemorySpace> state;
  VertexId source;

  KOKKOS_FUNCTION void operator()(int) const {
    state.visited.set(source);
    state.known.set(source);
    state.frontier.set(source);
    state.parent(source) = source;
    state.level(source) = 0;
  }
};

struct BfsPacker {
  KOKKOS_FUNCTION Nothing operator()(VertexId) const { return {}; }
};

/// A vertex that another partition has reached.
template <class MemorySpace>
struct BfsUnpacker {
  BfsState<MemorySpace> state;
  std::int32_t level;
  PartitionId peer;

  KOKKOS_FUNCTION void operator()(VertexId v, Nothing) const {
    if (!state.visited.set_atomic(v)) return;
    state.known.set_atomic(v);
    state.frontier.set_atomic(v);
    state.level(v) = level;
    state.came_from(v) = peer;
  }
};

/// Top-down breadth-first search: a superstep is a level. Only the fact that a vertex was reached travels;
/// parents stay where they were found until the end.
template <class ExecutionSpace>
class BfsProgram {
 public:
  using Message = Nothing;
  using MemorySpace = typename ExecutionSpace::memory_space;

  BfsProgram(ExecutionSpace const& space, Partition<MemorySpace> const& partition, BfsOptions const&)
      : m_space(space),
        m_partition(partition),
        m_mapping(mapping_by_degree_class(space, partition.out)),
        m_state{make_bitmap(space, "tandem::bfs::visited", partition.num_slots),
                make_bitmap(space, "tandem::bfs::known", partition.num_slots),
                make_bitmap(space, "tandem::bfs::frontier", partition.num_slots),
                make_view<VertexId>(space, "tandem::bfs::parent", partition.num_slots),
                make_view<std::int32_t>(space, "tandem::bfs::level", partition.num_owned),
                make_view<PartitionId>(space, "tandem::bfs::came_from", partition.num_owned)} {}

  /// Forgets the last search. `source` is set on the partition that owns it.
  void reset(std::optional<VertexId> source) {
    clear(m_space, m_state.visited);
    clear(m_space, m_state.known);
    clear(m_space, m_state.frontier);
    Kokkos::parallel_for("tandem::bfs::reset", Range(m_space, 0, m_partition.num_owned),
                         BfsReset<MemorySpace>{m_state, static_cast<PartitionId>(m_partition.id)});
    if (source)
      Kokkos::parallel_for("tandem::bfs::start", Kokkos::RangePolicy<ExecutionSpace>(m_space, 0, 1),
                           BfsStart<MemorySpace>{m_state, *source});
    m_space.fence("tandem::bfs: ready to start");
  }

  Exchange compute(int step, Vote const&, Vote& mine) {
    m_level = step + 1;
    auto const num_words = static_cast<std::int64_t>(m_state.visited.num_words());
    Kokkos::parallel_reduce(
        "tandem::bfs::count_edges",
        Range(m_space, 0, static_cast<std::int64_t>(Bitmap<MemorySpace>::words_for(m_partition.num_owned))),
        BfsCountEdges<MemorySpace>{m_state, m_partition.out}, mine.edges);
    if (mine.edges != 0)
      for_each_edge_of_set(m_space, "tandem::bfs::visit", m_partition.out, m_state.frontier, m_mapping,
                           BfsVisit<MemorySpace>{m_state});
    Kokkos::parallel_reduce("tandem::bfs::advance", Range(m_space, 0, num_words),
                            BfsAdvance<MemorySpace>{m_state, m_level, m_partition.num_owned}, mine.active);
    return Exchange::push;
  }

  bool done(int, Vote const& all) const { return all.active == 0; }

  BfsPacker packer() const { return {}; }
  BfsUnpacker<MemorySpace> unpacker(std::size_t peer) const {
    return {m_state, m_level, static_cast<PartitionId>(peer)};
  }
  Bitmap<MemorySpace> news() const { return m_state.frontier; }

  BfsState<MemorySpace> const& state() const { return m_state; }

 private:
  using Range = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;

  ExecutionSpace m_space;
  Partition<MemorySpace> m_partition;
  RowMapping m_mapping;
  BfsState<MemorySpace> m_state;
  std::int32_t m_level = 0;
};

}  // namespace tandem::Impl

#endif
