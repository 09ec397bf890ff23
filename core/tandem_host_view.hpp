// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_HOST_VIEW_HPP
#define TANDEM_HOST_VIEW_HPP

#include <core/tandem_spaces.hpp>
#include <cstddef>
#include <string>
#include <utility>

namespace tandem {

/// An array in host memory.
template <class T>
using HostView = Kokkos::View<T*, HostMemory>;

/// Size of a huge page on most systems.
inline constexpr std::size_t huge_page_bytes = std::size_t(2) << 20;

/// Asks for huge pages under [data, data + bytes), whose contents are lost: pages that are there already, as
/// the allocator keeps some, would stay small. Random access to a graph misses the TLB at nearly every step
/// with 4 KiB pages; systems that grant huge pages only on request are common. Never fails.
void renew_with_huge_pages(void* data, std::size_t bytes);

/// Bytes that this process can still allocate without swapping: what the machine has available, or what the
/// limits of its control groups (containers, batch jobs) or its own (`ulimit -v`) leave, whichever is least.
/// Page cache counts as available.
std::size_t available_host_memory();

/// For people: "12 B", "3.4 MB", "1.2 TB" (decimal units).
std::string format_bytes(std::size_t bytes);

namespace Impl {

/// How many values of a size to leave out to start on a huge page.
std::size_t values_to_next_huge_page(void const* data, std::size_t value_bytes);
/// Has the system provide the pages that [data, data + bytes) starts or contains.
void touch_pages(Host const& space, void* data, std::size_t bytes);

}  // namespace Impl

/// Throws tandem::Error when `bytes` can't be had on this machine: a clear line instead of the kernel's
/// out-of-memory killer. `what` names the thing that needs them.
void require_host_memory(std::size_t bytes, std::string const& what);

/// An array of `n` values in host memory that nobody has set. If it is large it lies on huge pages from its
/// first value on, as vertices of high degree come first and are looked at most, and its pages are there: by
/// the threads of `space`, each its part, and not by whichever kernel comes first, within its time.
template <class T>
HostView<T> make_host_view(Host const& space, std::string const& label, std::size_t n) {
  constexpr std::size_t most = static_cast<std::size_t>(-1) - huge_page_bytes;
  if (n > most / sizeof(T)) require_host_memory(most, label);
  std::size_t const bytes = n * sizeof(T);
  if (bytes < huge_page_bytes)
    return HostView<T>(Kokkos::view_alloc(space, Kokkos::WithoutInitializing, label), n);
  require_host_memory(bytes + huge_page_bytes, label);
  HostView<T> const room(Kokkos::view_alloc(space, Kokkos::WithoutInitializing, label),
                         n + huge_page_bytes / sizeof(T));
  std::size_t const begin = Impl::values_to_next_huge_page(room.data(), sizeof(T));
  HostView<T> const view = Kokkos::subview(room, std::pair(begin, begin + n));
  renew_with_huge_pages(view.data(), bytes);
  Impl::touch_pages(space, view.data(), bytes);
  return view;
}

}  // namespace tandem

#endif
