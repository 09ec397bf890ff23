// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_COPY_CSR_HPP
#define TANDEM_COPY_CSR_HPP

#include <core/tandem_csr.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_view.hpp>
#include <memory>
#include <vector>

namespace tandem::Impl {

/// Asynchronous on `space`.
template <class ExecutionSpace, class T>
Kokkos::View<T const*, typename ExecutionSpace::memory_space> copy_array(
    ExecutionSpace const& space, Kokkos::View<T const*, HostMemory> const& from) {
  auto const to = make_view<T>(space, "tandem::copy_partition::array", from.extent(0));
  Kokkos::deep_copy(space, to, from);
  return to;
}

/// A copy in host memory that the device reads from there. `owners` keeps it.
template <class ExecutionSpace, class T>
Kokkos::View<T const*, typename ExecutionSpace::memory_space> pin_array(
    ExecutionSpace const& space, Kokkos::View<T const*, HostMemory> const& from,
    std::vector<std::shared_ptr<void>>& owners) {
  if constexpr (device_reads_staging_v) {
    auto const owner = std::make_shared<Kokkos::View<T*, StagingMemory>>(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, "tandem::copy_partition::pinned"), from.extent(0));
    Kokkos::deep_copy(space, *owner, from);
    owners.push_back(owner);
    return Kokkos::View<T const*, typename ExecutionSpace::memory_space>(owner->data(), owner->extent(0));
  } else {
    throw Error("edges can't stay in host memory: kernels of this back end can't read it");
  }
}

/// A copy on the device, or in host memory for it to read from there: offsets and lists, as TOTEM has it.
template <class ExecutionSpace>
Csr<typename ExecutionSpace::memory_space> copy_csr(ExecutionSpace const& space, Csr<HostMemory> const& csr,
                                                    bool edges_on_host,
                                                    std::vector<std::shared_ptr<void>>& owners) {
  auto const copy = [&](auto const& from) {
    return edges_on_host ? pin_array(space, from, owners) : copy_array(space, from);
  };
  Csr<typename ExecutionSpace::memory_space> result;
  result.offsets = copy(csr.offsets);
  result.targets = copy(csr.targets);
  if (csr.weighted()) result.weights = copy(csr.weights);
  return result;
}

}  // namespace tandem::Impl

#endif
