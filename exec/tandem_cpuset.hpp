// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_CPUSET_HPP
#define TANDEM_CPUSET_HPP

#include <string>
#include <vector>

namespace tandem {

/// Hardware threads ("PUs"), each by the number that the operating system gives it.
using CpuSet = std::vector<int>;

/// In the short notation of taskset and the kernel: "0-3,8", or "none".
std::string to_string(CpuSet const& pus);

/// Where the calling thread may run now, in increasing order.
CpuSet current_cpuset();

/// Where this process may run: its mask (taskset, batch system, MPI launcher, container) as it was before any
/// OpenMP runtime bound the main thread to one core, a mask that every later std::thread inherits. Threads
/// that are not part of a kernel's team (input and output, copies) bind themselves to this set.
CpuSet const& process_cpuset();

/// The variable that says how the user wants OpenMP's threads bound, as "OMP_PROC_BIND=spread"; empty when
/// that is left to us.
std::string user_binding();

/// Lets the calling thread run only on `pus`. Throws tandem::Error when the system refuses.
void bind_current_thread(CpuSet const& pus);

/// Binds the calling thread for the guard's life, then gives back the mask it had. An empty set binds
/// nothing.
class ScopedBinding {
 public:
  explicit ScopedBinding(CpuSet const& pus);
  ~ScopedBinding();
  ScopedBinding(ScopedBinding const&) = delete;
  ScopedBinding& operator=(ScopedBinding const&) = delete;

 private:
  CpuSet m_before;
};

}  // namespace tandem

#endif
