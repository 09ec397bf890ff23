// SPDX-License-Identifier: BSD-3-Clause
#include <core/tandem_host_view.hpp>
#include <exec/impl/tandem_counted.hpp>
#include <exec/tandem_platform.hpp>
#include <fmt/format.h>
#include <algorithm>
#include <iterator>

namespace tandem {

namespace {

constexpr char const* entry = "{:<10} {}\n";
using Impl::counted;
using Text = std::back_insert_iterator<std::string>;

/// Caches are known by binary sizes that are whole.
std::string cache_size(std::size_t bytes) {
  constexpr std::size_t kib = 1024;
  return bytes % (kib * kib) == 0 ? fmt::format("{} MiB", bytes / (kib * kib))
                                  : fmt::format("{} KiB", bytes / kib);
}

std::string memory_text(std::size_t bytes) {
  return bytes > 0 ? format_bytes(bytes) : "unknown";
}
std::string node_text(int node) {
  return node >= 0 ? fmt::format("{}", node) : "-";
}

void describe_processors(Machine const& machine, Text out) {
  CpuSet pus;
  for (auto const& core : machine.cores) pus.insert(pus.end(), core.pus.begin(), core.pus.end());
  fmt::format_to(out, entry, "CPU", machine.cpu_name);
  fmt::format_to(out, entry, "cores",
                 fmt::format("{} on {}, {}", machine.num_cores,
                             counted(static_cast<std::size_t>(machine.sockets), "socket"),
                             counted(static_cast<std::size_t>(machine.num_pus), "hardware thread")));
  std::string allowed = fmt::format("{}, CPUs {}", counted(machine.cores.size(), "core"), to_string(pus));
  if (machine.cpu_limit > 0) allowed += fmt::format(", {:.3g} CPUs' time", machine.cpu_limit);
  fmt::format_to(out, entry, "allowed", allowed);
  std::string caches;
  for (auto const& cache : machine.caches)
    caches += fmt::format("{}L{} {} x {}", caches.empty() ? "" : ", ", cache.level, cache.count,
                          cache_size(cache.bytes));
  fmt::format_to(out, entry, "caches", caches.empty() ? "unknown" : caches);
}

void describe_memory(Machine const& machine, Text out) {
  fmt::format_to(
      out, entry, "memory",
      fmt::format("{}, {} available", memory_text(machine.memory), format_bytes(machine.available_memory)));
  for (auto const& node : machine.numa_nodes)
    fmt::format_to(out, entry, &node == machine.numa_nodes.data() ? "NUMA" : "",
                   fmt::format("node {}: {}, {} allowed", node.index, memory_text(node.memory),
                               counted(static_cast<std::size_t>(node.cores), "core")));
}

void describe_devices(Machine const& machine, Text out) {
  if (machine.devices.empty())
    fmt::format_to(out, entry, "devices",
                   machine.device_backend.empty() ? "none in this build: host threads emulate them"
                                                  : "none found by " + machine.device_backend);
  for (auto const& device : machine.devices) {
    std::string text = fmt::format("{} {}: {}", machine.device_backend, device.index, device.name);
    if (device.memory > 0) text += fmt::format(", {}", format_bytes(device.memory));
    if (device.free_memory > 0) text += fmt::format(", {} free", format_bytes(device.free_memory));
    if (device.numa_node >= 0) text += fmt::format(", near NUMA node {}", device.numa_node);
    fmt::format_to(out, entry, &device == machine.devices.data() ? "devices" : "", text);
  }
}

void describe_units(Platform const& platform, Text out) {
  constexpr char const* row = "  {:<9} {:>7}  {:<{}}  {:>4}  {:>10}  {}\n";
  std::size_t width = 4;
  for (auto const& unit : platform.units) width = std::max(width, to_string(unit.cpuset).size());
  fmt::format_to(out, entry, "platform", to_string(platform.spec));
  fmt::format_to(out, row, "unit", "threads", "CPUs", width, "NUMA", "memory", "binding");
  for (auto const& unit : platform.units) {
    std::string const remarks =
        fmt::format("{}{}", unit.bind ? "bound" : "free", unit.emulated ? ", emulated" : "");
    fmt::format_to(out, row, unit_name(unit), unit.threads, to_string(unit.cpuset), width,
                   node_text(unit.numa_node), memory_text(unit.memory), remarks);
  }
}

/// Strings worth trying here: one and all sockets, each with no, one and all devices.
std::string choices(Machine const& machine) {
  int sockets = 0;
  for (auto const& core : machine.cores)
    if (&core == machine.cores.data() || core.socket != (&core - 1)->socket) ++sockets;
  int const devices = machine.device_backend.empty() ? 1 : static_cast<int>(machine.devices.size());
  std::vector<std::string> found;
  for (int const s : {1, sockets})
    for (int const g : {0, 1, devices}) {
      std::string const text = to_string(PlatformSpec{s, g});
      if (g <= devices && std::find(found.begin(), found.end(), text) == found.end()) found.push_back(text);
    }
  if (!machine.devices.empty()) found.push_back(to_string(PlatformSpec{0, devices}));
  return fmt::format("{}", fmt::join(found, ", "));
}

}  // namespace

std::string unit_name(Unit const& unit) {
  return unit.kind == UnitKind::host ? "host" : fmt::format("device {}", unit.index);
}

std::string machine_name(Machine const& machine) {
  std::string name = machine.cpu_name;
  for (DeviceInfo const& device : machine.devices) name += ", " + device.name;
  return name;
}

std::string describe(Platform const& platform) {
  std::string text;
  Text const out(text);
  describe_processors(platform.machine, out);
  describe_memory(platform.machine, out);
  describe_devices(platform.machine, out);
  describe_units(platform, out);
  fmt::format_to(out, entry, "choices", choices(platform.machine));
  for (auto const& note : platform.notes) fmt::format_to(out, entry, "note", note);
  return text;
}

}  // namespace tandem
