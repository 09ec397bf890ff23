// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_CHECK_ACCESS_HPP
#define TANDEM_CHECK_ACCESS_HPP

#include <Kokkos_Core.hpp>

namespace tandem::Impl {

template <class ExecutionSpace, class MemorySpace>
constexpr void check_access() {
  static_assert(Kokkos::SpaceAccessibility<ExecutionSpace, MemorySpace>::accessible,
                "tandem: the execution space can't reach the memory of the data it is given");
}

}  // namespace tandem::Impl

#endif
