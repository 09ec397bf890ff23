// SPDX-License-Identifier: BSD-3-Clause
#include <core/tandem_host_view.hpp>
#include <exec/impl/tandem_device_space.hpp>
#include <exec/tandem_engine.hpp>
#include <exec/tandem_unit_threads.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <strings.h>
#include <algorithm>
#include <cstdlib>

namespace tandem {

namespace {

/// The caller's vertex of each that a partition owns.
HostView<VertexId const> caller_ids(Host const& space, Graph const& prepared,
                                    Partition<HostMemory> const& partition) {
  auto const ids = make_host_view<VertexId>(space, "tandem::Engine::caller_ids", partition.num_owned);
  auto const owned = partition.global_ids;
  Kokkos::parallel_for(
      "tandem::Engine::caller_ids", Kokkos::RangePolicy<Host>(space, 0, ids.extent(0)),
      [=](std::size_t const v) { ids(v) = static_cast<VertexId>(prepared.original_id(owned(v))); });
  space.fence("tandem::Engine: caller's ids on host");
  return ids;
}

bool is_in_host_memory(Unit const& unit) {
  return device_is_host_v || unit.kind == UnitKind::host;
}

template <class MemorySpace>
UnitRecord describe_unit(Unit const& unit, Partition<MemorySpace> const& partition) {
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
  Graph prepared;
  {
    auto const timing = m_times.time("order by degree");
    prepared = prepare_graph(space, graph, options.split.needs);
  }
  m_platform = make_platform(options.platform);  // whose units now have less memory
  PartitionedGraph cut;
  {
    auto const timing = m_times.time("partition");
    m_split = split_graph(space, m_platform, graph, prepared, options);
    hire_crew();
    // Devices get theirs one by one, so that host memory needs not hold those of all: max_layout_bytes.
    cut = make_partitions(
        space, prepared, m_split.assignment, {options.split.needs.in_edges, options.order},
        [&](Partition<HostMemory>& partition) { move_to_device(partition, options.split.edges_on_host); });
    for (auto const& partition : cut.partitions)
      m_unit_caller_ids.push_back(caller_ids(space, prepared, partition));
    find_places(space, cut);
  }
  auto const timing = m_times.time("start units");
  start_units(cut);
  rest_workers();
}

void Engine::find_places(Host const& space, PartitionedGraph const& cut) {
  auto const places = make_host_view<VertexId>(space, "tandem::Engine::places", cut.owner.extent(0));
  m_first_places.assign(1, 0);
  for (auto const& ids : m_unit_caller_ids) {
    std::size_t const first = m_first_places.back();
    Kokkos::parallel_for("tandem::Engine::find_places", Kokkos::RangePolicy<Host>(space, 0, ids.extent(0)),
                         [=](std::size_t const i) { places(ids(i)) = static_cast<VertexId>(first + i); });
    m_first_places.push_back(first + ids.extent(0));
  }
  space.fence("tandem::Engine: places on host");
  m_places = places;
}

void Engine::hire_crew() {
  m_units.resize(m_platform.units.size());
  for (std::size_t u = 0; u < m_units.size(); ++u) m_units[u].unit = m_platform.units[u];
  m_crew = std::make_unique<Impl::Crew>(m_units.size());
}

void Engine::move_to_device(Partition<HostMemory>& partition, bool edges_on_host) {
  Impl::EngineUnit& unit = m_units[static_cast<std::size_t>(partition.id)];
  if (is_in_host_memory(unit.unit)) return;
  m_crew->run([&](std::size_t u) {
    if (&m_units[u] != &unit) return;
    // As bind_dispatch_thread does, whose result nvcc can't place on the heap.
    unit.dispatch_binding = std::make_unique<ScopedBinding>(unit.unit.bind ? unit.unit.cpuset : CpuSet{});
    unit.device.emplace(Impl::make_device_unit(unit.unit, partition, edges_on_host));
  });
  partition.out = partition.in = {};
  partition.ghost_degrees = {};
}

void Engine::start_units(PartitionedGraph const& cut) {
  m_crew->run([&](std::size_t u) {
    Impl::EngineUnit& unit = m_units[u];
    if (is_in_host_memory(unit.unit)) {
      Host const space = make_host_space(unit.unit);
      bind_threads(space, unit.unit);
      unit.host.emplace(Impl::UnitSpace<Host>{nullptr, space, cut.partitions[u]});
    } else {
      Impl::add_channels(*unit.device, cut.partitions[u]);
    }
  });
  for (Impl::EngineUnit const& unit : m_units)
    unit.visit([&](auto const& each) { m_layout.units.push_back(describe_unit(unit.unit, each.partition)); });
}

Engine::~Engine() {
  // Memory of a space goes on the thread that took it.
  m_crew->run([&](std::size_t u) {
    m_units[u].host.reset();
    m_units[u].device.reset();
    m_units[u].dispatch_binding.reset();
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

bool Engine::may_spin() const {
  char const* const policy = std::getenv("OMP_WAIT_POLICY");
  if (policy != nullptr && strcasecmp(policy, "passive") == 0) return false;
  std::size_t threads = 0;
  for (Unit const& unit : m_platform.units) threads += static_cast<std::size_t>(unit.threads);
  return threads <= m_platform.machine.cores.size();
}

bool Engine::all_in_host_memory() const {
  return std::all_of(m_units.begin(), m_units.end(),
                     [](Impl::EngineUnit const& unit) { return unit.host.has_value(); });
}

std::vector<std::size_t> Engine::begins_of_host_threads() const {
  std::vector<std::size_t> threads{0};  // of the units before each
  for (Impl::EngineUnit const& unit : m_units)
    threads.push_back(threads.back() +
                      (unit.host ? static_cast<std::size_t>(num_threads(unit.host->space)) : 0));
  if (threads.back() == 0)
    std::fill(threads.begin() + 1, threads.end(), 1);  // all are devices: the first one
  std::vector<std::size_t> begins;
  for (std::size_t const before : threads) begins.push_back(num_vertices() * before / threads.back());
  return begins;
}

}  // namespace tandem
