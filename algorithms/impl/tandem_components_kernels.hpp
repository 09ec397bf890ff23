// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_COMPONENTS_KERNELS_HPP
#define TANDEM_COMPONENTS_KERNELS_HPP

#include <algorithms/impl/tandem_slot_sets.hpp>
#include <core/impl/tandem_partition_point.hpp>
#include <core/tandem_bitmap.hpp>
#include <core/tandem_csr.hpp>

// Kernels of the program in tandem_components_program.hpp, which explains the method.
namespace tandem::Impl {

/// How names of ghosts compare with those of owned vertices: what is the same for all needs no look at them.
enum class GhostNames { mixed, all_smaller, all_larger };

template <class MemorySpace>
struct ComponentsState {
  SlotSets<MemorySpace> sets;
  Kokkos::View<VertexId*, MemorySpace> label;  ///< of the set, for roots
  Kokkos::View<VertexId*, MemorySpace> told;   ///< of ghosts: the label that the owner has, as far as we know
  Bitmap<MemorySpace> rest;     ///< owned vertices that were not known to be with vertex 0 at first
  Bitmap<MemorySpace> touched;  ///< ghosts that an edge of the rest leads to
  Bitmap<MemorySpace> news;     ///< ghosts to push; owned vertices that a peer must hear about
  Kokkos::View<std::uint64_t*, MemorySpace> lowered;  ///< one entry; not 0: mail has changed a label or a set
  Kokkos::View<VertexId const*, MemorySpace> owned_names;
  VertexId num_active;
  VertexId first_ghost;
  VertexId zero;  ///< slot of vertex 0 of the graph; where it is not seen, one behind all others
  GhostNames ghost_names = GhostNames::mixed;
  bool has_peers;

  KOKKOS_FUNCTION VertexId& told_of(VertexId ghost) const { return told(ghost - first_ghost); }

  KOKKOS_FUNCTION void touch(VertexId slot) const {
    if (slot >= first_ghost) touched.set_atomic(slot);
  }

  /// Slot of a vertex, if it is vertex 0 or owned here.
  KOKKOS_FUNCTION VertexId slot_of(VertexId vertex) const {
    if (vertex == 0) return zero;
    std::size_t const n = owned_names.extent(0);
    std::size_t const i = partition_point(0, n, [&](std::size_t at) { return owned_names(at) >= vertex; });
    return i < n && owned_names(i) == vertex ? static_cast<VertexId>(i) : invalid_vertex;
  }

  /// What leads to the root of an owned vertex, as far as it is here: the root, or a ghost on the way.
  KOKKOS_FUNCTION VertexId root_or_ghost(VertexId slot) const {
    VertexId const stop = first_ghost;  // a local: writes of others can't change it
    for (VertexId up = sets.above(slot); up != slot && slot < stop; up = sets.above(slot)) slot = up;
    return slot;
  }

  /// Whether an owned vertex comes after its neighbour. Owned ones are in the order of their names.
  KOKKOS_FUNCTION bool comes_after(VertexId v, VertexId neighbor) const {
    if (neighbor < first_ghost) return neighbor < v;
    if (ghost_names == GhostNames::mixed) return sets.name(neighbor) < sets.name(v);
    return ghost_names == GhostNames::all_smaller;
  }

  /// Lowers the label of the set that `slot` is in. The root may be joined to another one meanwhile: who
  /// joins it reads its label afterwards, we look afterwards whether it still is a root, so that at least one
  /// of us carries the label up.
  KOKKOS_FUNCTION void lower(VertexId slot, VertexId to) const {
    for (;;) {
      VertexId const root = sets.find(slot);
      lower_atomic(&label(root), to);
      Kokkos::memory_fence();
      if (sets.above(root) == root) return;
      slot = root;
    }
  }

  /// A smaller label has come for the set of `slot`. Where it is that of a vertex here the sets become one,
  /// so that the two ends of a long chain of sets need not be told of each other again and again.
  KOKKOS_FUNCTION void adopt(VertexId slot, VertexId smaller) const {
    relaxed_store(lowered.data(), std::uint64_t(1));
    VertexId const other = slot_of(smaller);
    if (other == invalid_vertex) return lower(slot, smaller);
    VertexId const loser = sets.join(slot, other);
    if (loser == invalid_vertex) return;
    Kokkos::memory_fence();
    lower(loser, relaxed_load(&label(loser)));
  }
};

/// Joins each of 64 vertices with its first neighbour, if that has a smaller name.
template <class MemorySpace>
struct ComponentsHook {
  ComponentsState<MemorySpace> state;
  Csr<MemorySpace> csr;

  KOKKOS_FUNCTION VertexId first_choice(VertexId v) const {
    EdgeIndex const first = csr.offsets(v);
    if (first == csr.offsets(v + 1)) return v;
    VertexId const neighbor = csr.targets(first);
    return state.comes_after(v, neighbor) ? neighbor : v;
  }
  KOKKOS_FUNCTION void operator()(std::int64_t w) const {
    auto const begin = static_cast<VertexId>(w * 64);
    VertexId const end = state.num_active - begin < 64 ? state.num_active : begin + 64;
    for (VertexId v = begin; v < end; ++v) csr.prefetch_row(v);
    for (VertexId v = begin; v < end; ++v) state.sets.parent(v) = first_choice(v);
  }
};

/// For ghosts, and the slot behind them.
template <class MemorySpace>
struct ComponentsStartGhosts {
  ComponentsState<MemorySpace> state;
  bool with_zero;  ///< taken to be with vertex 0, until the owner says otherwise

  KOKKOS_FUNCTION void operator()(std::int64_t slot) const {
    auto const ghost = static_cast<VertexId>(slot);
    state.sets.parent(ghost) = with_zero ? state.zero : ghost;
    state.told_of(ghost) = state.label(ghost) = state.sets.name(ghost);
  }
};

/// Has each of 64 vertices point to its root, or to a ghost on the way there, and finds those whose edges
/// must be looked at. News are those that are not known to be with vertex 0: the others' ghosts of them are
/// taken to be.
template <class MemorySpace>
struct ComponentsFindRest {
  ComponentsState<MemorySpace> state;
  VertexId largest;

  KOKKOS_FUNCTION void operator()(std::int64_t w) const {
    auto const begin = static_cast<VertexId>(w * 64);
    VertexId const end = state.num_active - begin < 64 ? state.num_active : begin + 64;
    VertexId const first_hopeful = largest == invalid_vertex ? invalid_vertex : state.first_ghost;
    std::uint64_t rest = 0, unsure = 0;
    for (VertexId v = begin; v < end; ++v) {
      VertexId const up = state.sets.above(v), root = state.root_or_ghost(up);
      if (root != up) relaxed_store(&state.sets.parent(v), root);
      if (root == v) state.label(v) = state.sets.name(v);
      std::uint64_t const other = root != largest;
      unsure |= other << (v - begin);
      rest |= (other & std::uint64_t(root < first_hopeful)) << (v - begin);
    }
    state.rest.word(static_cast<std::size_t>(w)) = rest;
    if (state.has_peers) state.news.word(static_cast<std::size_t>(w)) = unsure;
  }
};

/// Adds those of 64 vertices to the rest that point to a ghost which is not with vertex 0 after all.
template <class MemorySpace>
struct ComponentsFindMisled {
  ComponentsState<MemorySpace> state;

  KOKKOS_FUNCTION void operator()(std::int64_t w) const {
    auto const begin = static_cast<VertexId>(w * 64);
    VertexId const end = state.num_active - begin < 64 ? state.num_active : begin + 64;
    std::uint64_t misled = 0;
    for (VertexId v = begin; v < end; ++v) {
      VertexId const up = state.sets.above(v);
      if (up >= state.first_ghost && state.sets.above(up) == up && up != state.zero)
        misled |= std::uint64_t(1) << (v - begin);
    }
    if (misled != 0) state.rest.word(static_cast<std::size_t>(w)) |= misled;
  }
};

/// Joins a vertex with its neighbours until it is in the largest set.
template <class MemorySpace>
struct ComponentsJoinRow {
  ComponentsState<MemorySpace> state;
  Csr<MemorySpace> csr;
  VertexId largest;

  KOKKOS_FUNCTION void by_thread(VertexId u) const {
    auto const& sets = state.sets;
    EdgeIndex const begin = csr.offsets(u), end = csr.offsets(u + 1);
    if (begin == end) return;
    // It may be joined with the first one already and stop before it looks at it.
    state.touch(csr.targets(begin));
    VertexId root = sets.find_and_shorten(u);
    for (EdgeIndex e = begin; e < end && root != largest; ++e) {
      VertexId const v = csr.targets(e);
      state.touch(v);
      if (sets.above(v) == root) continue;
      sets.join(root, v);
      root = sets.find_and_shorten(root);
    }
  }

  /// Threads of a group must all take part in its loop, wanted or not.
  template <class Group>
  KOKKOS_FUNCTION void by_group(Group const& group, VertexId u) const {
    Kokkos::parallel_for(group.range(csr.offsets(u), csr.offsets(u + 1)), [&](EdgeIndex e) {
      VertexId const root = state.sets.find(u), v = csr.targets(e);
      state.touch(v);
      if (root != largest && state.sets.above(v) != root) state.sets.join(root, v);
    });
  }
};

/// Has a slot point to its root.
template <class MemorySpace>
struct ComponentsSettle {
  SlotSets<MemorySpace> sets;

  KOKKOS_FUNCTION void operator()(std::size_t slot) const {
    auto const v = static_cast<VertexId>(slot);
    VertexId const up = sets.above(v), root = sets.find(up);
    if (root != up) relaxed_store(&sets.parent(v), root);
  }
};

/// Finds the news among 64 ghosts: labels smaller than what the owner was told, or, to begin with, all that
/// it does not know to be with vertex 0.
template <class MemorySpace>
struct ComponentsFindNews {
  ComponentsState<MemorySpace> state;
  bool all_touched;

  KOKKOS_FUNCTION void operator()(std::int64_t w, std::uint64_t& found) const {
    auto const word = static_cast<std::size_t>(w);
    std::uint64_t news = 0;
    for (std::uint64_t bits = state.touched.word(word); bits != 0; bits &= bits - 1) {
      auto const bit = static_cast<std::size_t>(Kokkos::Experimental::countr_zero_builtin(bits));
      auto const ghost = static_cast<VertexId>(word * 64 + bit);
      VertexId const told = state.told_of(ghost);
      if (told == 0) continue;
      VertexId const label = state.label(state.sets.find_and_shorten(ghost));
      if (!all_touched && label >= told) continue;
      state.told_of(ghost) = label;
      news |= std::uint64_t(1) << bit;
      ++found;
    }
    state.news.word(word) = news;
  }
};

/// Reads and clears the mark that mail has changed a label.
template <class MemorySpace>
struct ComponentsTakeLowered {
  Kokkos::View<std::uint64_t*, MemorySpace> lowered;
  KOKKOS_FUNCTION void operator()(std::int64_t, std::uint64_t& was) const {
    was += lowered(0);
    lowered(0) = 0;
  }
};

/// Ghosts get no name yet: those that leave a gap in the numbering of slots keep none. The slot behind all
/// others is for vertex 0.
template <class MemorySpace>
struct ComponentsNameOwned {
  Kokkos::View<VertexId*, MemorySpace> names;
  Kokkos::View<VertexId const*, MemorySpace> owned;

  KOKKOS_FUNCTION void operator()(std::int64_t slot) const {
    std::size_t const i = static_cast<std::size_t>(slot), last = names.extent(0) - 1;
    names(i) = i == last ? 0 : i < owned.extent(0) ? owned(i) : invalid_vertex;
  }
};

template <class MemorySpace>
struct ComponentsLabels {
  ComponentsState<MemorySpace> state;
  Kokkos::View<VertexId*, MemorySpace> labels;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    auto const v = static_cast<VertexId>(i);
    labels(i) = v < state.num_active ? state.label(state.sets.find(v)) : state.sets.name(v);
  }
};

/// What the mail of a superstep is about.
enum class ComponentsMail {
  names,  ///< of vertices, to their ghosts
  hooks,  ///< that vertices are not known to be with vertex 0, to ghosts that others may have joined; 0: they
          ///< are
  first,  ///< labels of touched ghosts; owners that know a smaller one will reply
  labels
};

template <class MemorySpace>
struct ComponentsPacker {
  ComponentsState<MemorySpace> state;
  ComponentsMail about;

  KOKKOS_FUNCTION VertexId operator()(VertexId slot) const {
    if (about == ComponentsMail::names) return state.sets.name(slot);
    if (about == ComponentsMail::hooks) return state.news.test(slot) ? 1 : 0;
    return relaxed_load(&state.label(state.sets.find(slot)));
  }
};

template <class MemorySpace>
struct ComponentsUnpacker {
  ComponentsState<MemorySpace> state;
  Kokkos::View<VertexId*, MemorySpace> names;
  ComponentsMail about;

  KOKKOS_FUNCTION void operator()(VertexId slot, VertexId value) const {
    if (about == ComponentsMail::names) {
      names(slot) = value;
      return;
    }
    if (about == ComponentsMail::hooks) {
      if (value == 0) return;
      state.sets.parent(slot) = slot;
      relaxed_store(state.lowered.data(), std::uint64_t(1));
      return;
    }
    bool const ghost = slot >= state.first_ghost;
    if (ghost) state.told_of(slot) = value;
    // A ghost that no edge has joined with anybody has nobody to pass a label on to.
    if (ghost && !state.touched.test(slot)) return;
    VertexId const root = state.sets.find(slot), label = relaxed_load(&state.label(root));
    if (value < label)
      state.adopt(root, value);
    else if (about == ComponentsMail::first && value > label)
      state.news.set_atomic(slot);
  }
};

}  // namespace tandem::Impl

#endif
