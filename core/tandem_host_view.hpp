// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_HOST_VIEW_HPP
#define TANDEM_HOST_VIEW_HPP

#include <core/tandem_spaces.hpp>
#include <cstddef>
#include <string>

namespace tandem {

/// An array in host memory.
template <class T>
using HostView = Kokkos::View<T*, HostMemory>;

/// Asks for huge pages over [data, data + bytes). Random access to a graph misses the TLB at nearly every
/// step with 4 KiB pages; systems that grant huge pages only on request are common. Never fails.
void advise_huge_pages(void* data, std::size_t bytes);

/// Throws tandem::Error when `bytes` can't be had on this machine: a clear line instead of the kernel's
/// out-of-memory killer. `what` names the thing that needs them.
void require_host_memory(std::size_t bytes, std::string const& what);

/// An uninitialised array of `n` values in host memory, on huge pages where it is large.
template <class T>
HostView<T> make_host_view(Host const& space, std::string const& label, std::size_t n) {
  constexpr std::size_t large = std::size_t(8) << 20;
  if (n > static_cast<std::size_t>(-1) / sizeof(T) || n * sizeof(T) >= large)
    require_host_memory(n > static_cast<std::size_t>(-1) / sizeof(T) ? static_cast<std::size_t>(-1) : n * sizeof(T),
                        label);
  HostView<T> view(Kokkos::view_alloc(space, Kokkos::WithoutInitializing, label), n);
  if (n * sizeof(T) >= large) advise_huge_pages(view.data(), n * sizeof(T));
  return view;
}

}  // namespace tandem

#endif
