// SPDX-License-Identifier: BSD-3-Clause
#include <core/tandem_error.hpp>
#include <exec/impl/tandem_device_space.hpp>
#include <exec/impl/tandem_device_turn.hpp>
#include <fmt/format.h>
#include <utility>

namespace tandem::Impl {

namespace {

struct Instance {
  Device space;
  std::shared_ptr<void> resources;
};

// Instances made without a stream of their own all share one, and would wait for each other.
#if defined(KOKKOS_ENABLE_CUDA)

void check(cudaError_t error, char const* what) {
  if (error != cudaSuccess) throw Error(fmt::format("{}: {}", what, cudaGetErrorString(error)));
}

Instance make_instance(Unit const& unit) {
  check(cudaSetDevice(unit.index), "can't use the CUDA device");
  cudaStream_t stream = nullptr;
  check(cudaStreamCreate(&stream), "can't make a CUDA stream");
  std::shared_ptr<void> owner(stream, [](void* s) { (void)cudaStreamDestroy(static_cast<cudaStream_t>(s)); });
  return {Device(stream), owner};
}

#elif defined(KOKKOS_ENABLE_HIP)

void check(hipError_t error, char const* what) {
  if (error != hipSuccess) throw Error(fmt::format("{}: {}", what, hipGetErrorString(error)));
}

Instance make_instance(Unit const& unit) {
  check(hipSetDevice(unit.index), "can't use the HIP device");
  hipStream_t stream = nullptr;
  check(hipStreamCreate(&stream), "can't make a HIP stream");
  std::shared_ptr<void> owner(stream, [](void* s) { (void)hipStreamDestroy(static_cast<hipStream_t>(s)); });
  return {Device(stream), owner};
}

#else

Instance make_instance(Unit const&) {
  return {Device(), nullptr};
}

#endif

}  // namespace

UnitSpace<Device> make_device_unit(Unit const& unit, Partition<HostMemory> const& partition,
                                   bool edges_on_host) {
  DeviceTurn<Device> const turn;
  Instance instance = make_instance(unit);
  return {instance.space, copy_partition(instance.space, partition, edges_on_host),
          std::move(instance.resources)};
}

}  // namespace tandem::Impl
