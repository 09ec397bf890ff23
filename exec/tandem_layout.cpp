// SPDX-License-Identifier: BSD-3-Clause
#include <core/tandem_build.hpp>
#include <core/tandem_host_view.hpp>
#include <exec/tandem_layout.hpp>
#include <partition/tandem_memory.hpp>

namespace tandem {

namespace {

/// Owners of the prepared graph's vertices, from those of the caller's.
HostView<PartitionId> owners_of(Host const& space, HostView<PartitionId const> const& given,
                                Graph const& prepared) {
  auto const owners = make_host_view<PartitionId>(space, "tandem::split_graph::owners", given.extent(0));
  Kokkos::parallel_for(
      "tandem::split_graph::owners", Kokkos::RangePolicy<Host>(space, 0, owners.extent(0)),
      [=](std::size_t const v) { owners(v) = given(prepared.original_id(static_cast<VertexId>(v))); });
  space.fence("tandem::split_graph: owners on host");
  return owners;
}

/// The partition of a host alone is the prepared graph, which is there already.
void count_as_free(Graph const& prepared, bool in_edges, Platform& platform) {
  Unit& only = platform.units.front();
  if (platform.units.size() != 1 || only.kind != UnitKind::host || only.memory == 0) return;
  only.memory += num_bytes(prepared.out);
  if (prepared.directed && in_edges) only.memory += num_bytes(prepared.in);
}

}  // namespace

Graph prepare_graph(Host const& space, Graph const& graph, ProgramNeeds const& needs) {
  Graph prepared = graph;
  prepared.original_ids = {};
  if (!needs.weights) prepared.out.weights = prepared.in.weights = {};
  if (!prepared.degree_ordered) prepared = order_by_degree(space, prepared);
  if (needs.in_edges) add_in_edges(space, prepared);
  return prepared;
}

Split split_graph(Host const& space, Platform const& platform, Graph const& graph, Graph const& prepared,
                  EngineOptions const& options) {
  Platform with_graph = platform;
  count_as_free(prepared, options.split.needs.in_edges, with_graph);
  if (options.assignment.empty())
    return choose_split(space, with_graph, prepared, options.split, options.seed);
  Assignment const given =
      read_assignment(options.assignment, graph, static_cast<int>(platform.units.size()));
  return adopt_assignment(space, with_graph, prepared,
                          {owners_of(space, given.owner, prepared), given.num_partitions}, options.split);
}

}  // namespace tandem
