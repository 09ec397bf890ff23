// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_VIEW_HPP
#define TANDEM_VIEW_HPP

#include <core/tandem_host_view.hpp>

namespace tandem {

/// An uninitialised array of `n` values in the memory of the space.
template <class T, class ExecutionSpace>
Kokkos::View<T*, typename ExecutionSpace::memory_space> make_view(ExecutionSpace const& space,
                                                                  std::string const& label, std::size_t n) {
  if constexpr (std::is_same_v<ExecutionSpace, Host>)
    return make_host_view<T>(space, label, n);
  else
    return Kokkos::View<T*, typename ExecutionSpace::memory_space>(
        Kokkos::view_alloc(space, Kokkos::WithoutInitializing, label), n);
}

}  // namespace tandem

#endif
