// SPDX-License-Identifier: BSD-3-Clause
#include <algorithms/tandem_sources.hpp>
#include <core/impl/tandem_random.hpp>
#include <core/tandem_error.hpp>
#include <unordered_set>

namespace tandem {

std::vector<VertexId> pick_sources(Graph const& graph, std::size_t count, std::uint64_t seed) {
  std::size_t const n = graph.num_vertices();
  std::size_t there = 0;
  for (std::size_t v = 0; v < n && there < count; ++v)
    there += graph.out.degree(static_cast<VertexId>(v)) > 0;
  if (there == 0 && count > 0) throw Error("no vertex of the graph has an out-edge to start with");
  Impl::RandomAt const random(seed, 0x737263);
  std::vector<VertexId> sources;
  std::unordered_set<VertexId> seen;
  for (std::uint64_t i = 0; sources.size() < there; ++i) {
    auto const v = static_cast<VertexId>(random(i) % n);
    if (graph.out.degree(v) > 0 && seen.insert(v).second) sources.push_back(v);
  }
  return sources;
}

}  // namespace tandem
