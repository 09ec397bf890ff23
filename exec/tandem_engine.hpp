// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_ENGINE_HPP
#define TANDEM_ENGINE_HPP

#include <core/tandem_graph.hpp>
#include <core/tandem_timer.hpp>
#include <exec/impl/tandem_crew.hpp>
#include <exec/tandem_layout.hpp>
#include <exec/tandem_platform.hpp>
#include <exec/tandem_run_record.hpp>
#include <exec/tandem_split.hpp>
#include <partition/tandem_partition.hpp>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <vector>

namespace tandem {

namespace Impl {

/// A processing unit at work: an instance of its execution space, made and used by its dispatch thread only,
/// and its partition in the memory of that space.
template <class ExecutionSpace>
struct UnitSpace {
  using execution_space = ExecutionSpace;

  std::shared_ptr<void> resources;  ///< what the instance needs to live: first, so that it goes last
  ExecutionSpace space;
  Partition<typename ExecutionSpace::memory_space> partition;
};

struct EngineUnit {
  Unit unit;
  std::unique_ptr<ScopedBinding>
      dispatch_binding;  ///< of a real device: threads of the host's are bound each
  std::optional<UnitSpace<Host>> host;
  std::optional<UnitSpace<Device>> device;  ///< only where a device is more than a slice of the host

  /// f(UnitSpace), whichever it is.
  template <class F>
  void visit(F const& f) const {
    if (host) f(*host);
    if constexpr (!device_is_host_v)
      if (device) f(*device);
  }
};

}  // namespace Impl

/// A graph laid out over the processing units of a platform, ready to run programs (tandem_programs.hpp).
class Engine {
 public:
  /// Orders the graph by degree, cuts it, and moves the parts to their units. `space` does the work and is
  /// not used afterwards. Throws Error when the options ask for what is not there, or memory does not
  /// suffice.
  Engine(Host const& space, Graph const& graph, EngineOptions const& options);
  ~Engine();
  Engine(Engine const&) = delete;
  Engine& operator=(Engine const&) = delete;

  Platform const& platform() const { return m_platform; }
  std::size_t num_units() const { return m_units.size(); }
  Impl::EngineUnit const& unit(std::size_t u) const { return m_units[u]; }
  Impl::Crew& crew() { return *m_crew; }
  /// Whether a unit that waits for another may keep its core busy: there is one for each thread, and
  /// OMP_WAIT_POLICY is not "passive".
  bool may_spin() const;
  /// No unit has memory of its own.
  bool all_in_host_memory() const;
  /// f(Host) on the dispatch thread of a unit whose space it is, if there is one. For work around a run: the
  /// caller's own OpenMP threads would go on spinning for a while, into the next run.
  void on_host_unit(std::function<void(Host const&)> const& f);
  /// f(Host, u) for every unit u, all at once, for work on its results in host memory: with the unit's own
  /// threads if these are the host's. A device has but one, so that what is its is done with those of the
  /// first unit.
  template <class F>
  void for_each_on_host(F const& f) {
    m_crew->run([&](std::size_t u) {
      if (m_units[u].host) f(m_units[u].host->space, u);
      if (u != 0) return;
      Host const space = m_units[u].host ? m_units[u].host->space : Host();
      for (std::size_t device = 0; device < m_units.size(); ++device)
        if (!m_units[device].host) f(space, device);
    });
  }

  /// f(v) for all of the caller's vertices v, by the threads of all units that are the host's. Blocks.
  template <class F>
  void for_each_vertex_on_host(std::string const& label, F const& f) {
    using Policy = Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Dynamic>>;
    with_vertices_of_host_threads([&](std::size_t, Host const& space, std::size_t begin, std::size_t end) {
      Kokkos::parallel_for(label, Policy(space, begin, end, Kokkos::ChunkSize(4096)), f);
      space.fence(label);
    });
  }

  /// The number of the caller's vertices v for which f(v) is true, by the same threads. Blocks.
  template <class F>
  std::size_t count_vertices_on_host(std::string const& label, F const& f) {
    std::vector<std::size_t> counts(m_units.size(), 0);
    // Not in a dynamic schedule: clang 16 gets such reductions wrong when it also compiles for OpenMP
    // targets.
    using Policy = Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Static>>;
    with_vertices_of_host_threads([&](std::size_t u, Host const& space, std::size_t begin, std::size_t end) {
      Kokkos::parallel_reduce(
          label, Policy(space, begin, end), [&](std::size_t v, std::size_t& count) { count += f(v); },
          counts[u]);
    });
    return std::accumulate(counts.begin(), counts.end(), std::size_t(0));
  }

  /// Of the graph, as the caller gave it.
  std::size_t num_vertices() const { return m_places.extent(0); }
  EdgeIndex num_arcs() const { return m_num_arcs; }
  bool directed() const { return m_directed; }
  /// Whether the units have weights: those of the graph, if the split's needs say so.
  bool weighted() const { return m_weighted; }
  /// Whether the units have in-edges: those of undirected graphs always do, others if the split's needs say
  /// so.
  bool has_in_edges() const;
  /// The file's id of the caller's vertex, for messages.
  OriginalId original_id(VertexId vertex) const {
    return m_original_ids.extent(0) == 0 ? OriginalId(vertex) : m_original_ids(vertex);
  }

  /// Where the caller's vertex is.
  struct Place {
    std::size_t unit;
    VertexId local_id;
  };
  Place find(VertexId vertex) const {
    std::size_t const place = m_places(vertex);
    std::size_t unit = 0;
    while (place >= m_first_places[unit + 1]) ++unit;
    return {unit, static_cast<VertexId>(place - m_first_places[unit])};
  }
  /// Caller's vertex of each owned vertex of a unit, in host memory.
  HostView<VertexId const> caller_ids_of(std::size_t unit) const { return m_unit_caller_ids[unit]; }

  /// A record without steps: names and sizes of the units.
  RunRecord const& layout() const { return m_layout; }
  /// How the graph was split, and what the user should know of it, e.g. that alpha was raised.
  Split const& split() const { return m_split; }
  /// Seconds of each phase of the layout.
  PhaseTimes const& times() const { return m_times; }

 private:
  void find_places(Host const& space, PartitionedGraph const& cut);
  void hire_crew();
  /// Moves the partition to its unit if that is a device with memory of its own: all but what the others may
  /// still ask for.
  void move_to_device(Partition<HostMemory>& partition, bool edges_on_host);
  void start_units(PartitionedGraph const& cut);
  /// f(u, space, begin, end) on each unit u that has threads of the host, with its part of the caller's
  /// vertices.
  template <class F>
  void with_vertices_of_host_threads(F const& f) {
    auto const begins = begins_of_host_threads();
    m_crew->run([&](std::size_t u) {
      if (begins[u] == begins[u + 1]) return;
      Host const space = m_units[u].host ? m_units[u].host->space : Host();
      f(u, space, begins[u], begins[u + 1]);
    });
  }
  /// Where each unit's part of the vertices begins if each thread of the host's gets as many; and their end.
  std::vector<std::size_t> begins_of_host_threads() const;

  Platform m_platform;
  EdgeIndex m_num_arcs = 0;
  bool m_directed = true;
  bool m_weighted = false;
  Split m_split;
  HostView<OriginalId const> m_original_ids;  ///< as Graph has them
  std::shared_ptr<void const> m_storage;      ///< of those ids, if they lie in a mapped file
  std::vector<HostView<VertexId const>> m_unit_caller_ids;
  HostView<VertexId const> m_places;        ///< the inverse: owned vertices of all units, one after the other
  std::vector<std::size_t> m_first_places;  ///< of each unit's, and how many there are
  RunRecord m_layout;
  PhaseTimes m_times;
  std::vector<Impl::EngineUnit> m_units;
  std::unique_ptr<Impl::Crew> m_crew;  ///< last: its threads use all the rest
};

}  // namespace tandem

#endif
