// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_BFS_ARGUMENTS_HPP
#define TANDEM_BFS_ARGUMENTS_HPP

#include <algorithms/tandem_bfs.hpp>
#include <CLI/CLI.hpp>

namespace tandem::app {

/// --switch, --to-bottom-up, --to-top-down, --bottom-up-steps: when a breadth-first search changes its
/// direction. The same for `run bfs` and `graph500`.
void add_bfs_switch_options(CLI::App& command, BfsOptions& options);

/// Throws Error for one of these that was given and that the search, as it was asked for, never looks at.
void refuse_idle_switch_options(CLI::App const& command, BfsOptions const& options);

}  // namespace tandem::app

#endif
