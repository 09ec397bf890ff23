// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_MEMORY_HPP
#define TANDEM_MEMORY_HPP

#include <core/tandem_types.hpp>
#include <cstddef>

namespace tandem {

/// What decides how much memory a partition takes.
struct PartitionShape {
  std::size_t num_owned = 0;
  std::size_t num_ghosts = 0;
  EdgeIndex num_edges = 0;
  bool weighted = false;
  bool in_edges = false;         ///< of a directed graph, beside the out-edges
  std::size_t state_bytes = 16;  ///< that a program keeps for each vertex
};

/// Bytes of a partition with a program's state and mail buffers.
std::size_t partition_bytes(PartitionShape const& shape);

}  // namespace tandem

#endif
