// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_declared_edges.hpp>

#include <core/impl/tandem_id_map.hpp>
#include <core/impl/tandem_text_chunks.hpp>

#include <fmt/format.h>

namespace tandem::Impl {

EdgeList parse_declared_edges(Host const& space, InputFile const& file, DeclaredSizes const& sizes,
                              EdgeLineRules rules) {
  check_declared_vertices(file, sizes.offset, sizes.vertices);
  rules.first_id = 1;
  rules.num_ids = sizes.vertices;
  auto const raw = parse_edge_lines<VertexId>(space, file, sizes.body, rules);
  if (raw->size() != sizes.edges)
    fail_at(
        file, sizes.offset,
        fmt::format("the header declares {} edges, but there are {}: the file is cut off or its header wrong",
                    sizes.edges, raw->size()));
  EdgeList edges;
  edges.num_vertices = sizes.vertices;
  edges.sources = raw->sources;
  edges.targets = raw->targets;
  edges.weights = raw->weights;
  edges.original_ids = count_from_one(space, sizes.vertices);
  return edges;
}

}  // namespace tandem::Impl
