// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_bfs_arguments.hpp"
#include "tandem_command.hpp"
#include "tandem_numbers.hpp"
#include "tandem_run_arguments.hpp"
#include "tandem_run_summary.hpp"

#include <algorithms/tandem_betweenness.hpp>
#include <algorithms/tandem_bfs.hpp>
#include <algorithms/tandem_components.hpp>
#include <algorithms/tandem_pagerank.hpp>
#include <algorithms/tandem_result_files.hpp>
#include <algorithms/tandem_sssp.hpp>
#include <algorithms/tandem_validate.hpp>
#include <core/impl/tandem_output_file.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_progress.hpp>
#include <fmt/format.h>
#include <algorithm>
#include <map>
#include <memory>
#include <optional>

namespace tandem::app {

namespace {

struct RunArguments {
  std::string algorithm;
  GraphArguments graph;
  EngineArguments engine;
  SourceArguments sources;
  BfsOptions bfs;
  PageRankOptions pagerank;
  SsspOptions sssp;
  bool validate = false;
  std::string output, json, trace;
  int threads = 0;
};

/// Nothing if the user names no file.
std::unique_ptr<Impl::OutputFile> open_file(std::string const& path) {
  return path.empty() ? nullptr : std::make_unique<Impl::OutputFile>(path);
}

/// What profiles call the algorithm: a search that goes top-down only has rates of its own.
std::string name_in_profile(RunArguments const& arguments) {
  bool const top_down = arguments.algorithm == "bfs" && arguments.bfs.direction == BfsDirection::top_down;
  return top_down ? "bfs-top-down" : arguments.algorithm;
}

/// Throws Error for whatever can be known to be wrong before there is a graph.
EngineOptions checked_engine_options(RunArguments const& arguments) {
  EngineOptions options = engine_options(arguments.engine, arguments.graph.generate.seed, arguments.threads);
  options.split.needs = needs_of(arguments.algorithm, arguments.bfs, arguments.pagerank);
  Platform const platform = make_platform(options.platform);
  check_split_options(platform, options.split);
  if (options.assignment.empty())
    options.split.rates = find_rates(arguments.engine, platform, name_in_profile(arguments));
  return options;
}

/// A run of the command: everything that the algorithms share.
class Session {
 public:
  explicit Session(RunArguments const& arguments)
      : m_arguments(arguments),
        m_options(checked_engine_options(arguments)),
        m_output(arguments.output.empty() ? nullptr
                                          : std::make_unique<ResultFile>(m_space, arguments.output)),
        m_json(open_file(arguments.json)),
        m_trace(open_file(arguments.trace)),
        m_graph(load_graph(m_space, arguments.graph, m_report.times)) {
    with_name(arguments.graph.graph, [&] { m_engine.emplace(m_space, m_graph, m_options); });
    m_report.context = make_run_context(*m_engine, command_line());
    if (std::string const& unused = arguments.engine.device_options;
        !unused.empty() && m_engine->num_units() == 1)
      m_report.context.notes.push_back(
          fmt::format("nothing is split on {}: no use for {}", to_string(m_engine->platform().spec), unused));
    for (auto const& phase : m_engine->times().phases()) m_report.times.add(phase.name, phase.seconds);
    m_report.algorithm = arguments.algorithm;
    m_report.graph = fmt::format("{}: {} vertices, {} arcs", arguments.graph.graph,
                                 with_commas(m_graph.num_vertices()), with_commas(m_graph.num_arcs()));
    m_report.policy = arguments.engine.options.assignment.empty()
                          ? std::string(to_string(m_engine->split().policy))
                          : "as in the file";
  }

  Host const& space() const { return m_space; }
  Graph const& graph() const { return m_graph; }
  Engine& engine() { return *m_engine; }
  RunReport& report() { return m_report; }

  std::vector<VertexId> sources() {
    SourceArguments const& asked = m_arguments.sources;
    auto const picked = choose_sources(m_graph, asked, m_arguments.graph.generate.seed);
    if (asked.ids.empty() && picked.size() < asked.count)
      m_report.context.notes.push_back(
          fmt::format("{} sources and not {}: no other vertex has an edge", picked.size(), asked.count));
    for (VertexId const source : picked) m_report.sources.push_back(m_graph.original_id(source));
    return picked;
  }

  /// Of a result of its own for each source.
  void expect_results(std::size_t num_sources) {
    if (m_output) m_output->expect(num_sources);
  }
  template <class... Result>
  void write(Result const&... result) {
    if (!m_output) return;
    auto const timing = m_report.times.time("write");
    m_output->add(m_graph, result...);
  }

  /// work(), with a line that says what it is about if it takes long.
  template <class Work>
  auto wait_for(Work const& work) {
    Progress const line(m_arguments.algorithm);
    return work();
  }

  /// Runs the check, if the user wants it, and throws what it complains about.
  template <class Check>
  void validate(Check const& check) {
    if (!m_arguments.validate) return;
    auto const timing = m_report.times.time("validate");
    if (Complaint const complaint = check()) throw Error("the result is wrong: " + *complaint);
    m_report.validation = "passed";
  }

  void finish() {
    if (m_json) m_json->write(to_json(m_report));
    if (m_trace) m_trace->write(to_trace(m_report.records));
    if (m_output) m_output->commit();
    if (m_json) m_json->commit();
    if (m_trace) m_trace->commit();
    fmt::print("{}", to_text(m_report));
  }

 private:
  RunArguments const& m_arguments;
  EngineOptions m_options;
  Host m_space;
  std::unique_ptr<ResultFile> m_output;  ///< a bad name had better be told before the run; of the others too
  std::unique_ptr<Impl::OutputFile> m_json, m_trace;
  RunReport m_report;
  Graph m_graph;
  std::optional<Engine> m_engine;
};

void run_bfs(Session& session, BfsOptions const& options) {
  auto const sources = session.sources();
  session.expect_results(sources.size());
  Bfs search(session.engine(), options);
  Progress progress("searching", sources.size(), "sources");
  for (VertexId const source : sources) {
    BfsRun const run = search.run(source);
    session.report().records.push_back(run.record);
    session.report().rates.push_back(run.teps());
    session.report().fetch_parents.push_back(run.aggregate_seconds);
    session.report().times.add("fetch parents", run.aggregate_seconds);
    session.report().times.add("name parents", run.naming_seconds);
    session.validate([&] { return validate_bfs(session.space(), session.graph(), source, run.tree); });
    session.write(source, run.tree);
    progress.advance(1);
  }
}

void run_pagerank(Session& session, PageRankOptions const& options) {
  PageRankRun const run = session.wait_for([&] { return pagerank(session.engine(), options); });
  session.report().records.push_back(run.record);
  session.report().rates.push_back(run.teps());
  session.report().figures = {{"iterations", run.ranks.iterations}, {"last change", run.ranks.error}};
  PagerankCheck const check{options.damping, options.double_precision ? 1e-9 : 1e-4};
  session.validate([&] { return validate_pagerank(session.space(), session.graph(), run.ranks, check); });
  session.write(run.ranks);
}

void run_sssp(Session& session, SsspOptions const& options) {
  auto const sources = session.sources();
  session.expect_results(sources.size());
  Sssp paths(session.engine(), options);
  session.report().figures = {{"delta", paths.delta()}};
  Progress progress("finding paths", sources.size(), "sources");
  for (VertexId const source : sources) {
    SsspRun const run = paths.run(source);
    session.report().records.push_back(run.record);
    session.report().rates.push_back(run.teps());
    session.report().times.add("name distances", run.naming_seconds);
    session.validate([&] { return validate_sssp(session.space(), session.graph(), source, run.result); });
    session.write(source, run.result);
    progress.advance(1);
  }
}

void run_components(Session& session) {
  ComponentsRun const run = session.wait_for([&] { return components(session.engine(), session.graph()); });
  session.report().records.push_back(run.record);
  session.report().rates.push_back(run.teps());
  session.report().times.add("name ghosts", run.setup_seconds);
  session.report().times.add("name components", run.collect_seconds);
  session.report().figures = {{"components", static_cast<double>(run.num_components)}};
  session.validate([&] { return validate_components(session.space(), session.graph(), run.components); });
  session.write(run.components);
}

void run_betweenness(Session& session) {
  auto const sources = session.sources();
  BetweennessRun const run = betweenness(session.engine(), sources);
  session.report().records.push_back(run.record);
  session.report().rates.push_back(run.teps());
  session.report().figures = {{"sources", static_cast<double>(sources.size())}};
  session.validate(
      [&] { return validate_betweenness(session.space(), session.graph(), sources, run.centrality, 1e-6); });
  session.write(run.centrality);
}

void run(RunArguments const& arguments) {
  std::string const& algorithm = arguments.algorithm;
  refuse_same_files(
      {graph_file("--graph", arguments.graph),
       {"--assignment", arguments.engine.options.assignment},
       {"--profile", arguments.engine.profile}},
      {{"--output", arguments.output}, {"--json", arguments.json}, {"--trace", arguments.trace}});
  Session session(arguments);
  if (algorithm == "bfs") run_bfs(session, arguments.bfs);
  if (algorithm == "pagerank") run_pagerank(session, arguments.pagerank);
  if (algorithm == "sssp") run_sssp(session, arguments.sssp);
  if (algorithm == "cc") run_components(session);
  if (algorithm == "bc") run_betweenness(session);
  session.finish();
}

/// Options that only some algorithms know what to do with.
struct OwnOptions {
  std::vector<std::string> names, algorithms;
};

/// Throws Error for an option of another algorithm than the one to be run.
void refuse_foreign_options(CLI::App const& command, std::string const& algorithm) {
  static std::vector<OwnOptions> const own{
      {{"--source", "--sources", "--all-sources"}, {"bfs", "bc", "sssp"}},
      {{"--direction", "--switch", "--to-bottom-up", "--worth-bottom-up", "--to-top-down",
        "--bottom-up-steps"},
       {"bfs"}},
      {{"--iterations", "--tolerance", "--damping", "--double"}, {"pagerank"}},
      {{"--delta"}, {"sssp"}}};
  for (OwnOptions const& each : own) {
    if (std::find(each.algorithms.begin(), each.algorithms.end(), algorithm) != each.algorithms.end())
      continue;
    for (std::string const& name : each.names)
      if (command.get_option(name)->count() > 0)
        throw Error(fmt::format("{} is for {}, {} has no use for it", name, fmt::join(each.algorithms, ", "),
                                algorithm));
  }
}

void add_options(CLI::App& command, RunArguments& arguments) {
  static std::map<std::string, BfsDirection> const directions{{"optimized", BfsDirection::optimized},
                                                              {"top-down", BfsDirection::top_down},
                                                              {"bottom-up", BfsDirection::bottom_up}};
  command
      .add_option(
          "algorithm", arguments.algorithm,
          "bfs: levels and parents; pagerank; bc: betweenness centrality; sssp: shortest paths; cc: weakly "
          "connected components")
      ->required()
      ->check(CLI::IsMember(algorithm_names()))
      ->type_name("");
  command.add_option("-g,--graph", arguments.graph.graph, "file to read, or a generator such as kron:20")
      ->required();
  command.add_flag("--validate", arguments.validate,
                   "check the result by code that shares nothing with the engine");
  command
      .add_option("-o,--output", arguments.output, "write a line for each vertex (.tsv, .tsv.gz, .tsv.zst)")
      ->type_name("FILE");
  command.add_option("--json", arguments.json, "write a record of the run")->type_name("FILE");
  command
      .add_option("--trace", arguments.trace, "write a trace of all runs for Perfetto or chrome://tracing")
      ->type_name("FILE");
  add_engine_options(command, arguments.engine);
  add_source_options(command, arguments.sources);
  command
      .add_option_function<std::string>(
          "--direction",
          [&arguments](std::string const& name) { arguments.bfs.direction = directions.at(name); },
          "of bfs: optimized (each level the cheaper way), top-down or bottom-up (default: optimized)")
      ->check(CLI::IsMember(directions))
      ->type_name("NAME");
  add_bfs_switch_options(command, arguments.bfs);
  command.add_option("--iterations", arguments.pagerank.iterations, "of PageRank, at most")
      ->transform(whole_number())
      ->capture_default_str();
  command
      .add_option("--tolerance", arguments.pagerank.tolerance,
                  "PageRank stops when an iteration changes the ranks by less, in sum (default: never)")
      ->transform(real_number());
  command.add_option("--damping", arguments.pagerank.damping, "of PageRank")
      ->transform(real_number())
      ->capture_default_str();
  command.add_flag("--double", arguments.pagerank.double_precision, "PageRank in double instead of float");
  command
      .add_option("--delta", arguments.sssp.delta,
                  "width of a bucket of distances in sssp (default: chosen from weights and degrees)")
      ->transform(real_number());
  add_read_options(command, arguments.graph);
  add_generate_options(command, arguments.graph);
  add_build_options(command, arguments.graph);
}

}  // namespace

void add_run_command(CLI::App& app, Action& action) {
  auto const arguments = std::make_shared<RunArguments>();
  auto& command = *app.add_subcommand("run", "run an algorithm on host and devices at once");
  command.footer(
      "Examples:\n"
      "  tandem run bfs --graph kron:20 --sources 16 --validate\n"
      "  tandem run sssp --graph roads.gr --source 1 --output distances.tsv\n"
      "  tandem run pagerank --graph web.tdm --platform 1S1G --partition high --alpha 0.7 --output "
      "ranks.tsv\n"
      "\n"
      "Generated graphs lose duplicate edges and self loops. Ids of --source and of results are the file's "
      "own.");
  add_options(command, *arguments);
  command.callback([arguments, &command, &app, &action] {
    refuse_foreign_options(command, arguments->algorithm);
    refuse_idle_switch_options(command, arguments->bfs);
    arguments->engine.device_options = given_device_options(command);
    auto& graph = arguments->graph;
    clean_generated(graph);
    if (arguments->algorithm == "sssp") weigh_generated(graph);
    arguments->threads = given_threads(app);
    action = [arguments] { run(*arguments); };
  });
}

}  // namespace tandem::app
