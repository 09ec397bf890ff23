// SPDX-License-Identifier: BSD-3-Clause
#include <core/tandem_build.hpp>
#include <core/tandem_error.hpp>
#include <exec/impl/tandem_device_space.hpp>
#include <exec/tandem_engine.hpp>
#include <exec/tandem_unit_threads.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <algorithm>

namespace tandem {

namespace {

/// What the units need of the graph, with vertices named by the caller's numbers.
Graph as_needed(Graph graph, ProgramNeeds const& needs) {
  graph.original_ids = {};
  if (!needs.weights) graph.out.weights = graph.in.weights = {};
  return graph;
}

HostView<VertexId> inverse_of(Host const& space, HostView<VertexId const> const& ids) {
  auto const inverse = make_host_view<VertexId>(space, "tandem::Engine::ordered_ids", ids.extent(0));
  Kokkos::parallel_for("tandem::Engine::invert", Kokkos::RangePolicy<Host>(space, 0, ids.extent(0)),
                       [=](std::size_t const i) { inverse(ids(i)) = static_cast<VertexId>(i); });
  space.fence("tandem::Engine: ids inverted");
  return inverse;
}

HostView<VertexId> names_for_caller(Host const& space, Graph const& ordered) {
  auto const ids = make_host_view<VertexId>(space, "tandem::Engine::caller_ids", ordered.num_vertices());
  Kokkos::parallel_for("tandem::Engine::caller_ids", Kokkos::RangePolicy<Host>(space, 0, ids.extent(0)),
                       [=](std::size_t const i) {
                         ids(i) = static_cast<VertexId>(ordered.original_id(static_cast<VertexId>(i)));
                       });
  space.fence("tandem::Engine: caller's ids on host");
  return ids;
}

template <class T>
HostView<T> gather(Host const& space, HostView<T const> const& values,
                   HostView<VertexId const> const& indices) {
  auto const result = make_host_view<T>(space, "tandem::Engine::gathered", indices.extent(0));
  Kokkos::parallel_for("tandem::Engine::gather", Kokkos::RangePolicy<Host>(space, 0, indices.extent(0)),
                       [=](std::size_t const i) { result(i) = values(indices(i)); });
  space.fence("tandem::Engine: gathered on host");
  return result;
}

UnitRecord describe_unit(Unit const& unit, Partition<HostMemory> const& partition) {
  UnitRecord record;
  record.name = unit_name(unit);
  record.threads = unit.threads;
  record.vertices = partition.num_owned;
  record.ghosts = partition.num_ghosts();
  record.edges = partition.out.num_edges();
  record.boundary_edges = partition.num_boundary_edges;
  record.boundary_targets = partition.num_boundary_targets;
  record.bytes = num_bytes(partition);
  return record;
}

}  // namespace

Engine::Engine(Host const& space, Graph const& graph, EngineOptions const& options)
    : m_platform(make_platform(options.platform)),
      m_num_arcs(graph.num_arcs()),
      m_directed(graph.directed),
      m_weighted(options.split.needs.weights && graph.weighted()),
      m_original_ids(graph.original_ids),
      m_storage(graph.storage) {
  Kokkos::Profiling::ScopedRegion const region("tandem::Engine");
  Graph ordered = as_needed(graph, options.split.needs);
  {
    auto const timing = m_times.time("order by degree");
    if (!ordered.degree_ordered) ordered = order_by_degree(space, ordered);
    if (options.split.needs.in_edges) add_in_edges(space, ordered);
    m_caller_ids = names_for_caller(space, ordered);
    m_ordered_ids = inverse_of(space, m_caller_ids);
  }
  m_platform = make_platform(options.platform);  // whose units now have less memory
  PartitionedGraph cut;
  {
    auto const timing = m_times.time("partition");
    m_split = make_split(space, graph, ordered, options);
    cut = make_partitions(space, ordered, m_split.assignment, {options.split.needs.in_edges, options.order});
    m_owner = cut.owner;
    m_local_ids = cut.local_ids;
    for (auto const& partition : cut.partitions)
      m_unit_caller_ids.push_back(gather<VertexId>(space, m_caller_ids, partition.global_ids));
  }
  auto const timing = m_times.time("move to units");
  start_units(cut, options.split.edges_on_host);
  rest_workers();
}

Split Engine::make_split(Host const& space, Graph const& graph, Graph const& ordered,
                         EngineOptions const& options) const {
  Platform platform = m_platform;
  // The partition of a host alone is the graph in order, which is there already.
  if (Unit& only = platform.units.front();
      platform.units.size() == 1 && only.kind == UnitKind::host && only.memory != 0) {
    only.memory += num_bytes(ordered.out);
    if (ordered.directed && options.split.needs.in_edges) only.memory += num_bytes(ordered.in);
  }
  if (options.assignment.empty()) return choose_split(space, platform, ordered, options.split, options.seed);
  Assignment const given =
      read_assignment(options.assignment, graph, static_cast<int>(platform.units.size()));
  Assignment const of_ordered{gather<PartitionId>(space, given.owner, m_caller_ids), given.num_partitions};
  return adopt_assignment(space, platform, ordered, of_ordered, options.split);
}

void Engine::start_units(PartitionedGraph const& cut, [[maybe_unused]] bool edges_on_host) {
  m_units.resize(m_platform.units.size());
  m_crew = std::make_unique<Impl::Crew>(m_units.size());
  for (std::size_t u = 0; u < m_units.size(); ++u) {
    m_units[u].unit = m_platform.units[u];
    m_layout.units.push_back(describe_unit(m_platform.units[u], cut.partitions[u]));
  }
  m_crew->run([&](std::size_t u) {
    Impl::EngineUnit& unit = m_units[u];
    if (device_is_host_v || unit.unit.kind == UnitKind::host) {
      Host const space = make_host_space(unit.unit);
      bind_threads(space, unit.unit);
      unit.host.emplace(Impl::UnitSpace<Host>{space, cut.partitions[u], nullptr});
    } else {
      unit.device.emplace(Impl::make_device_unit(unit.unit, cut.partitions[u], edges_on_host));
    }
  });
}

Engine::~Engine() {
  // Memory of a space goes on the thread that took it.
  m_crew->run([&](std::size_t u) {
    m_units[u].host.reset();
    m_units[u].device.reset();
  });
}

void Engine::on_host_unit(std::function<void(Host const&)> const& f) {
  m_crew->run([&](std::size_t u) {
    if (u == 0) f(m_units[u].host ? m_units[u].host->space : Host());
  });
}

bool Engine::has_in_edges() const {
  bool all = true;
  for (Impl::EngineUnit const& unit : m_units)
    unit.visit([&](auto const& each) {
      all = all && (each.partition.num_owned == 0 || each.partition.in.offsets.extent(0) != 0);
    });
  return all;
}

bool Engine::has_core_for_each_thread() const {
  std::size_t threads = 0;
  for (Unit const& unit : m_platform.units) threads += static_cast<std::size_t>(unit.threads);
  return threads <= m_platform.machine.cores.size();
}

bool Engine::all_in_host_memory() const {
  return std::all_of(m_units.begin(), m_units.end(),
                     [](Impl::EngineUnit const& unit) { return unit.host.has_value(); });
}

Engine::Place Engine::find(VertexId vertex) const {
  VertexId const ordered = m_ordered_ids(vertex);
  return {m_owner(ordered), m_local_ids(ordered)};
}

}  // namespace tandem
