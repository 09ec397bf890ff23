// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_COLLECT_HPP
#define TANDEM_COLLECT_HPP

#include <core/tandem_host_view.hpp>
#include <partition/tandem_partition.hpp>
#include <vector>

namespace tandem {

/// Has `shown` be the array itself if that is in host memory, else a copy: in the memory that `shown` has, if
/// it is as long. Blocks.
template <class ExecutionSpace, class T, class MemorySpace, class Shown>
void show_on_host(ExecutionSpace const& space, Kokkos::View<T*, MemorySpace> const& view,
                  HostView<Shown>& shown) {
  if constexpr (std::is_same_v<MemorySpace, HostMemory>) {
    space.fence("tandem::show_on_host: values ready");
    shown = view;
  } else {
    if (!shown.is_allocated() || shown.extent(0) != view.extent(0))
      shown = HostView<Shown>(Kokkos::view_alloc(Kokkos::WithoutInitializing, "tandem::show_on_host::copy"),
                              view.extent(0));
    Kokkos::deep_copy(space, shown, view);
    space.fence("tandem::show_on_host: values copied");
  }
}

/// The array in host memory: a copy, or the array itself if it is there already. Blocks.
template <class ExecutionSpace, class T, class MemorySpace>
HostView<std::remove_const_t<T> const> on_host(ExecutionSpace const& space,
                                               Kokkos::View<T*, MemorySpace> const& view) {
  if constexpr (std::is_same_v<MemorySpace, HostMemory>) {
    space.fence("tandem::on_host: values ready");
    return view;
  } else {
    HostView<std::remove_const_t<T>> copy;
    show_on_host(space, view, copy);
    return copy;
  }
}

/// The channels of a partition with their lists in host memory. Blocks.
template <class ExecutionSpace, class MemorySpace>
std::vector<Channel<HostMemory>> channels_on_host(ExecutionSpace const& space,
                                                  Partition<MemorySpace> const& partition) {
  std::vector<Channel<HostMemory>> channels;
  for (auto const& channel : partition.channels)
    channels.push_back(
        {channel.first_ghost, channel.num_ghosts, channel.num_boundary, on_host(space, channel.boundary)});
  return channels;
}

}  // namespace tandem

#endif
