// SPDX-License-Identifier: BSD-3-Clause
#include <exec/impl/tandem_device_query.hpp>
#include <exec/impl/tandem_device_runtime.hpp>
#include <fmt/format.h>
#include <algorithm>
#include <cctype>
#include <fstream>
#include <type_traits>

namespace tandem::Impl {

#if defined(TANDEM_DEVICE_RUNTIME)

namespace {

template <class Status>
bool succeeded(Status status) {
  if (status == Status(0)) return true;
  // Kokkos asks for the last error after its own calls: it must not find ours.
  (void)TANDEM_DEVICE_RUNTIME(GetLastError)();
  return false;
}

/// Where the device is plugged in, as the kernel sees it; hwloc's own way would scan the whole PCI bus.
int numa_node_of(int device) {
  char bus_id[32] = {};
  int node = -1;
  if (!succeeded(TANDEM_DEVICE_RUNTIME(DeviceGetPCIBusId)(bus_id, sizeof(bus_id), device))) return node;
  std::string id = bus_id;
  std::transform(id.begin(), id.end(), id.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::ifstream in("/sys/bus/pci/devices/" + id + "/numa_node");
  return in >> node ? node : -1;
}

}  // namespace

void query_devices(Machine& machine) {
  machine.device_backend = device_backend;
  int count = 0;
  auto const status = TANDEM_DEVICE_RUNTIME(GetDeviceCount)(&count);
  if (!succeeded(status)) {
    machine.notes.push_back(
        fmt::format("no {} device: {}", device_backend, TANDEM_DEVICE_RUNTIME(GetErrorString)(status)));
    return;
  }
  for (int index = 0; index < count; ++index) {
    DeviceProperties properties;
    if (!succeeded(TANDEM_DEVICE_RUNTIME(GetDeviceProperties)(&properties, index))) continue;
    machine.devices.push_back({index, properties.name, properties.totalGlobalMem, 0, numa_node_of(index)});
  }
}

void query_free_memory(Machine& machine, int count) {
  int before = 0;
  if (count == 0 || !succeeded(TANDEM_DEVICE_RUNTIME(GetDevice)(&before))) return;
  for (auto& device : machine.devices) {
    if (&device - machine.devices.data() >= count) break;
    std::size_t total = 0;
    auto status = TANDEM_DEVICE_RUNTIME(SetDevice)(device.index);
    if (succeeded(status)) status = TANDEM_DEVICE_RUNTIME(MemGetInfo)(&device.free_memory, &total);
    if (!succeeded(status))
      machine.notes.push_back(fmt::format("device {} does not tell its free memory: {}", device.index,
                                          TANDEM_DEVICE_RUNTIME(GetErrorString)(status)));
  }
  (void)succeeded(TANDEM_DEVICE_RUNTIME(SetDevice)(before));
}

#else

void query_devices(Machine& machine) {
  machine.device_backend = device_backend;
#if defined(KOKKOS_ENABLE_OPENMPTARGET)
  // OpenMP tells neither name nor memory.
  for (int index = 0; index < omp_get_num_devices(); ++index)
    machine.devices.push_back({index, "OpenMP target device", 0, 0, -1});
  if (machine.devices.empty()) machine.notes.push_back("no OpenMP target device found");
#endif
}

void query_free_memory(Machine&, int) {}

#endif

int max_unit_threads() {
#if defined(KOKKOS_ENABLE_OPENMP)
  // The fixed size of the table of threads in an instance of Kokkos::OpenMP.
  return std::is_same_v<Host, Kokkos::OpenMP> ? 512 : 1;
#else
  return 1;
#endif
}

}  // namespace tandem::Impl
