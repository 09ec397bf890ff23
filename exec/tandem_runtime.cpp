// SPDX-License-Identifier: BSD-3-Clause
#include <core/tandem_spaces.hpp>
#include <exec/impl/tandem_device_query.hpp>
#include <exec/tandem_runtime.hpp>
#include <fmt/format.h>

namespace tandem {

std::string kokkos_version() {
  return fmt::format("{}.{}.{}", KOKKOS_VERSION / 10000, KOKKOS_VERSION / 100 % 100, KOKKOS_VERSION % 100);
}

std::vector<std::string> kokkos_backends() {
  return {
#if defined(KOKKOS_ENABLE_CUDA)
    "Cuda",
#endif
#if defined(KOKKOS_ENABLE_HIP)
        "HIP",
#endif
#if defined(KOKKOS_ENABLE_OPENMPTARGET)
        "OpenMPTarget",
#endif
#if defined(KOKKOS_ENABLE_OPENMP)
        "OpenMP",
#endif
#if defined(KOKKOS_ENABLE_THREADS)
        "Threads",
#endif
#if defined(KOKKOS_ENABLE_SERIAL)
        "Serial",
#endif
  };
}

namespace {

bool find_device() {
  if constexpr (device_is_host_v) return true;
  Machine machine;
  Impl::query_devices(machine);
  return !machine.devices.empty();
}

}  // namespace

Runtime::Runtime(int threads) : m_has_device(find_device()) {
  Kokkos::InitializationSettings settings;
  settings.set_disable_warnings(true);  // we bind threads ourselves, OMP_PROC_BIND need not be set
  if (threads > 0) settings.set_num_threads(threads);
  if (m_has_device) {
    Kokkos::initialize(settings);
  } else {
    // Kokkos has no public way to leave a back end out; this is what Kokkos::initialize does for this one.
    Host::impl_initialize(settings);
  }
}

Runtime::~Runtime() {
  if (m_has_device) {
    Kokkos::finalize();
  } else {
    Host::impl_finalize();
  }
}

}  // namespace tandem
