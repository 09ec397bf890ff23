// SPDX-License-Identifier: BSD-3-Clause
#include <core/tandem_error.hpp>
#include <exec/impl/tandem_topology.hpp>
#include <algorithm>

namespace tandem::Impl {

namespace {

struct FreePuSet {
  void operator()(hwloc_bitmap_t bitmap) const { hwloc_bitmap_free(bitmap); }
};
using PuSet = std::unique_ptr<hwloc_bitmap_s, FreePuSet>;

int count_of(hwloc_topology_t topology, hwloc_obj_type_t type) {
  return std::max(0, hwloc_get_nbobjs_by_type(topology, type));
}

/// What the operating system, the control group and the process's own mask all allow.
PuSet allowed_pus(hwloc_topology_t topology, CpuSet const& process_pus) {
  PuSet allowed(hwloc_bitmap_dup(hwloc_topology_get_allowed_cpuset(topology)));
  if (!hwloc_topology_is_thissystem(topology) || process_pus.empty()) return allowed;
  PuSet const mask(hwloc_bitmap_alloc());
  for (int const pu : process_pus) hwloc_bitmap_set(mask.get(), static_cast<unsigned>(pu));
  hwloc_bitmap_and(allowed.get(), allowed.get(), mask.get());
  return allowed;
}

Core core_from(hwloc_topology_t topology, hwloc_obj_t object, hwloc_const_bitmap_t allowed) {
  Core core;
  for (int pu = hwloc_bitmap_first(object->cpuset); pu >= 0; pu = hwloc_bitmap_next(object->cpuset, pu))
    if (hwloc_bitmap_isset(allowed, static_cast<unsigned>(pu))) core.pus.push_back(pu);
  hwloc_obj_t const package = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_PACKAGE, object);
  core.socket = package != nullptr ? static_cast<int>(package->logical_index) : 0;
  core.numa_node = hwloc_bitmap_first(object->nodeset);
  return core;
}

std::vector<Core> cores_of(hwloc_topology_t topology, hwloc_obj_type_t type, hwloc_const_bitmap_t allowed) {
  std::vector<Core> cores;
  for (hwloc_obj_t object = nullptr;
       (object = hwloc_get_next_obj_by_type(topology, type, object)) != nullptr;)
    if (hwloc_bitmap_intersects(object->cpuset, allowed))
      cores.push_back(core_from(topology, object, allowed));
  std::stable_sort(cores.begin(), cores.end(),
                   [](Core const& a, Core const& b) { return a.socket < b.socket; });
  return cores;
}

std::vector<NumaNode> numa_nodes_of(hwloc_topology_t topology, std::vector<Core> const& cores) {
  std::vector<NumaNode> nodes;
  for (hwloc_obj_t object = nullptr;
       (object = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, object)) != nullptr;) {
    int const index = static_cast<int>(object->os_index);
    auto const here = std::count_if(cores.begin(), cores.end(),
                                    [index](Core const& core) { return core.numa_node == index; });
    nodes.push_back({index, static_cast<int>(here), object->attr->numanode.local_memory});
  }
  return nodes;
}

std::vector<CacheLevel> caches_of(hwloc_topology_t topology) {
  std::vector<CacheLevel> caches;
  int level = 0;
  for (auto const type : {HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L4CACHE}) {
    ++level;
    hwloc_obj_t const first = hwloc_get_next_obj_by_type(topology, type, nullptr);
    if (first != nullptr && first->attr->cache.size > 0)
      caches.push_back({level, count_of(topology, type), first->attr->cache.size});
  }
  return caches;
}

std::string cpu_name_of(hwloc_topology_t topology) {
  hwloc_obj_t const root = hwloc_get_root_obj(topology);
  hwloc_obj_t const package = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PACKAGE, nullptr);
  for (hwloc_obj_t const object : {package, root})
    if (object != nullptr)
      if (char const* model = hwloc_obj_get_info_by_name(object, "CPUModel"); model != nullptr) return model;
  char const* architecture = hwloc_obj_get_info_by_name(root, "Architecture");
  return architecture != nullptr ? architecture : "unknown";
}

}  // namespace

Topology load_topology(std::string const& synthetic) {
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) != 0) throw Error("hwloc cannot start: check its installation");
  Topology topology(raw);
  hwloc_topology_set_flags(raw, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
  if (!synthetic.empty() && hwloc_topology_set_synthetic(raw, synthetic.c_str()) != 0)
    throw Error("hwloc does not understand the topology '" + synthetic + "'");
  if (hwloc_topology_load(raw) != 0)
    throw Error("hwloc cannot read this machine's topology: try lstopo, or set HWLOC_XMLFILE");
  return topology;
}

Machine machine_from(hwloc_topology_t topology, CpuSet const& process_pus) {
  Machine machine;
  machine.real = hwloc_topology_is_thissystem(topology) != 0;
  machine.cpu_name = cpu_name_of(topology);
  // Some virtual machines and ARM boards tell of no sockets or no cores.
  machine.sockets = std::max(1, count_of(topology, HWLOC_OBJ_PACKAGE));
  machine.num_pus = count_of(topology, HWLOC_OBJ_PU);
  machine.num_cores = count_of(topology, HWLOC_OBJ_CORE);
  PuSet const allowed = allowed_pus(topology, process_pus);
  machine.cores = cores_of(topology, HWLOC_OBJ_CORE, allowed.get());
  if (machine.cores.empty()) {
    machine.cores = cores_of(topology, HWLOC_OBJ_PU, allowed.get());
    machine.num_cores = machine.num_pus;
  }
  if (machine.cores.empty())
    throw Error(
        "this process may use none of the CPUs that hwloc sees: check its CPU mask and control group");
  machine.numa_nodes = numa_nodes_of(topology, machine.cores);
  machine.caches = caches_of(topology);
  machine.memory = hwloc_get_root_obj(topology)->total_memory;
  machine.available_memory = machine.memory;
  return machine;
}

}  // namespace tandem::Impl
