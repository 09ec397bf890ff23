// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_COLLECT_HPP
#define TANDEM_COLLECT_HPP

#include <core/tandem_host_view.hpp>
#include <partition/tandem_partition.hpp>
#include <vector>

namespace tandem {

/// The array in host memory: a copy, or the array itself if it is there already. Blocks.
template <class ExecutionSpace, class T, class MemorySpace>
HostView<std::remove_const_t<T> const> on_host(ExecutionSpace const& space,
                                               Kokkos::View<T*, MemorySpace> const& view) {
  if constexpr (std::is_same_v<MemorySpace, HostMemory>) {
    space.fence("tandem::on_host: values ready");
    return view;
  } else {
    HostView<std::remove_const_t<T>> copy(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, "tandem::on_host::copy"), view.extent(0));
    Kokkos::deep_copy(space, copy, view);
    space.fence("tandem::on_host: values copied");
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
