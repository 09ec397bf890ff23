// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_SSSP_PROGRAM_HPP
#define TANDEM_SSSP_PROGRAM_HPP

#include <algorithms/impl/tandem_sssp_kernels.hpp>
#include <core/tandem_edge_loops.hpp>
#include <core/tandem_view.hpp>
#include <exec/tandem_program.hpp>
#include <optional>

namespace tandem::Impl {

struct SsspSetup {
  bool directed;
};

/// Shortest paths by delta-stepping (Meyer and Sanders 2003) without queues. A slot is *pending* while its
/// distance is smaller than when it was last dealt with; dealing with an owned vertex means to relax its
/// edges, with a ghost to send it. A pass deals with all owned vertices that are pending and not farther than
/// a limit, and passes go on until there are none. Then the ghosts up to the limit travel, and the limit
/// moves to delta beyond the smallest distance that is pending anywhere.
///
/// The set of pending slots is implied by the two distances that each has. A mark for each 64 slots says
/// where to look for some.
template <class ExecutionSpace>
class SsspProgram {
 public:
  using Message = DistanceBits;
  using MemorySpace = typename ExecutionSpace::memory_space;

  SsspProgram(ExecutionSpace const& space, Partition<MemorySpace> const& partition, SsspSetup const& setup)
      : m_space(space),
        m_partition(partition),
        m_mapping(mapping_by_degree_class(space, partition.out)),
        m_state{make_view<DistanceBits>(space, "tandem::sssp::distance", partition.num_slots),
                make_view<DistanceBits>(space, "tandem::sssp::dealt_with", partition.num_slots),
                make_view<std::uint8_t>(space, "tandem::sssp::marks", num_blocks(partition.num_slots)),
                make_view<DistanceBits>(space, "tandem::sssp::smallest", 2),
                make_bitmap(space, "tandem::sssp::selected", partition.num_slots),
                0,
                partition.num_owned},
        m_smallest("tandem::sssp::smallest_on_host", 2) {
    // A leaf of an undirected graph can only hand its distance back to whom it came from.
    std::uint64_t rows = 0;
    if (partition.num_owned > 0)
      Kokkos::parallel_reduce("tandem::sssp::find_leaves", Kokkos::RangePolicy<ExecutionSpace>(space, 0, 1),
                              SsspFindLeaves<MemorySpace>{partition.out, setup.directed ? 0u : 1u}, rows);
    m_state.num_rows = static_cast<VertexId>(rows);
  }

  /// Forgets the last run. `source` is set on the partition that owns it.
  void reset(std::optional<VertexId> source, Weight delta) {
    m_delta = delta;
    m_pass = 0;
    Kokkos::parallel_for("tandem::sssp::reset", Range(m_space, 0, num_blocks(m_partition.num_slots)),
                         SsspReset<MemorySpace>{m_state});
    if (source)
      Kokkos::parallel_for("tandem::sssp::start", Kokkos::RangePolicy<ExecutionSpace>(m_space, 0, 1),
                           SsspStart<MemorySpace>{m_state, m_partition.out, *source});
    m_space.fence("tandem::sssp: ready to start");
  }

  Exchange compute(int step, Vote const& all, Vote& mine) {
    Weight const from = step == 0 ? Weight(0) : static_cast<Weight>(all.smallest);
    DistanceBits const limit = to_bits(from + m_delta);
    DistanceBits pending = no_distance;
    if (m_state.num_rows > 0) do
        pending = pass(limit, mine);
      while (pending <= limit);
    // The next limit is hardly smaller: what is to be dealt with then had better be there.
    DistanceBits const ghosts = select_ghosts(to_bits(from + 2 * m_delta));
    mine.smallest = static_cast<double>(from_bits(pending < ghosts ? pending : ghosts));
    return Exchange::push;
  }

  bool done(int, Vote const& all) const { return all.smallest == std::numeric_limits<double>::infinity(); }

  SsspPacker<MemorySpace> packer() const { return {m_state}; }
  SsspUnpacker<MemorySpace> unpacker(std::size_t) const { return {m_state, m_pass}; }
  Bitmap<MemorySpace> news() const { return m_state.selected; }

  SsspState<MemorySpace> const& state() const { return m_state; }

  /// The first edge with a weight that is negative or not a number; num_edges() if there is none.
  EdgeIndex find_bad_weight() const {
    EdgeIndex const num_edges = m_partition.out.num_edges();
    EdgeIndex first = num_edges;
    if (num_edges > 0)
      Kokkos::parallel_reduce("tandem::sssp::find_bad_weight", Range(m_space, 0, num_edges),
                              SsspFindBadWeight<MemorySpace>{m_partition.out}, Kokkos::Min<EdgeIndex>(first));
    return first < num_edges ? first : num_edges;
  }

  double sum_of_weights() const {
    double sum = 0;
    if (m_partition.out.num_edges() > 0)
      Kokkos::parallel_reduce("tandem::sssp::sum_weights", Range(m_space, 0, m_partition.out.num_edges()),
                              SsspSumWeights<MemorySpace>{m_partition.out}, sum);
    return sum;
  }

 private:
  using Range = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;

  static std::int64_t num_blocks(std::size_t slots) {
    return static_cast<std::int64_t>(Bitmap<MemorySpace>::words_for(slots));
  }

  /// Deals with the owned vertices that are pending and within the limit. Returns the smallest distance that
  /// is pending then.
  DistanceBits pass(DistanceBits limit, Vote& mine) {
    ++m_pass;
    std::uint64_t edges = 0;
    Kokkos::parallel_reduce("tandem::sssp::select", Range(m_space, 0, num_blocks(m_state.num_rows)),
                            SsspSelectOwned<MemorySpace>{m_state, m_partition.out, limit, m_pass}, edges);
    mine.edges += edges;
    if (edges > 0)
      for_each_row_of_set(m_space, "tandem::sssp::relax", m_partition.out, m_state.selected, m_mapping,
                          SsspRelax<MemorySpace>{m_state, m_partition.out, m_pass});
    return smallest_of_pass();
  }

  /// Makes news of the ghosts that are pending and within the limit. Returns the smallest distance that was
  /// pending before.
  DistanceBits select_ghosts(DistanceBits limit) {
    std::int64_t const first = num_blocks(m_partition.num_owned), end = num_blocks(m_partition.num_slots);
    if (first == end) return no_distance;
    ++m_pass;
    Kokkos::parallel_for("tandem::sssp::select_ghosts", Range(m_space, first, end),
                         SsspSelectGhosts<MemorySpace>{m_state, limit, m_pass, first});
    return smallest_of_pass();
  }

  DistanceBits smallest_of_pass() {
    m_space.fence("tandem::sssp: pass done");
    if constexpr (is_host_space_v<ExecutionSpace>) {
      return m_state.smallest(m_pass % 2);
    } else {
      Kokkos::deep_copy(m_space, m_smallest, m_state.smallest);
      m_space.fence("tandem::sssp: smallest distance on host");
      return m_smallest(m_pass % 2);
    }
  }

  ExecutionSpace m_space;
  Partition<MemorySpace> m_partition;
  RowMapping m_mapping;
  SsspState<MemorySpace> m_state;
  HostView<DistanceBits> m_smallest;
  Weight m_delta = 0;
  std::uint32_t m_pass = 0;  ///< number of the last one
};

}  // namespace tandem::Impl

#endif
