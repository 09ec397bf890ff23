// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_CSR_HPP
#define TANDEM_CSR_HPP

#include <core/tandem_spaces.hpp>
#include <core/tandem_types.hpp>

namespace tandem {

/// Compressed sparse rows: the neighbours of vertex v are targets(e) for e in [offsets(v), offsets(v + 1)).
/// Read only once built, so that the arrays may just as well lie in a mapped file.
template <class MemorySpace>
struct Csr {
  using memory_space = MemorySpace;

  Kokkos::View<EdgeIndex const*, MemorySpace> offsets;  ///< n + 1 entries; none at all when never built
  Kokkos::View<VertexId const*, MemorySpace> targets;
  Kokkos::View<Weight const*, MemorySpace> weights;  ///< one per edge; empty: no weights

  KOKKOS_FUNCTION std::size_t num_vertices() const {
    return offsets.extent(0) == 0 ? 0 : offsets.extent(0) - 1;
  }
  KOKKOS_FUNCTION EdgeIndex num_edges() const { return targets.extent(0); }
  KOKKOS_FUNCTION EdgeIndex degree(VertexId v) const { return offsets(v + 1) - offsets(v); }
  bool weighted() const { return weights.data() != nullptr; }
  /// Has a processor of the host fetch where a row begins, to have it there when it gets to it.
  KOKKOS_FUNCTION void prefetch_row([[maybe_unused]] VertexId v) const {
    KOKKOS_IF_ON_HOST((__builtin_prefetch(targets.data() + offsets(v));))
  }
};

}  // namespace tandem

#endif
