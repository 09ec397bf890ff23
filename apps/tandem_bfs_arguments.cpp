// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_bfs_arguments.hpp"
#include "tandem_numbers.hpp"

#include <core/tandem_error.hpp>
#include <fmt/format.h>
#include <map>

namespace tandem::app {

namespace {

CLI::Option* add_part(CLI::App& command, std::string const& name, double& part, std::string const& what) {
  return command.add_option(name, part, what)
      ->check(positive_number())
      ->capture_default_str()
      ->type_name("X");
}

}  // namespace

void add_bfs_switch_options(CLI::App& command, BfsOptions& options) {
  static std::map<std::string, BfsSwitch> const rules{{"all", BfsSwitch::by_all},
                                                      {"host", BfsSwitch::by_host}};
  command
      .add_option_function<std::string>(
          "--switch", [&options](std::string const& name) { options.rule = rules.at(name); },
          "who decides when bfs changes its direction: all (Beamer's rule over the whole graph) or host "
          "(TOTEM's: "
          "the host alone, by its own edges) (default: all)")
      ->check(CLI::IsMember(rules))
      ->type_name("RULE");
  add_part(command, "--to-bottom-up", options.to_bottom_up,
           "bfs goes bottom-up when the edges out of the frontier are more than 1/X of those not looked at "
           "yet: the larger X, the sooner");
  add_part(
      command, "--worth-bottom-up", options.worth_bottom_up,
      "and never when they are fewer than 1/X of the vertices, all of which a level bottom-up passes over");
  add_part(
      command, "--to-top-down", options.to_top_down,
      "with --switch all, bfs goes top-down again when the frontier shrinks below 1/X of the vertices: the "
      "larger X, the later");
  command
      .add_option("--bottom-up-steps", options.bottom_up_steps,
                  "with --switch host, bfs goes top-down again after N levels")
      ->check(CLI::Range(1, 1 << 20))
      ->transform(whole_number())
      ->capture_default_str()
      ->type_name("N");
}

void refuse_idle_switch_options(CLI::App const& command, BfsOptions const& options) {
  auto const refuse = [&](std::initializer_list<char const*> names, char const* searches) {
    for (char const* const name : names)
      if (command.get_option(name)->count() > 0)
        throw Error(fmt::format("{} is of no use to searches {}", name, searches));
  };
  if (options.direction != BfsDirection::optimized)
    refuse({"--switch", "--to-bottom-up", "--worth-bottom-up", "--to-top-down", "--bottom-up-steps"},
           "in one direction");
  if (options.rule == BfsSwitch::by_all)
    refuse({"--bottom-up-steps"}, "with --switch all");
  else
    refuse({"--to-top-down"}, "with --switch host");
}

}  // namespace tandem::app
