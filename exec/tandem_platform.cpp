// SPDX-License-Identifier: BSD-3-Clause
#include <core/tandem_host_view.hpp>
#include <exec/impl/tandem_cpu_limit.hpp>
#include <exec/impl/tandem_device_query.hpp>
#include <exec/impl/tandem_topology.hpp>
#include <exec/impl/tandem_units.hpp>
#include <exec/tandem_platform.hpp>
#include <unistd.h>
#include <algorithm>

namespace tandem {

namespace {

/// Kernels with memory added while they ran tell less for the nodes, which hwloc reads, than in all.
void correct_memory(Machine& machine) {
  auto const pages = static_cast<std::size_t>(std::max(0L, sysconf(_SC_PHYS_PAGES)));
  machine.memory = std::max(machine.memory, pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)));
  if (machine.numa_nodes.size() == 1) machine.numa_nodes.front().memory = machine.memory;
}

}  // namespace

Machine discover_machine() {
  auto const topology = Impl::load_topology();
  Machine machine = Impl::machine_from(topology.get(), process_cpuset());
  if (machine.real) {
    correct_memory(machine);
    machine.available_memory = available_host_memory();
    machine.cpu_limit = Impl::cpu_limit(Impl::cgroup_folders("cpu"));
  }
  machine.max_unit_threads = Impl::max_unit_threads();
  Impl::query_devices(machine);
  return machine;
}

Platform make_platform(PlatformOptions const& options) {
  Machine machine = discover_machine();
  Impl::query_free_memory(machine, Impl::requested_spec(machine, options.spec).devices);
  return Impl::resolve(std::move(machine), options, Impl::read_thread_environment());
}

ScopedBinding bind_dispatch_thread(Unit const& unit) {
  return ScopedBinding(unit.bind ? unit.cpuset : CpuSet{});
}

}  // namespace tandem
