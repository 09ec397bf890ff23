// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_command.hpp"
#include "tandem_graph_arguments.hpp"
#include "tandem_info_json.hpp"

#include <core/tandem_error.hpp>
#include <core/tandem_statistics.hpp>
#include <exec/tandem_platform.hpp>
#include <fmt/format.h>
#include <algorithm>
#include <memory>
#include <optional>

namespace tandem::app {

namespace {

void print_line(std::string_view name, std::string const& value) {
  fmt::print("{:<20} {}\n", name, value);
}

std::string share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0
             ? std::string()
             : fmt::format(" ({:.1f} %)", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

void print_degrees(std::string_view name, DegreeStatistics const& degrees) {
  print_line(name,
             fmt::format("mean {:.2f}, median {}, from {} to {}", degrees.mean, with_commas(degrees.median),
                         with_commas(degrees.min), with_commas(degrees.max)));
}

std::string bin_name(std::size_t bin) {
  if (bin < 2) return std::to_string(bin);
  std::uint64_t const first = std::uint64_t(1) << (bin - 1);
  return fmt::format("{}-{}", with_commas(first), with_commas(2 * first - 1));
}

/// One bar for each power of two.
void print_histogram(std::string_view name, DegreeStatistics const& degrees, std::uint64_t num_vertices) {
  constexpr double bar_width = 40;
  auto const& bins = degrees.histogram;
  if (bins.empty()) return;
  fmt::print("\n{:<20} {:>15} {:>8}\n", name, "vertices", "share");
  double const largest = static_cast<double>(*std::max_element(bins.begin(), bins.end()));
  for (std::size_t bin = 0; bin < bins.size(); ++bin) {
    double const count = static_cast<double>(bins[bin]);
    // Every bin that is not empty shows, however rare its degrees.
    auto const width =
        bins[bin] == 0 ? 0 : std::max<std::size_t>(1, static_cast<std::size_t>(bar_width * count / largest));
    fmt::print("{:<20} {:>15} {:>6.2f} %  {}\n", bin_name(bin), with_commas(bins[bin]),
               100 * count / static_cast<double>(num_vertices), std::string(width, '#'));
  }
}

void print_statistics(std::string const& name, GraphStatistics const& statistics) {
  std::uint64_t const n = statistics.num_vertices;
  print_line("graph", name);
  print_line("vertices", with_commas(n));
  print_line("edges", fmt::format("{}, {}", with_commas(statistics.num_edges),
                                  statistics.directed ? "directed"
                                                      : fmt::format("undirected ({} arcs)",
                                                                    with_commas(statistics.num_arcs))));
  print_line("weights", statistics.weighted
                            ? fmt::format("from {} to {}", statistics.min_weight, statistics.max_weight)
                            : "none");
  print_line("self loops", with_commas(statistics.self_loops));
  print_line("duplicate arcs", with_commas(statistics.duplicate_arcs));
  print_line("isolated vertices", with_commas(statistics.isolated) + share(statistics.isolated, n));
  if (statistics.directed) {
    print_degrees("out-degree", statistics.out_degree);
    print_degrees("in-degree", statistics.in_degree);
  } else {
    print_degrees("degree", statistics.out_degree);
  }
  print_line("components",
             fmt::format("about {}, the largest of about {} vertices{}", with_commas(statistics.components),
                         with_commas(statistics.largest_component), share(statistics.largest_component, n)));
  print_line("vertex order", statistics.degree_ordered ? "by falling degree" : "as given");
  print_line("in-edges",
             statistics.directed ? (statistics.has_in_edges ? "stored" : "not stored") : "same as out-edges");
  print_line("memory", format_bytes(statistics.bytes));
  print_histogram(statistics.directed ? "out-degree" : "degree", statistics.out_degree, n);
}

struct InfoArguments {
  GraphArguments graph;
  std::optional<std::string> platform;
  int threads = 0;
  bool json = false;
};

void show_platform(InfoArguments const& arguments) {
  PlatformOptions options;
  options.spec = *arguments.platform;
  options.threads = arguments.threads;
  Platform const platform = make_platform(options);
  fmt::print("{}", arguments.json ? platform_json(platform) : describe(platform));
}

GraphStatistics timed_statistics(Host const& space, Graph const& graph, PhaseTimes& times) {
  auto const timing = times.time("statistics");
  return compute_statistics(space, graph);
}

void show_graph(InfoArguments const& arguments) {
  Host const space;
  PhaseTimes times;
  Graph const graph = load_graph(space, arguments.graph, times);
  auto const statistics = timed_statistics(space, graph, times);
  if (arguments.json)
    fmt::print("{}", statistics_json(arguments.graph.graph, statistics, times));
  else
    print_statistics(arguments.graph.graph, statistics);
}

/// Not CLI11's own exclusion, with which the help would name --platform at each option.
void refuse_graph_options(CLI::App const& command) {
  for (auto const* const option : command.get_options())
    if (std::string const name = option->get_name();
        option->count() > 0 && name != "--platform" && name != "--json")
      throw Error(fmt::format("{} is for graphs: no use for it with --platform", name));
}

}  // namespace

void add_info_command(CLI::App& app, Action& action) {
  auto const arguments = std::make_shared<InfoArguments>();
  auto& command = *app.add_subcommand("info", "describe a graph, or this machine");
  command.footer(
      "Examples:\n"
      "  tandem info kron20.tdm\n"
      "  tandem info grid:1000x1000 --json\n"
      "  tandem info --platform\n"
      "  tandem info --platform 1S1G");
  auto* const graph =
      command.add_option("graph", arguments->graph.graph, "file to read, or a generator such as kron:20");
  auto* const platform =
      command
          .add_option_function<std::vector<std::string>>(
              "--platform",
              [arguments](std::vector<std::string> const& spec) {
                arguments->platform = spec.empty() ? "" : spec.front();
              },
              "describe this machine, and what e.g. 2S1G (sockets and devices) would use of it")
          ->expected(0, 1)
          ->type_name("SPEC");
  command.add_flag("--json", arguments->json, "print the same as JSON");
  add_read_options(command, arguments->graph);
  add_generate_options(command, arguments->graph, SeedUse::graph);
  add_build_options(command, arguments->graph);
  command.callback([arguments, graph, platform, &command, &app, &action] {
    if (graph->count() + platform->count() != 1)
      throw Error("info needs a graph, or --platform: see 'tandem info --help'");
    if (arguments->platform) refuse_graph_options(command);
    arguments->threads = given_threads(app);
    action = [arguments] { arguments->platform ? show_platform(*arguments) : show_graph(*arguments); };
  });
}

}  // namespace tandem::app
