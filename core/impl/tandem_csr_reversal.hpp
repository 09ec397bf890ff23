// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_CSR_REVERSAL_HPP
#define TANDEM_CSR_REVERSAL_HPP

#include <core/tandem_csr.hpp>
#include <core/tandem_host_view.hpp>

namespace tandem::Impl {

/// A renumbering: vertex order(i) becomes vertex i, and rank is the inverse of order. Both empty: names stay.
struct Renumbering {
  HostView<VertexId const> order;
  HostView<VertexId const> rank;

  bool empty() const { return order.extent(0) == 0; }
};

/// CSR of the reversed arcs with renumbered vertices. Neighbour lists come out sorted.
Csr<HostMemory> reverse_csr(Host const& space, Csr<HostMemory> const& csr, Renumbering const& names = {});

/// The same for arcs that come in pairs, one each way, so that reversal changes nothing but the names. Throws
/// Error where the numbers of arcs to and from a vertex differ.
Csr<HostMemory> renumber_symmetric_csr(Host const& space, Csr<HostMemory> const& csr,
                                       Renumbering const& names);

}  // namespace tandem::Impl

#endif
