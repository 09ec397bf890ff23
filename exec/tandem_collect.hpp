// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_COLLECT_HPP
#define TANDEM_COLLECT_HPP

#include <core/tandem_host_view.hpp>
#include <exec/tandem_engine.hpp>
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

/// An array for a value of each of the caller's vertices, with nothing in it yet.
template <class T>
HostView<T> make_result(Engine& engine, std::string const& label) {
  HostView<T> result;
  engine.on_host_unit(
      [&](Host const& space) { result = make_host_view<T>(space, label, engine.num_vertices()); });
  return result;
}

/// Has result(v) be value(u, i) for each of the caller's vertices v, which is vertex i of unit u. In the
/// order of the result: many reads from all over memory can be on their way at once, while writes to all over
/// memory fetch a cache line each and write it back. Blocks.
template <class T, class Value>
void collect(Engine& engine, std::string const& label, HostView<T> const& result, Value const& value) {
  engine.for_each_vertex_on_host(label, [&](std::size_t v) {
    Engine::Place const place = engine.find(static_cast<VertexId>(v));
    result(v) = value(place.unit, place.local_id);
  });
}

}  // namespace tandem

#endif
