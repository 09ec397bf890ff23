// SPDX-License-Identifier: BSD-3-Clause
#include <exec/impl/tandem_platform_json.hpp>
#include <nlohmann/json.hpp>

namespace tandem::Impl {

namespace {

using nlohmann::json;

/// -1 stands for unknown only in C++.
json node_or_null(int node) {
  return node >= 0 ? json(node) : json(nullptr);
}
json size_or_null(std::size_t bytes) {
  return bytes > 0 ? json(bytes) : json(nullptr);
}

json machine_json(Machine const& machine) {
  json cores = json::array();
  for (auto const& core : machine.cores)
    cores.push_back(
        {{"cpus", core.pus}, {"socket", core.socket}, {"numa_node", node_or_null(core.numa_node)}});
  json nodes = json::array();
  for (auto const& node : machine.numa_nodes)
    nodes.push_back({{"index", node.index}, {"allowed_cores", node.cores}, {"memory", node.memory}});
  json caches = json::array();
  for (auto const& cache : machine.caches)
    caches.push_back({{"level", cache.level}, {"count", cache.count}, {"bytes", cache.bytes}});
  json devices = json::array();
  for (auto const& device : machine.devices)
    devices.push_back({{"index", device.index},
                       {"name", device.name},
                       {"memory", size_or_null(device.memory)},
                       {"free_memory", size_or_null(device.free_memory)},
                       {"numa_node", node_or_null(device.numa_node)}});
  return {{"cpu", machine.cpu_name},
          {"sockets", machine.sockets},
          {"cores", machine.num_cores},
          {"hardware_threads", machine.num_pus},
          {"allowed_cores", std::move(cores)},
          {"cpu_limit", machine.cpu_limit > 0 ? json(machine.cpu_limit) : json(nullptr)},
          {"numa_nodes", std::move(nodes)},
          {"caches", std::move(caches)},
          {"memory", machine.memory},
          {"available_memory", machine.available_memory},
          {"device_backend", machine.device_backend.empty() ? json(nullptr) : json(machine.device_backend)},
          {"devices", std::move(devices)}};
}

}  // namespace

json to_json(Platform const& platform) {
  json units = json::array();
  for (auto const& unit : platform.units)
    units.push_back({{"kind", unit.kind == UnitKind::host ? "host" : "device"},
                     {"index", unit.index},
                     {"emulated", unit.emulated},
                     {"threads", unit.threads},
                     {"cpus", unit.cpuset},
                     {"bound", unit.bind},
                     {"numa_node", node_or_null(unit.numa_node)},
                     {"memory", size_or_null(unit.memory)}});
  return {{"platform", to_string(platform.spec)},
          {"units", std::move(units)},
          {"machine", machine_json(platform.machine)},
          {"notes", platform.notes}};
}

}  // namespace tandem::Impl
