// SPDX-License-Identifier: BSD-3-Clause
#include <core/tandem_spaces.hpp>
#include <exec/impl/tandem_units.hpp>
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

Runtime::Runtime(int threads) {
  Machine const machine = discover_machine();
  m_has_device = device_is_host_v || !machine.devices.empty();
  Kokkos::InitializationSettings settings;
  settings.set_disable_warnings(true);  // we bind threads ourselves, OMP_PROC_BIND need not be set
  settings.set_num_threads(Impl::runtime_threads(machine, threads, Impl::read_thread_environment()));
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
