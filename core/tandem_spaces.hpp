// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_SPACES_HPP
#define TANDEM_SPACES_HPP

#include <Kokkos_Core.hpp>
#include <type_traits>

#if defined(KOKKOS_ENABLE_ATOMICS_BYPASS)
#error "tandem drives one Kokkos from several host threads: build Kokkos without Kokkos_ENABLE_ATOMICS_BYPASS"
#endif

// The one place that knows which back ends exist. Everything else is written against Host and Device.
namespace tandem {

using Host = Kokkos::DefaultHostExecutionSpace;
using HostMemory = Kokkos::HostSpace;

#if defined(KOKKOS_ENABLE_CUDA)
using Device = Kokkos::Cuda;
#elif defined(KOKKOS_ENABLE_HIP)
using Device = Kokkos::HIP;
#elif defined(KOKKOS_ENABLE_OPENMPTARGET)
using Device = Kokkos::Experimental::OpenMPTarget;
#else
/// No accelerator back end: a device is a slice of the host with its own threads.
using Device = Host;
#endif
using DeviceMemory = Device::memory_space;

/// Host memory that devices copy from and to at full speed; kernels of CUDA and HIP can also use it directly.
#if defined(KOKKOS_ENABLE_CUDA) || defined(KOKKOS_ENABLE_HIP)
using StagingMemory = Kokkos::SharedHostPinnedSpace;
#else
using StagingMemory = HostMemory;
#endif

/// Lanes of a device that run in step and share a row of a graph.
#if defined(KOKKOS_ENABLE_OPENMPTARGET)
inline constexpr int warp_lanes = 8;  // Kokkos gives it 256 / lanes threads a team, and refuses fewer than 32
#else
inline constexpr int warp_lanes = 32;
#endif

/// True where kernels run on CPU threads: few, strong, each with its own cache.
template <class ExecutionSpace>
inline constexpr bool is_host_space_v = std::is_same_v<typename ExecutionSpace::memory_space, HostMemory>;

/// Threads that kernels on this very instance run on. Kokkos 4 with its deprecated code counts those of the
/// default instance, unless it is told which one is meant.
template <class ExecutionSpace>
int num_threads(ExecutionSpace const& space) {
  if constexpr (requires { ExecutionSpace::concurrency(space); })
    return ExecutionSpace::concurrency(space);
  else
    return space.concurrency();
}

/// True where kernels of the device can read StagingMemory.
inline constexpr bool device_reads_staging_v = Kokkos::SpaceAccessibility<Device, StagingMemory>::accessible;

/// True when Host and Device share memory, so that a copy between them is only a copy.
inline constexpr bool device_is_host_v = std::is_same_v<Device, Host>;

}  // namespace tandem

#endif
