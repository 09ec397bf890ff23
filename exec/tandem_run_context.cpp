// SPDX-License-Identifier: BSD-3-Clause
#include <core/tandem_version.hpp>
#include <exec/tandem_engine.hpp>
#include <exec/tandem_run_context.hpp>
#include <exec/tandem_runtime.hpp>
#include <fmt/format.h>

namespace tandem {

RunContext make_run_context(Engine const& engine, std::string const& command_line) {
  RunContext context;
  context.command_line = command_line;
  context.version = fmt::format("{} ({})", TANDEM_VERSION, TANDEM_GIT_HASH);
  context.kokkos_version = kokkos_version();
  context.kokkos_backends = kokkos_backends();
  context.platform = engine.platform();
  for (auto const* notes : {&engine.platform().notes, &engine.split().notes})
    context.notes.insert(context.notes.end(), notes->begin(), notes->end());
  return context;
}

}  // namespace tandem
