// SPDX-License-Identifier: BSD-3-Clause
#include <core/tandem_graph.hpp>
#include <algorithm>

namespace tandem {

std::optional<VertexId> find_vertex(Graph const& graph, OriginalId id) {
  std::size_t const n = graph.num_vertices();
  if (graph.original_ids.extent(0) == 0) {
    if (id >= n) return std::nullopt;
    return static_cast<VertexId>(id);
  }
  OriginalId const* const ids = graph.original_ids.data();
  auto const* const found = std::find(ids, ids + n, id);
  if (found == ids + n) return std::nullopt;
  return static_cast<VertexId>(found - ids);
}

}  // namespace tandem
