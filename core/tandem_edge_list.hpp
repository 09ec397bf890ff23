// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_EDGE_LIST_HPP
#define TANDEM_EDGE_LIST_HPP

#include <core/tandem_host_view.hpp>
#include <core/tandem_types.hpp>

namespace tandem {

/// Edges in no particular order, in host memory: what readers and generators make and `build_graph` takes.
struct EdgeList {
  std::uint64_t num_vertices = 0;  ///< every id below is smaller
  HostView<VertexId> sources;
  HostView<VertexId> targets;
  HostView<Weight> weights;           ///< empty: no weights
  HostView<OriginalId> original_ids;  ///< the file's id of each vertex; empty: the same as ours
  bool directed = true;               ///< false: each undirected edge is listed once

  EdgeIndex num_edges() const { return sources.extent(0); }
  /// Said by the list, not by its length: an empty list can be weighted.
  bool weighted() const { return weights.is_allocated(); }
};

}  // namespace tandem

#endif
