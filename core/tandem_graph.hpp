// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_GRAPH_HPP
#define TANDEM_GRAPH_HPP

#include <core/tandem_csr.hpp>
#include <core/tandem_host_view.hpp>
#include <memory>
#include <optional>

namespace tandem {

/// A whole graph in host memory: what partitions are cut from. Neighbour lists are sorted by id.
struct Graph {
  Csr<HostMemory> out;
  /// In-edges (the transpose). An undirected graph shares the arrays of `out`; a directed one has them only
  /// when asked for, see has_in_edges().
  Csr<HostMemory> in;
  /// False: every edge {u, v} is stored as the two arcs u->v and v->u, a self loop as one arc.
  bool directed = true;
  /// Vertex ids go by falling out-degree: hubs share cache lines and degree classes are ranges.
  bool degree_ordered = false;
  /// The file's id of each vertex; empty: the same as ours.
  HostView<OriginalId const> original_ids;
  /// Owner of the arrays when they lie in a mapped file.
  std::shared_ptr<void const> storage;

  std::size_t num_vertices() const { return out.num_vertices(); }
  /// Number of stored arcs: an undirected edge between two vertices counts twice.
  EdgeIndex num_arcs() const { return out.num_edges(); }
  bool weighted() const { return out.weighted(); }
  bool has_in_edges() const { return in.offsets.extent(0) != 0; }
  OriginalId original_id(VertexId v) const {
    return original_ids.extent(0) == 0 ? OriginalId(v) : original_ids(v);
  }
};

/// The vertex that has this id in the file, if there is one. O(n) when the ids were mapped.
std::optional<VertexId> find_vertex(Graph const& graph, OriginalId id);

}  // namespace tandem

#endif
