// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_ROW_MAPPING_IMPL_HPP
#define TANDEM_ROW_MAPPING_IMPL_HPP

#include <core/impl/tandem_partition_point.hpp>
#include <core/tandem_csr.hpp>
#include <cstddef>
#include <limits>

namespace tandem::Impl {

/// A row with at least so many edges keeps a whole team busy.
inline constexpr EdgeIndex team_degree = 1024;
/// Half a warp: below, most lanes would idle.
inline constexpr EdgeIndex warp_degree = 16;

/// The power of two next below the mean degree, at most a warp.
inline int lanes_for(std::size_t rows, EdgeIndex edges) {
  int lanes = 1;
  while (lanes < warp_lanes && rows * 2 * lanes <= edges) lanes *= 2;
  return lanes;
}

struct DegreeClasses {
  std::size_t team_end;
  std::size_t warp_end;
  EdgeIndex warp_edges;  ///< of all rows before warp_end
};

struct RowsByClass {
  Kokkos::View<VertexId*, HostMemory> rows;
  DegreeClasses classes;
};

/// All rows, those of a degree class together, and in a class as they are in the CSR.
inline RowsByClass list_by_degree_class(Csr<HostMemory> const& csr) {
  RowsByClass all{Kokkos::View<VertexId*, HostMemory>(
                      Kokkos::view_alloc(Kokkos::WithoutInitializing, "tandem::list_by_degree_class::rows"),
                      csr.num_vertices()),
                  {0, 0, 0}};
  std::size_t listed = 0;
  auto const list = [&](EdgeIndex least, EdgeIndex below) {
    EdgeIndex edges = 0;
    for (std::size_t v = 0; v < csr.num_vertices(); ++v) {
      EdgeIndex const degree = csr.degree(static_cast<VertexId>(v));
      if (degree < least || degree >= below) continue;
      all.rows(listed++) = static_cast<VertexId>(v);
      edges += degree;
    }
    return edges;
  };
  all.classes.warp_edges = list(team_degree, std::numeric_limits<EdgeIndex>::max());
  all.classes.team_end = listed;
  all.classes.warp_edges += list(warp_degree, team_degree);
  all.classes.warp_end = listed;
  list(0, warp_degree);
  return all;
}

template <class MemorySpace>
struct FindDegreeClasses {
  Csr<MemorySpace> csr;
  Kokkos::View<DegreeClasses, MemorySpace> found;

  KOKKOS_FUNCTION std::size_t first_below(EdgeIndex degree) const {
    return partition_point(0, csr.num_vertices(), [&](std::size_t v) { return csr.degree(v) < degree; });
  }
  KOKKOS_FUNCTION void operator()(int) const {
    std::size_t const warp_end = first_below(warp_degree);
    found() = {first_below(team_degree), warp_end, csr.offsets(warp_end)};
  }
};

template <class ExecutionSpace, class MemorySpace>
DegreeClasses find_degree_classes(ExecutionSpace const& space, Csr<MemorySpace> const& csr) {
  Kokkos::View<DegreeClasses, MemorySpace> const found(
      Kokkos::view_alloc(space, Kokkos::WithoutInitializing, "tandem::mapping_by_degree_class::found"));
  Kokkos::parallel_for("tandem::mapping_by_degree_class::search",
                       Kokkos::RangePolicy<ExecutionSpace>(space, 0, 1),
                       FindDegreeClasses<MemorySpace>{csr, found});
  Kokkos::View<DegreeClasses, HostMemory> const result(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "tandem::mapping_by_degree_class::result"));
  Kokkos::deep_copy(space, result, found);
  space.fence("tandem::mapping_by_degree_class: classes on host");
  return result();
}

}  // namespace tandem::Impl

#endif
