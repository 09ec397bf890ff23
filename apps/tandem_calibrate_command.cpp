// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_command.hpp"
#include "tandem_numbers.hpp"
#include "tandem_run_arguments.hpp"

#include <algorithms/tandem_measure_machine.hpp>
#include <core/impl/tandem_output_file.hpp>
#include <core/tandem_error.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <cmath>
#include <memory>

namespace tandem::app {

namespace {

struct CalibrateArguments {
  GraphArguments graph;
  PlatformOptions platform;
  std::string profile;
  double seconds = 60;
};

std::string millions(double rate) {
  return std::isinf(rate) ? "-" : fmt::format("{:.1f}", rate / 1e6);
}

void print_profile(MachineProfile const& profile) {
  fmt::print(
      "platform {}, in millions a second; -: costs nothing that was seen\n"
      "overlap: how much of the faster side's time passes while the slower one works\n\n",
      profile.platform);
  fmt::print("{:<12} {:>10} {:>9} {:>13} {:>9} {:>9}   {}\n", "algorithm", "host edges", "vertices",
             "device edges", "vertices", "messages", "overlap rand  high   low");
  for (auto const& [name, rates] : profile.algorithms)
    fmt::print("{:<12} {:>10} {:>9} {:>13} {:>9} {:>9}   {:>12.2f} {:>5.2f} {:>5.2f}\n", name,
               millions(rates.host.edges_per_second), millions(rates.host.vertices_per_second),
               millions(rates.device.edges_per_second), millions(rates.device.vertices_per_second),
               millions(rates.messages_per_second), rates.overlap_of(PartitionPolicy::random),
               rates.overlap_of(PartitionPolicy::high), rates.overlap_of(PartitionPolicy::low));
}

/// Where the user's profile for the platform goes. Makes the folder.
std::filesystem::path make_own_profile_path(PlatformSpec const& spec) {
  auto const path = default_profile_path(to_string(spec));
  if (!path) throw Error("neither XDG_CONFIG_HOME nor HOME is set: name the profile by --profile");
  std::error_code error;
  std::filesystem::create_directories(path->parent_path(), error);
  if (error)
    throw Error(fmt::format("can't make '{}': {}: name the profile by --profile",
                            path->parent_path().string(), error.message()));
  return *path;
}

void calibrate(CalibrateArguments const& arguments) {
  Host const space;
  PhaseTimes times;
  refuse_same_files({graph_file("--graph", arguments.graph)}, {{"--profile", arguments.profile}});
  PlatformSpec const spec = make_platform(arguments.platform).spec;
  auto const path =
      arguments.profile.empty() ? make_own_profile_path(spec) : std::filesystem::path(arguments.profile);
  Impl::OutputFile file(path);  // a bad name had better be told before all that follows
  Graph const graph = load_graph(space, arguments.graph, times);
  MachineProfile const profile = measure_machine(space, graph, arguments.platform, arguments.seconds);
  file.write(fmt::format("# Measured by: {}\n{}", command_line(), to_toml(profile)));
  file.commit();
  print_profile(profile);
  spdlog::info("wrote {}", path.string());
}

}  // namespace

void add_calibrate_command(CLI::App& app, Action& action) {
  auto const arguments = std::make_shared<CalibrateArguments>();
  arguments->graph.graph = "kron:18";
  auto& command = *app.add_subcommand(
      "calibrate", "measure how fast each unit does each algorithm, for 'plan' and 'run' to split by");
  command.footer(
      "Takes some seconds, and is worth repeating with a graph like yours. Each algorithm runs three times "
      "on\n"
      "each of nine splits. On a large graph, for which --seconds are too few, it runs once, and on no more\n"
      "splits when they are over; three splits are always measured, however long they take.\n"
      "Examples:\n"
      "  tandem calibrate\n"
      "  tandem calibrate --platform 1S1G --graph web.tdm --profile web.toml");
  command
      .add_option("-g,--graph", arguments->graph.graph,
                  "file to read, or a generator; shortest paths need weights")
      ->capture_default_str();
  command
      .add_option("--profile", arguments->profile,
                  "where to save (default: in the user's folder for configurations)")
      ->type_name("FILE");
  command.add_option("--seconds", arguments->seconds, "that measuring may take, beyond reading the graph")
      ->check(positive_number())
      ->transform(real_number())
      ->capture_default_str();
  add_platform_options(command, arguments->platform);
  add_read_options(command, arguments->graph);
  add_generate_options(command, arguments->graph, SeedUse::graph);
  add_build_options(command, arguments->graph);
  command.callback([arguments, &app, &action] {
    auto& graph = arguments->graph;
    clean_generated(graph);
    if (is_generator(graph.graph) && graph.generate.weights == WeightKind::none)
      graph.generate.weights = WeightKind::integer;
    arguments->platform.threads = given_threads(app);
    action = [arguments] { calibrate(*arguments); };
  });
}

}  // namespace tandem::app
