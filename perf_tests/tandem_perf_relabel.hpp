// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_PERF_RELABEL_HPP
#define TANDEM_PERF_RELABEL_HPP

#include <core/tandem_csr.hpp>

// What one would write first: the peers of tandem::order_by_degree, on the same threads and the same pages.
namespace tandem::perf {

enum class ListSort {
  std_sort,       ///< std::sort of each list, right after it was renamed
  kokkos_kernels  ///< KokkosSparse::sort_crs_graph over all lists
};

/// Unweighted `csr` with vertices renumbered by falling degree (ties by id) and lists sorted.
Csr<HostMemory> relabel_by_degree(Host const& space, Csr<HostMemory> const& csr, ListSort sort);

/// Throws Error when the arrays differ.
void require_equal(Csr<HostMemory> const& expected, Csr<HostMemory> const& found, char const* what);

}  // namespace tandem::perf

#endif
