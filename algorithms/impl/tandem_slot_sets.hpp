// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_SLOT_SETS_HPP
#define TANDEM_SLOT_SETS_HPP

#include <core/tandem_relaxed.hpp>
#include <core/tandem_spaces.hpp>
#include <core/tandem_types.hpp>

namespace tandem::Impl {

/// Disjoint sets of a partition's slots. Every slot points to one of its set with a smaller name, the root to
/// itself: as names only fall along the way, pointers never form a cycle whoever sets them, and the root has
/// the smallest name of its set. Whoever is not a root never becomes one again, so that a pointer to any
/// former ancestor is right as well; this is why plain reads and writes do.
template <class MemorySpace>
struct SlotSets {
  Kokkos::View<VertexId*, MemorySpace> parent;
  /// Vertex of the graph in each slot; empty: it is the slot's number.
  Kokkos::View<VertexId const*, MemorySpace> names;

  KOKKOS_FUNCTION VertexId name(VertexId slot) const { return names.extent(0) == 0 ? slot : names(slot); }

  KOKKOS_FUNCTION VertexId above(VertexId slot) const { return relaxed_load(&parent(slot)); }

  KOKKOS_FUNCTION VertexId find(VertexId slot) const {
    for (VertexId up = above(slot); up != slot; up = above(slot)) slot = up;
    return slot;
  }

  /// Finds the root and has all slots on the way point two steps further up.
  KOKKOS_FUNCTION VertexId find_and_shorten(VertexId slot) const {
    VertexId up = above(slot);
    while (up != slot) {
      VertexId const next = above(up);
      if (next == up) return up;
      relaxed_store(&parent(slot), next);
      slot = next;
      up = above(slot);
    }
    return slot;
  }

  /// Joins two sets. Returns the root that no longer is one, or invalid_vertex if the sets were one already.
  KOKKOS_FUNCTION VertexId join(VertexId a, VertexId b) const {
    for (;;) {
      a = find_and_shorten(a);
      b = find_and_shorten(b);
      if (a == b) return invalid_vertex;
      bool const a_is_lower = name(a) < name(b);
      VertexId const lower = a_is_lower ? a : b, upper = a_is_lower ? b : a;
      if (Kokkos::atomic_compare_exchange(&parent(upper), upper, lower) == upper) return upper;
    }
  }
};

}  // namespace tandem::Impl

#endif
