// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_HOST_TASKS_HPP
#define TANDEM_HOST_TASKS_HPP

#include <core/tandem_spaces.hpp>
#include <atomic>
#include <cstddef>
#include <string>

namespace tandem::Impl {

/// Number of threads that run_host_tasks uses on `space`, and so of scratch areas that its tasks need.
inline std::size_t num_host_workers(Host const& space) {
  return static_cast<std::size_t>(num_threads(space) > 1 ? num_threads(space) : 1);
}

/// Runs task(worker, t) for every t in [0, num_tasks) on the threads of `space`. A thread that is done takes
/// the next task, so that tasks may differ in size; `worker` tells threads apart and numbers their scratch
/// memory. Blocks until all are done. Tasks must not throw.
template <class Task>
void run_host_tasks(Host const& space, std::string const& label, std::size_t num_tasks, Task const& task) {
  if (num_tasks == 0) return;
  std::atomic<std::size_t> next{0};
  auto* const next_task = &next;
  auto const* const body = &task;
  Kokkos::parallel_for(
      label, Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Static>>(space, 0, num_host_workers(space)),
      [=](std::size_t const worker) {
        for (std::size_t t = (*next_task)++; t < num_tasks; t = (*next_task)++) (*body)(worker, t);
      });
  space.fence(label + ": tasks done");
}

}  // namespace tandem::Impl

#endif
