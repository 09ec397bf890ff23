// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_COMMAND_HPP
#define TANDEM_COMMAND_HPP

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

// The subcommands of `tandem`, one file each.
namespace tandem::app {

/// What to do once the command line is parsed and Kokkos runs.
using Action = std::function<void()>;

/// What the user typed.
std::string const& command_line();

/// The number by --threads; 0: not given.
int given_threads(CLI::App const& app);

/// Each adds its subcommand to `app`; when it is the chosen one, parsing sets `action`.
void add_generate_command(CLI::App& app, Action& action);
void add_convert_command(CLI::App& app, Action& action);
void add_info_command(CLI::App& app, Action& action);
void add_calibrate_command(CLI::App& app, Action& action);
void add_model_command(CLI::App& app, Action& action);
void add_plan_command(CLI::App& app, Action& action);
void add_run_command(CLI::App& app, Action& action);
void add_graph500_command(CLI::App& app, Action& action);

}  // namespace tandem::app

#endif
