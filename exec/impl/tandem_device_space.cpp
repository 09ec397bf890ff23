// SPDX-License-Identifier: BSD-3-Clause
#include <core/tandem_error.hpp>
#include <exec/impl/tandem_device_runtime.hpp>
#include <exec/impl/tandem_device_space.hpp>
#include <exec/impl/tandem_device_turn.hpp>
#include <fmt/format.h>

namespace tandem::Impl {

namespace {

struct Instance {
  std::shared_ptr<void> resources;
  Device space;
};

#if defined(TANDEM_DEVICE_RUNTIME)

void check(TANDEM_DEVICE_RUNTIME(Error_t) status, char const* what) {
  if (status != TANDEM_DEVICE_RUNTIME(Success))
    throw Error(
        fmt::format("{} can't {}: {}", device_backend, what, TANDEM_DEVICE_RUNTIME(GetErrorString)(status)));
}

/// Instances made without a stream of their own all share one, and would wait for each other.
Instance make_instance(Unit const& unit) {
  using Stream = TANDEM_DEVICE_RUNTIME(Stream_t);
  check(TANDEM_DEVICE_RUNTIME(SetDevice)(unit.index), "use the device");
  Stream stream = nullptr;
  check(TANDEM_DEVICE_RUNTIME(StreamCreate)(&stream), "make a stream");
  std::shared_ptr<void> owner(
      stream, [](void* s) { (void)TANDEM_DEVICE_RUNTIME(StreamDestroy)(static_cast<Stream>(s)); });
  return {owner, Device(stream)};
}

#else

Instance make_instance(Unit const&) {
  return {nullptr, Device()};
}

#endif

}  // namespace

UnitSpace<Device> make_device_unit(Unit const& unit, Partition<HostMemory> const& partition,
                                   bool edges_on_host) {
  DeviceTurn<Device> const turn;
  Instance const instance = make_instance(unit);
  return {instance.resources, instance.space, copy_partition(instance.space, partition, edges_on_host)};
}

void add_channels(UnitSpace<Device>& unit, Partition<HostMemory> const& partition) {
  DeviceTurn<Device> const turn;
  unit.partition.channels = copy_channels(unit.space, partition);
}

}  // namespace tandem::Impl
