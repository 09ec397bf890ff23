// SPDX-License-Identifier: BSD-3-Clause
#include <core/tandem_error.hpp>
#include <exec/impl/tandem_affinity.hpp>
#include <exec/tandem_unit_threads.hpp>
#if defined(KOKKOS_ENABLE_OPENMP)
#include <omp.h>
#endif
#include <atomic>
#include <string>
#include <system_error>
#include <type_traits>

namespace tandem {

namespace {

/// A template, so that the branch which does not fit the space is not compiled.
template <class ExecutionSpace>
ExecutionSpace make_space(int threads) {
  // Serial takes no number of threads. Never partition_space: Kokkos 5 returns the same instance again.
  if constexpr (std::is_constructible_v<ExecutionSpace, int>)
    return ExecutionSpace(threads);
  else
    return ExecutionSpace();
}

}  // namespace

Host make_host_space(Unit const& unit) {
  return make_space<Host>(unit.threads);
}

void bind_threads(Host const& space, Unit const& unit) {
  if (!unit.bind || unit.cpuset.empty()) return;
  std::atomic<int> failure = 0;
  int const count = static_cast<int>(unit.cpuset.size());
  int const* const pus = unit.cpuset.data();
  // A static schedule gives each thread one iteration; which of them is all the same.
  Kokkos::parallel_for("tandem::bind_threads::bind",
                       Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Static>>(space, 0, unit.threads,
                                                                                   Kokkos::ChunkSize(1)),
                       [pus, count, &failure](int thread) {
                         int const error = Impl::set_thread_affinity(pus + thread % count, 1);
                         if (error != 0) failure = error;
                       });
  space.fence("tandem::bind_threads: all bound");
  if (failure != 0)
    throw Error("cannot bind the threads of a unit to CPUs " + to_string(unit.cpuset) + ": " +
                std::generic_category().message(failure) + "; turn binding off");
}

void rest_workers() {
#if defined(KOKKOS_ENABLE_OPENMP)
  // Only advice: a runtime that can't is merely slower.
  (void)omp_pause_resource(omp_pause_soft, omp_get_initial_device());
#endif
}

}  // namespace tandem
