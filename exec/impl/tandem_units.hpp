// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_UNITS_HPP
#define TANDEM_UNITS_HPP

#include <exec/tandem_platform.hpp>
#include <string>
#include <vector>

namespace tandem::Impl {

inline constexpr int max_emulated_devices = 8;

/// What the user's variables say about threads.
struct ThreadEnvironment {
  std::string binding;  ///< as user_binding() gives it
  int num_threads = 0;  ///< OMP_NUM_THREADS; 0: not set
};
ThreadEnvironment read_thread_environment();

/// The whole machine, or what the text says.
PlatformSpec requested_spec(Machine const& machine, std::string const& text);

/// make_platform for a machine and an environment that may be made up.
Platform resolve(Machine machine, PlatformOptions const& options, ThreadEnvironment const& environment);

/// Threads that the host space shall start with: those asked for, or by default those of the host unit when
/// it has the whole machine. Throws Error for more than the space has room for, as Kokkos would write past
/// the end of its table; the serial space has one thread, whatever is asked for.
int runtime_threads(Machine const& machine, int asked, ThreadEnvironment const& environment);

/// Divides cores among units that want so many threads each: in order, without overlap where there is a core
/// for each unit, else in turn.
std::vector<std::vector<Core>> deal_cores(std::vector<Core> const& cores, std::vector<int> const& threads);

}  // namespace tandem::Impl

#endif
