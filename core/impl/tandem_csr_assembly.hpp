// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_CSR_ASSEMBLY_HPP
#define TANDEM_CSR_ASSEMBLY_HPP

#include <core/impl/tandem_radix_sort.hpp>
#include <core/tandem_csr.hpp>

namespace tandem::Impl {

/// Edges or arcs that one task handles: enough to pay for its start, few enough to balance.
inline constexpr std::size_t edges_per_block = std::size_t(1) << 18;

inline std::size_t num_edge_blocks(std::size_t num_edges) {
  return (num_edges + edges_per_block - 1) / edges_per_block;
}

/// CSR from records with key (source, target) packed by id_bits(n). Of equal arcs to drop, the one with the
/// smallest weight stays.
Csr<HostMemory> assemble_csr(Host const& space, Records records, std::uint64_t num_vertices,
                             bool drop_duplicates);

/// offsets(v + 1) holds the degree of v on entry, the end of its list on return.
void degrees_to_offsets(Host const& space, HostView<EdgeIndex> const& offsets);

}  // namespace tandem::Impl

#endif
