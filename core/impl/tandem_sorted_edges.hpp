// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_SORTED_EDGES_HPP
#define TANDEM_SORTED_EDGES_HPP

#include <core/tandem_csr.hpp>
#include <core/tandem_edge_list.hpp>
#include <core/tandem_host_view.hpp>

namespace tandem::Impl {

/// Whether edges stand by source and, for the same source, by target: most files that a program wrote do.
bool is_sorted(Host const& space, EdgeList const& edges);

/// CSR of sorted edges, as arcs from source to target. Needs no sort and no memory beside the result. Of
/// equal arcs to drop, the one with the smallest weight stays.
Csr<HostMemory> assemble_sorted(Host const& space, EdgeList const& edges, bool drop_duplicates,
                                bool drop_self_loops);

}  // namespace tandem::Impl

#endif
