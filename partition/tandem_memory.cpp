// SPDX-License-Identifier: BSD-3-Clause
#include <partition/tandem_memory.hpp>

namespace tandem {

namespace {

std::size_t bytes_per_edge(PartitionShape const& shape) {
  std::size_t const one = sizeof(VertexId) + (shape.weighted ? sizeof(Weight) : 0);
  return shape.in_edges ? 2 * one : one;
}

}  // namespace

std::size_t partition_bytes(PartitionShape const& shape) {
  std::size_t const offsets = (shape.num_owned + 1) * sizeof(EdgeIndex) * (shape.in_edges ? 2 : 1);
  std::size_t const ids = shape.num_owned * sizeof(VertexId);
  // A channel has a list of vertices and a buffer of up to 8 bytes a vertex, on both of its sides.
  std::size_t const channels = 2 * shape.num_ghosts * (sizeof(VertexId) + 8);
  std::size_t const state = (shape.num_owned + shape.num_ghosts) * shape.state_bytes;
  return shape.num_edges * bytes_per_edge(shape) + offsets + ids + channels + state;
}

}  // namespace tandem
