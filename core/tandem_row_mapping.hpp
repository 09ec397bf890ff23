// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_ROW_MAPPING_HPP
#define TANDEM_ROW_MAPPING_HPP

#include <core/impl/tandem_check_access.hpp>
#include <core/impl/tandem_row_mapping_impl.hpp>
#include <core/tandem_csr.hpp>
#include <core/tandem_view.hpp>
#include <cstddef>

namespace tandem {

/// Rows [begin, end).
struct RowRange {
  std::size_t begin;
  std::size_t end;
};

/// How many threads of a device work on a row; the host needs none of it. Valid for every range of rows of
/// the CSR.
template <class MemorySpace>
struct RowMapping {
  std::size_t team_end = 0;  ///< rows [0, team_end): a team each
  std::size_t warp_end = 0;  ///< rows [team_end, warp_end): as many lanes each as the device has in step
  int lanes = 1;             ///< for each other row
  /// All rows in the order that these numbers are about; empty: that of the CSR.
  Kokkos::View<VertexId const*, MemorySpace> rows = {};
};

/// The mapping for rows in no particular order, for one loop or two: lanes by the mean degree.
template <class MemorySpace>
RowMapping<MemorySpace> mapping_by_mean_degree(Csr<MemorySpace> const& csr) {
  return {0, 0, Impl::lanes_for(csr.num_vertices(), csr.num_edges())};
}

/// The mapping for rows by falling degree, where degree classes are ranges. Worth keeping: finding them
/// blocks.
template <class ExecutionSpace, class MemorySpace>
RowMapping<MemorySpace> mapping_by_degree_class(ExecutionSpace const& space, Csr<MemorySpace> const& csr) {
  Impl::check_access<ExecutionSpace, MemorySpace>();
  if (is_host_space_v<ExecutionSpace> || csr.num_vertices() == 0) return {};
  auto const found = Impl::find_degree_classes(space, csr);
  return {found.team_end, found.warp_end,
          Impl::lanes_for(csr.num_vertices() - found.warp_end, csr.num_edges() - found.warp_edges)};
}

/// The mapping for rows in no particular order, for many loops over a copy of `csr`: degree classes are
/// ranges of a list, which takes a VertexId for each row in the memory of a device. Blocks.
template <class ExecutionSpace>
RowMapping<typename ExecutionSpace::memory_space> mapping_by_listed_class(ExecutionSpace const& space,
                                                                          Csr<HostMemory> const& csr) {
  if constexpr (is_host_space_v<ExecutionSpace>) {
    (void)space, (void)csr;
    return {};
  } else {
    auto const [listed, found] = Impl::list_by_degree_class(csr);
    auto const rows = make_view<VertexId>(space, "tandem::mapping_by_listed_class::rows", listed.extent(0));
    Kokkos::deep_copy(space, rows, listed);
    space.fence("tandem::mapping_by_listed_class: list on the device");
    return {found.team_end, found.warp_end,
            Impl::lanes_for(listed.extent(0) - found.warp_end, csr.num_edges() - found.warp_edges), rows};
  }
}

}  // namespace tandem

#endif
