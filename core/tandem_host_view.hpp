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

/// Bytes that this process can still allocate without swapping: what the machine has available, or what the
/// limits of its control groups (containers, batch jobs) leave, whichever is less. Page cache counts as
/// available.
std::size_t available_host_memory();

/// For people: "12 B", "3.4 MB", "1.2 TB" (decimal units).
std::string format_bytes(std::size_t bytes);

/// Throws tandem::Error when `bytes` can't be had on this machine: a clear line instead of the kernel's
/// out-of-memory killer. `what` names the thing that needs them.
void require_host_memory(std::size_t bytes, std::string const& what);

/// An uninitialised array of `n` values in host memory, on huge pages where it is large.
template <class T>
HostView<T> make_host_view(Host const& space, std::string const& label, std::size_t n) {
  constexpr std::size_t large = std::size_t(8) << 20;
  constexpr std::size_t most = static_cast<std::size_t>(-1);
  std::size_t const bytes = n > most / sizeof(T) ? most : n * sizeof(T);
  if (bytes >= large) require_host_memory(bytes, label);
  HostView<T> view(Kokkos::view_alloc(space, Kokkos::WithoutInitializing, label), n);
  if (bytes >= large) advise_huge_pages(view.data(), bytes);
  return view;
}

}  // namespace tandem

#endif
