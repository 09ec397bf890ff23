// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_numbers.hpp"
#include "tandem_run_arguments.hpp"

#include <algorithms/tandem_betweenness.hpp>
#include <algorithms/tandem_components.hpp>
#include <algorithms/tandem_sources.hpp>
#include <algorithms/tandem_sssp.hpp>
#include <core/tandem_error.hpp>
#include <exec/tandem_profile_rates.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

namespace tandem::app {

namespace {

/// The user's own profile for the platform; empty if there is none, or none that may be read.
std::filesystem::path own_profile(Platform const& platform) {
  std::error_code ignored;
  auto const path = default_profile_path(to_string(platform.spec));
  return path && std::filesystem::exists(*path, ignored) ? *path : std::filesystem::path();
}

}  // namespace

void add_platform_options(CLI::App& command, PlatformOptions& options) {
  command.add_option("--platform", options.spec, "sockets and devices, such as 1S1G (default: all there is)")
      ->type_name("SPEC");
  command
      .add_option("--device-memory", options.device_memory,
                  "memory that a device is taken to have at most, such as 256M")
      ->transform(CLI::AsSizeValue(false))
      ->transform(positive_size())
      ->type_name("SIZE");
  command
      .add_option("--device-threads", options.device_threads,
                  "threads of each device that is a slice of the host (default: an equal share)")
      ->delimiter(',')
      ->transform(whole_number())
      ->type_name("N,N");
  command.add_flag("!--no-bind", options.bind, "leave threads where the system puts them");
}

void add_engine_options(CLI::App& command, EngineArguments& arguments) {
  auto& options = arguments.options;
  add_platform_options(command, options.platform);
  command
      .add_option(
          "--partition", arguments.policy,
          "vertices of the host: high or low (by degree), or rand (default: by the profile; else high, rand "
          "where devices are slices of the host)")
      ->type_name("POLICY");
  command
      .add_option(
          "--alpha", options.split.alpha,
          "share of the edges on the host, 0..1 (default: by the profile; else from a short test of all "
          "units, by threads where devices are slices of the host; never less than the devices can't hold)")
      ->transform(real_number())
      ->type_name("SHARE");
  command
      .add_flag(
          "--fill-devices", arguments.fill_devices,
          "vertices of the lowest degrees to the devices until their memory, or --device-memory, is full")
      ->excludes("--alpha");
  command
      .add_option("--profile", arguments.profile,
                  "speed of the units as 'tandem calibrate' measured it (default: the user's profile for the "
                  "platform, if there is one)")
      ->type_name("FILE");
  command
      .add_option("--device-shares", options.split.device_shares,
                  "how devices share the rest, such as 2,1 (default: equally)")
      ->delimiter(',')
      ->transform(real_number())
      ->type_name("N,N");
  command
      .add_option("--assignment", options.assignment,
                  "file of lines 'vertex partition' in place of a policy; partition 0 is the host")
      ->excludes("--partition", "--alpha", "--fill-devices", "--device-shares")
      ->type_name("FILE");
  command.add_flag(
      "--edges-on-host", options.split.edges_on_host,
      "devices read edges from pinned host memory instead of their own: for devices too small; slices of the "
      "host do so anyway, with --device-memory these count as the host's then");
}

std::string given_device_options(CLI::App const& command) {
  std::vector<std::string> given;
  for (char const* name : {"--alpha", "--partition", "--device-memory", "--device-threads", "--device-shares",
                           "--fill-devices", "--edges-on-host"})
    if (command.get_option(name)->count() > 0) given.emplace_back(name);
  return fmt::format("{}", fmt::join(given, ", "));
}

EngineOptions engine_options(EngineArguments const& arguments, std::uint64_t seed, int threads) {
  EngineOptions options = arguments.options;
  if (!arguments.policy.empty()) options.split.policy = parse_policy(arguments.policy);
  if (arguments.fill_devices) {
    options.split.alpha = 0;  // which is raised to what they can't hold
    if (!options.split.policy) options.split.policy = PartitionPolicy::high;
  }
  options.seed = seed;
  options.platform.threads = threads;
  return options;
}

std::vector<std::string> const& algorithm_names() {
  static std::vector<std::string> const names{"bfs", "pagerank", "bc", "sssp", "cc"};
  return names;
}

ProgramNeeds needs_of(std::string const& algorithm, BfsOptions const& bfs, PageRankOptions const& pagerank) {
  if (algorithm == "bfs") return bfs_needs(bfs);
  if (algorithm == "pagerank") return pagerank_needs(pagerank);
  if (algorithm == "bc") return betweenness_needs();
  if (algorithm == "sssp") return sssp_needs();
  if (algorithm == "cc") return components_needs();
  throw Error(fmt::format("there is no algorithm '{}'", algorithm));
}

std::optional<AlgorithmRates> find_rates(EngineArguments const& arguments, Platform const& platform,
                                         std::string const& algorithm) {
  bool const named = !arguments.profile.empty();
  auto const path = named ? std::filesystem::path(arguments.profile) : own_profile(platform);
  if (path.empty()) return std::nullopt;
  MachineProfile const profile = read_machine_profile(path);
  std::string const problem = reason_not_to_use(profile, platform, algorithm);
  if (problem.empty()) return profile.find(algorithm);
  if (named) throw Error(fmt::format("'{}' {}", path.string(), problem));
  spdlog::info("{} {}: not used", path.string(), problem);
  return std::nullopt;
}

void add_source_options(CLI::App& command, SourceArguments& arguments) {
  auto* const ids =
      command.add_option("--source", arguments.ids, "vertices to start from, by the file's ids")
          ->delimiter(',')
          ->transform(whole_number())
          ->type_name("ID,ID");
  auto* const count = command
                          .add_option("--sources", arguments.count,
                                      "start from so many different random vertices that have an edge")
                          ->excludes(ids)
                          ->check(CLI::Range(std::size_t(1), std::size_t(1) << 32))
                          ->transform(whole_number())
                          ->capture_default_str()
                          ->type_name("N");
  command.add_flag("--all-sources", arguments.all, "start from every vertex (betweenness of small graphs)")
      ->excludes(ids)
      ->excludes(count);
}

std::vector<VertexId> choose_sources(Graph const& graph, SourceArguments const& arguments,
                                     std::uint64_t seed) {
  std::vector<VertexId> sources;
  for (OriginalId const id : arguments.ids) {
    auto const vertex = find_vertex(graph, id);
    if (!vertex) throw Error(fmt::format("the graph has no vertex {} to start from", id));
    sources.push_back(*vertex);
  }
  if (arguments.all && graph.num_vertices() == 0) throw Error("the graph has no vertex to start from");
  if (arguments.all)
    for (std::size_t v = 0; v < graph.num_vertices(); ++v) sources.push_back(static_cast<VertexId>(v));
  if (!arguments.ids.empty() || arguments.all) return sources;
  if (graph.num_arcs() == 0)
    throw Error("no vertex of the graph has an out-edge to start with: name one by --source");
  return pick_sources(graph, arguments.count, seed);
}

}  // namespace tandem::app
