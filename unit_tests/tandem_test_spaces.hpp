// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_TEST_SPACES_HPP
#define TANDEM_TEST_SPACES_HPP

#include <core/tandem_csr.hpp>
#include <tuple>
#include <type_traits>

// For tests that are written once and run wherever kernels run.
namespace tandem::test {

/// Host, and Device where that is another space: for TEMPLATE_LIST_TEST_CASE.
using Spaces = std::conditional_t<device_is_host_v, std::tuple<Host>, std::tuple<Host, Device>>;

/// A copy of an array in host memory that `space` can reach. Blocks.
template <class ExecutionSpace, class T>
Kokkos::View<T*, typename ExecutionSpace::memory_space> copy_to(
    ExecutionSpace const& space, Kokkos::View<T const*, HostMemory> const& from) {
  Kokkos::View<T*, typename ExecutionSpace::memory_space> const to(
      Kokkos::view_alloc(space, Kokkos::WithoutInitializing, "tandem::test::copy"), from.extent(0));
  Kokkos::deep_copy(space, to, from);
  space.fence("tandem::test: copied");
  return to;
}

template <class ExecutionSpace>
Csr<typename ExecutionSpace::memory_space> copy_to(ExecutionSpace const& space, Csr<HostMemory> const& csr) {
  Csr<typename ExecutionSpace::memory_space> copy{
      copy_to(space, csr.offsets), copy_to(space, csr.targets), {}};
  if (csr.weighted()) copy.weights = copy_to(space, csr.weights);
  return copy;
}

/// A copy in host memory of an array that `space` works on. Blocks until the array is complete.
template <class ExecutionSpace, class T, class MemorySpace>
Kokkos::View<T*, HostMemory> copy_back(ExecutionSpace const& space,
                                       Kokkos::View<T*, MemorySpace> const& from) {
  Kokkos::View<T*, HostMemory> const to(
      Kokkos::view_alloc(HostMemory(), Kokkos::WithoutInitializing, "tandem::test::copy"), from.extent(0));
  Kokkos::deep_copy(space, to, from);
  space.fence("tandem::test: copied back");
  return to;
}

/// An array of `n` times `value`.
template <class T, class ExecutionSpace>
Kokkos::View<T*, typename ExecutionSpace::memory_space> make_filled(ExecutionSpace const& space,
                                                                    std::size_t n, T value) {
  Kokkos::View<T*, typename ExecutionSpace::memory_space> const view(
      Kokkos::view_alloc(space, Kokkos::WithoutInitializing, "tandem::test::filled"), n);
  Kokkos::deep_copy(space, view, value);
  return view;
}

}  // namespace tandem::test

#endif
