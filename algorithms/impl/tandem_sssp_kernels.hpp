// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_SSSP_KERNELS_HPP
#define TANDEM_SSSP_KERNELS_HPP

#include <algorithms/tandem_results.hpp>
#include <core/impl/tandem_partition_point.hpp>
#include <core/tandem_bitmap.hpp>
#include <core/tandem_relaxed.hpp>
#include <partition/tandem_partition.hpp>

// Kernels of the program in tandem_sssp_program.hpp, which explains the method.
namespace tandem::Impl {

/// A distance by its bits: those of floats that are not negative are ordered like the floats, and every
/// device has an atomic minimum of them.
using DistanceBits = std::uint32_t;
inline constexpr DistanceBits no_distance = 0x7f800000;  // infinity

KOKKOS_INLINE_FUNCTION DistanceBits to_bits(Weight distance) {
  return Kokkos::bit_cast<DistanceBits>(distance);
}
KOKKOS_INLINE_FUNCTION Weight from_bits(DistanceBits bits) {
  return Kokkos::bit_cast<Weight>(bits);
}

template <class MemorySpace>
struct SsspState {
  Kokkos::View<DistanceBits*, MemorySpace> distance;    ///< of each slot, the smallest found yet
  Kokkos::View<DistanceBits*, MemorySpace> dealt_with;  ///< distance of the slot when it was dealt with
  Kokkos::View<DistanceBits*, MemorySpace> nearest;     ///< of each 64 slots: none that is pending is nearer
  Bitmap<MemorySpace> selected;  ///< owned: to be relaxed in a pass; ghosts: to be sent
  VertexId num_rows;             ///< owned vertices whose edges may lead further
  bool one_thread;               ///< kernels run on one thread, which needs no atomic operations

  /// A way to the slot was found. With as few branches as can be, as nobody can guess them: vertices that are
  /// never pending are noted in `nearest` like others, until the next look at their block.
  KOKKOS_FUNCTION void offer(VertexId slot, DistanceBits way) const {
    DistanceBits& of_block = nearest(slot / 64);
    if (!one_thread) {
      if (lower_atomic(&distance(slot), way)) lower_atomic(&of_block, way);
    } else if (way < distance(slot)) {
      distance(slot) = way;
      of_block = way < of_block ? way : of_block;
    }
  }

  /// Whether the way over an edge from its start is the shortest to its end yet.
  KOKKOS_FUNCTION bool is_shorter(Csr<MemorySpace> const& csr, EdgeIndex e, Weight start) const {
    return to_bits(start + csr.weights(e)) < relaxed_load(&distance(csr.targets(e)));
  }

  /// Offers the end of an edge the way over its start.
  KOKKOS_FUNCTION void relax(Csr<MemorySpace> const& csr, EdgeIndex e, Weight start) const {
    if (is_shorter(csr, e, start)) offer(csr.targets(e), to_bits(start + csr.weights(e)));
  }
};

template <class MemorySpace>
struct SsspReset {
  SsspState<MemorySpace> state;

  KOKKOS_FUNCTION void operator()(std::int64_t block) const {
    state.nearest(block) = no_distance;
    state.selected.word(block) = 0;
    std::size_t const n = state.distance.extent(0), first = static_cast<std::size_t>(block) * 64;
    for (std::size_t slot = first; slot < first + 64 && slot < n; ++slot)
      state.distance(slot) = state.dealt_with(slot) = no_distance;
  }
};

template <class MemorySpace>
struct SsspStart {
  SsspState<MemorySpace> state;
  Csr<MemorySpace> csr;
  VertexId source;

  KOKKOS_FUNCTION void operator()(int) const {
    state.offer(source, 0);
    if (source < state.num_rows) return;  // else no pass will look at its edge
    for (EdgeIndex e = csr.offsets(source); e < csr.offsets(source + 1); ++e) state.relax(csr, e, 0);
  }
};

/// The bits of a word from 64 bytes that are 0 or 1, for loops over single bits that are to be vectorised.
KOKKOS_INLINE_FUNCTION std::uint64_t to_word(std::uint8_t const (&bytes)[64]) {
  std::uint64_t word = 0;
  for (int i = 0; i < 8; ++i) {
    std::uint64_t eight = 0;
    for (int j = 0; j < 8; ++j) eight |= std::uint64_t(bytes[8 * i + j]) << (8 * j);
    word |= (eight * 0x0102040810204080) >> 56 << (8 * i);
  }
  return word;
}

/// Selects the pending slots of 64 that are within a limit. Returns the smallest distance that was pending.
template <class MemorySpace>
KOKKOS_FUNCTION DistanceBits select_block(SsspState<MemorySpace> const& state, std::size_t block,
                                          std::size_t end, DistanceBits limit) {
  std::uint64_t& selected = state.selected.word(block);
  selected = 0;
  if (state.nearest(block) > limit) return state.nearest(block);
  std::size_t const first = block * 64;
  int const count = static_cast<int>(end - first < 64 ? end - first : 64);
  DistanceBits const* const distance = &state.distance(first);
  DistanceBits* const dealt_with = &state.dealt_with(first);
  DistanceBits within = no_distance, beyond = no_distance;
  // Without branches, for the vector units of a CPU: in most blocks few slots are selected, or none.
  for (int i = 0; i < count; ++i) {
    DistanceBits const pending = distance[i] < dealt_with[i] ? distance[i] : no_distance;
    DistanceBits const near = pending <= limit ? pending : no_distance;
    DistanceBits const far = pending <= limit ? no_distance : pending;
    within = near < within ? near : within;
    beyond = far < beyond ? far : beyond;
  }
  state.nearest(block) = beyond;
  if (within == no_distance) return beyond;
  std::uint8_t is_selected[64] = {};
  for (int i = 0; i < count; ++i) is_selected[i] = distance[i] < dealt_with[i] && distance[i] <= limit;
  for (int i = 0; i < count; ++i) dealt_with[i] = distance[i] <= limit ? distance[i] : dealt_with[i];
  selected = to_word(is_selected);
  return within;
}

/// Selects owned vertices for a pass. Counts their edges.
template <class MemorySpace>
struct SsspSelectOwned {
  SsspState<MemorySpace> state;
  Csr<MemorySpace> csr;
  DistanceBits limit;

  KOKKOS_FUNCTION void operator()(std::int64_t block, std::uint64_t& edges) const {
    select_block(state, static_cast<std::size_t>(block), state.num_rows, limit);
    for (std::uint64_t bits = state.selected.word(block); bits != 0; bits &= bits - 1)
      edges +=
          csr.degree(static_cast<VertexId>(block * 64 + Kokkos::Experimental::countr_zero_builtin(bits)));
  }
};

/// Selects ghosts to be sent. Finds the smallest distance that was pending.
template <class MemorySpace>
struct SsspSelectGhosts {
  SsspState<MemorySpace> state;
  DistanceBits limit;

  KOKKOS_FUNCTION void operator()(std::int64_t block, DistanceBits& smallest) const {
    DistanceBits const least =
        select_block(state, static_cast<std::size_t>(block), state.distance.extent(0), limit);
    smallest = least < smallest ? least : smallest;
  }
};

/// Finds the smallest distance that is pending, or a smaller one.
template <class MemorySpace>
struct SsspFindNearest {
  SsspState<MemorySpace> state;

  KOKKOS_FUNCTION void operator()(std::int64_t block, DistanceBits& smallest) const {
    smallest = state.nearest(block) < smallest ? state.nearest(block) : smallest;
  }
};

/// Relaxes the edges of a selected vertex.
template <class MemorySpace>
struct SsspRelax {
  static constexpr unsigned max_batch = 64;

  SsspState<MemorySpace> state;
  Csr<MemorySpace> csr;

  KOKKOS_FUNCTION void by_thread(VertexId u) const {
    DistanceBits const distance = relaxed_load(&state.distance(u));
    state.dealt_with(u) = distance;  // it may have come nearer since it was selected
    Weight const start = from_bits(distance);
    EdgeIndex const end = csr.offsets(u + 1);
    std::uint8_t shorter[max_batch];
    for (EdgeIndex first = csr.offsets(u); first < end; first += max_batch) {
      auto const batch = static_cast<unsigned>(end - first < max_batch ? end - first : max_batch);
      unsigned const count = find_shorter(first, batch, start, shorter);
      for (unsigned i = 0; i < count; ++i) state.relax(csr, first + shorter[i], start);
    }
  }

  /// Lists the edges of a batch that may lead to a shorter way, and returns how many they are. Apart from
  /// what is done with them and without a branch, as nobody can guess which these are: fetching what comes
  /// next would end at each wrong guess.
  KOKKOS_FUNCTION unsigned find_shorter(EdgeIndex first, unsigned batch, Weight start,
                                        std::uint8_t* shorter) const {
    unsigned count = 0;
    for (unsigned i = 0; i < batch; ++i) {
      shorter[count] = static_cast<std::uint8_t>(i);
      count += state.is_shorter(csr, first + i, start) ? 1 : 0;
    }
    return count;
  }

  KOKKOS_FUNCTION void prefetch(VertexId u) const {
    csr.prefetch_row(u);
    KOKKOS_IF_ON_HOST((__builtin_prefetch(csr.weights.data() + csr.offsets(u));))
  }

  template <class Group>
  KOKKOS_FUNCTION void by_group(Group const& group, VertexId u) const {
    Weight const start = from_bits(relaxed_load(&state.distance(u)));
    Kokkos::parallel_for(group.range(csr.offsets(u), csr.offsets(u + 1)),
                         [&](EdgeIndex e) { state.relax(csr, e, start); });
  }
};

template <class MemorySpace>
struct SsspPacker {
  SsspState<MemorySpace> state;
  KOKKOS_FUNCTION DistanceBits operator()(VertexId slot) const { return state.distance(slot); }
};

template <class MemorySpace>
struct SsspUnpacker {
  SsspState<MemorySpace> state;
  KOKKOS_FUNCTION void operator()(VertexId slot, DistanceBits distance) const { state.offer(slot, distance); }
};

/// One thread looks for the first row of so few edges that it leads nowhere; rows go by falling degree.
template <class MemorySpace>
struct SsspFindLeaves {
  Csr<MemorySpace> csr;
  EdgeIndex leaf_degree;

  KOKKOS_FUNCTION bool is_leaf(std::size_t v) const {
    return csr.degree(static_cast<VertexId>(v)) <= leaf_degree;
  }
  KOKKOS_FUNCTION void operator()(int, std::uint64_t& first) const {
    first = partition_point(0, csr.num_vertices(), [&](std::size_t v) { return is_leaf(v); });
  }
};

template <class MemorySpace>
struct SsspFindBadWeight {
  Csr<MemorySpace> csr;
  KOKKOS_FUNCTION void operator()(std::int64_t e, EdgeIndex& first) const {
    if (!(csr.weights(e) >= 0) && static_cast<EdgeIndex>(e) < first) first = static_cast<EdgeIndex>(e);
  }
};

template <class MemorySpace>
struct SsspSumWeights {
  Csr<MemorySpace> csr;
  KOKKOS_FUNCTION void operator()(std::int64_t e, double& sum) const {
    if (Kokkos::isfinite(csr.weights(e))) sum += static_cast<double>(csr.weights(e));
  }
};

}  // namespace tandem::Impl

#endif
