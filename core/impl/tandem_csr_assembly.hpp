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

/// A renumbering: vertex order(i) becomes vertex i, and rank is the inverse of order. Both empty: names stay.
struct Renumbering {
  HostView<VertexId const> order;
  HostView<VertexId const> rank;

  bool empty() const { return order.extent(0) == 0; }
};

struct AssemblyOptions {
  bool drop_duplicates = false;  ///< keep the smallest weight of equal arcs
  bool targets_sorted = false;   ///< the records of one source come with rising targets already
  Renumbering sources = {};      ///< new names of the sources; only with sorted targets
};

/// CSR from records with key (source, target) packed by id_bits(n).
Csr<HostMemory> assemble_csr(Host const& space, Records records, std::uint64_t num_vertices,
                             AssemblyOptions const& options);

/// CSR of the reversed arcs with renumbered vertices. Neighbour lists come out sorted.
Csr<HostMemory> reverse_csr(Host const& space, Csr<HostMemory> const& csr, Renumbering const& names = {});

/// offsets(v + 1) holds the degree of v on entry, the end of its list on return.
void degrees_to_offsets(Host const& space, HostView<EdgeIndex> const& offsets);

}  // namespace tandem::Impl

#endif
