// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_graph_arguments.hpp"
#include "tandem_numbers.hpp"

#include <core/tandem_error.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <filesystem>
#include <map>

namespace tandem::app {

namespace {

CLI::Option* add_format_option(CLI::App& command, std::string const& flag, Format& format,
                               std::string const& fallback) {
  return command
      .add_option_function<std::string>(
          flag, [&format](std::string const& name) { format = parse_format(name); },
          fmt::format("format, one of {} (default: {})", format_names(), fallback))
      ->type_name("FORMAT");
}

std::string rate(EdgeIndex edges, double seconds) {
  return seconds <= 0 ? std::string()
                      : fmt::format(", {:.1f} M/s", static_cast<double>(edges) / seconds * 1e-6);
}

std::string summary(Graph const& graph) {
  return fmt::format("{} vertices, {} arcs, {}{}", with_commas(graph.num_vertices()),
                     with_commas(graph.num_arcs()), graph.directed ? "directed" : "undirected",
                     graph.weighted() ? ", weighted" : "");
}

void refuse_useless_options(GraphArguments const& arguments) {
  bool const generated = is_generator(arguments.graph);
  for (auto const* const option : generated ? arguments.file_options : arguments.generator_options)
    if (option->count() > 0)
      throw Error(fmt::format("{} is for graphs {}: no use for it with {}", option->get_name(),
                              generated ? "from a file" : "that are generated", arguments.graph));
}

/// What `work` returns. The line that tells of a long wait is wiped by then, so that others can follow.
template <class Work>
auto timed(PhaseTimes& times, std::string name, Work const& work) {
  auto const timing = times.time(std::move(name));
  return work();
}

Graph make_graph(Host const& space, GraphArguments const& arguments, PhaseTimes& times) {
  Graph graph;
  Timer timer;
  if (is_generator(arguments.graph)) {
    GenerateOptions options = arguments.generate;
    if (arguments.read.ignore_weights) options.weights = WeightKind::none;
    EdgeList edges = timed(times, "generate", [&] { return generate(space, arguments.graph, options); });
    auto const num_edges = edges.num_edges();
    spdlog::info("generated {}: {} edges in {:.2f} s{}", arguments.graph, with_commas(num_edges),
                 timer.seconds(), rate(num_edges, timer.seconds()));
    if (arguments.read.undirected) edges.directed = false;
    timer = {};
    graph = timed(times, "build", [&] { return build_graph(space, std::move(edges), arguments.build); });
    spdlog::info("built {} in {:.2f} s{}", summary(graph), timer.seconds(), rate(num_edges, timer.seconds()));
  } else {
    graph = timed(times, "read",
                  [&] { return read_graph(space, arguments.graph, arguments.read, arguments.build); });
    spdlog::info("read {}: {} in {:.2f} s", arguments.graph, summary(graph), timer.seconds());
  }
  return graph;
}

}  // namespace

void add_read_options(CLI::App& command, GraphArguments& arguments) {
  auto& read = arguments.read;
  auto* const from = add_format_option(command, "--from", read.format, "from content and extension");
  command.add_flag("--undirected", read.undirected, "every edge goes both ways, whatever the file says");
  command.add_flag("--no-weights", read.ignore_weights, "take the structure only");
  auto* const no_verify =
      command.add_flag("!--no-verify", read.verify, "trust binary files: skip their checksums and id checks");
  arguments.file_options = {from, no_verify};
}

CLI::Option* add_seed_option(CLI::App& command, std::uint64_t& seed, std::string const& what) {
  return command.add_option("--seed", seed, what)
      ->transform(whole_number())
      ->capture_default_str()
      ->type_name("N");
}

void add_generate_options(CLI::App& command, GraphArguments& arguments, SeedUse seed_use) {
  static std::map<std::string, WeightKind> const kinds{
      {"none", WeightKind::none}, {"integer", WeightKind::integer}, {"unit", WeightKind::unit}};
  auto* const seed =
      add_seed_option(command, arguments.generate.seed, "the same seed gives the same graph on any machine");
  auto* const weights =
      command
          .add_option_function<std::string>(
              "--weights",
              [&arguments](std::string const& name) { arguments.generate.weights = kinds.at(name); },
              "weights of generated edges: integer (1..255) or unit ([0, 1)) (default: none)")
          ->check(CLI::IsMember(kinds))
          ->type_name("KIND");
  if (auto* const no_weights = command.get_option_no_throw("--no-weights")) weights->excludes(no_weights);
  arguments.generator_options = {weights};
  if (seed_use == SeedUse::graph) arguments.generator_options.push_back(seed);
}

void add_build_options(CLI::App& command, GraphArguments& arguments) {
  auto& build = arguments.build;
  command.add_flag("--drop-duplicates", build.drop_duplicates,
                   "keep one of parallel edges, the one of smallest weight");
  command.add_flag("--drop-self-loops", build.drop_self_loops, "leave out edges from a vertex to itself");
  command.add_flag("--drop-isolated", build.drop_isolated, "leave out vertices without any edge");
  command.add_flag("--order-by-degree", build.order_by_degree,
                   "number vertices by falling degree (faster to process; ids of the file are kept beside)");
  command.add_flag("--in-edges", build.transpose,
                   "also keep the in-edges of a directed graph (.tdm and .sg files)");
}

void clean_generated(GraphArguments& arguments) {
  if (!is_generator(arguments.graph)) return;
  arguments.build.drop_duplicates = arguments.build.drop_self_loops = true;
}

FileArgument graph_file(std::string name, GraphArguments const& arguments) {
  return {std::move(name), is_generator(arguments.graph) ? std::string() : arguments.graph};
}

void weigh_generated(GraphArguments& arguments) {
  auto& weights = arguments.generate.weights;
  if (is_generator(arguments.graph) && weights == WeightKind::none) weights = WeightKind::integer;
}

void add_write_options(CLI::App& command, OutputArguments& output) {
  add_format_option(command, "--to", output.write.format, "from the extension");
}

Graph load_graph(Host const& space, GraphArguments const& arguments, PhaseTimes& times) {
  refuse_useless_options(arguments);
  return with_name(arguments.graph, [&] { return make_graph(space, arguments, times); });
}

void save_graph(Host const& space, Graph const& graph, OutputArguments const& output, PhaseTimes& times) {
  Timer const timer;
  timed(times, "write", [&] { write_graph(space, output.path, graph, output.write); });
  std::error_code error;
  auto const bytes = std::filesystem::file_size(output.path, error);
  spdlog::info("wrote {}{} in {:.2f} s", output.path, error ? "" : ": " + format_bytes(bytes),
               timer.seconds());
  if (loses_original_ids(output.path, graph, output.write))
    spdlog::info(
        "{} can't hold the original ids, its vertices are numbered anew: .tdm, .txt and .e keep them",
        output.path);
  if (auto const lost = count_lost_vertices(space, output.path, graph, output.write))
    spdlog::info("{} can't hold {} vertices that have no edge, as ids are not 0..n-1: .tdm and .e keep them",
                 output.path, with_commas(lost));
}

std::string with_commas(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, ",");
  return text;
}

}  // namespace tandem::app
