// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_DEVICE_RUNTIME_HPP
#define TANDEM_DEVICE_RUNTIME_HPP

#include <core/tandem_spaces.hpp>

// CUDA's and HIP's run-time libraries differ only in a prefix: TANDEM_DEVICE_RUNTIME(GetDeviceCount) is one
// function or the other. Undefined where there is neither.
#if defined(KOKKOS_ENABLE_CUDA)
#include <cuda_runtime.h>
#define TANDEM_DEVICE_RUNTIME(name) cuda##name
namespace tandem::Impl {
using DeviceProperties = cudaDeviceProp;
inline constexpr char const* device_backend = "CUDA";
}  // namespace tandem::Impl
#elif defined(KOKKOS_ENABLE_HIP)
#include <hip/hip_runtime.h>
#define TANDEM_DEVICE_RUNTIME(name) hip##name
namespace tandem::Impl {
using DeviceProperties = hipDeviceProp_t;
inline constexpr char const* device_backend = "HIP";
}  // namespace tandem::Impl
#elif defined(KOKKOS_ENABLE_OPENMPTARGET)
#include <omp.h>
namespace tandem::Impl {
inline constexpr char const* device_backend = "OpenMPTarget";
}  // namespace tandem::Impl
#else
namespace tandem::Impl {
inline constexpr char const* device_backend = "";
}  // namespace tandem::Impl
#endif

#endif
