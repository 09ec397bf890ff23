// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_COLLECT_HPP
#define TANDEM_COLLECT_HPP

#include <core/tandem_host_view.hpp>

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

}  // namespace tandem

#endif
