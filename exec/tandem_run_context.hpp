// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_RUN_CONTEXT_HPP
#define TANDEM_RUN_CONTEXT_HPP

#include <exec/tandem_platform.hpp>
#include <string>
#include <vector>

namespace tandem {

class Engine;

/// What figures depend on besides graph and algorithm, so that others can judge and repeat them.
struct RunContext {
  std::string command_line;  ///< empty: a program of the user's own
  std::string version;       ///< of tandem, with its git hash
  std::string kokkos_version;
  std::vector<std::string> kokkos_backends;
  Platform platform;               ///< the machine, and threads and CPUs of each unit
  std::vector<std::string> notes;  ///< what the user should know, e.g. that alpha was raised
};

/// Of runs on an engine.
RunContext make_run_context(Engine const& engine, std::string const& command_line = {});

}  // namespace tandem

#endif
