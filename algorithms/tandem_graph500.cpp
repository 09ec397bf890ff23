// SPDX-License-Identifier: BSD-3-Clause
#include <algorithms/tandem_graph500.hpp>
#include <algorithms/tandem_sources.hpp>
#include <algorithms/tandem_sssp.hpp>
#include <core/tandem_build.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_generate.hpp>
#include <core/tandem_progress.hpp>
#include <fmt/format.h>
#include <cmath>
#include <optional>

namespace tandem {

namespace {

/// Input edges whose ends were reached. As one end is reached if the other is, the source says it all.
template <class IsReached>
double count_edges(Host const& space, EdgeList const& edges, IsReached const& is_reached) {
  std::uint64_t count = 0;
  auto const sources = edges.sources;
  Kokkos::parallel_reduce(
      "tandem::graph500::count_edges", Kokkos::RangePolicy<Host>(space, 0, edges.num_edges()),
      [=](std::size_t e, std::uint64_t& sum) { sum += is_reached(sources(e)); }, count);
  return static_cast<double>(count);
}

struct Searches {
  Engine& engine;
  Graph500Options const& options;
  Graph500Progress const& progress;
  EdgeList const& edges;
  Graph const& graph;
  EnergyMeter& energy;

  /// search(kernel, root) for each root; throws what one complains about.
  template <class Search>
  Graph500Kernel search_all(std::string const& name, std::vector<VertexId> const& roots,
                            Search const& search) {
    Graph500Kernel kernel;
    kernel.name = name;
    for (std::size_t i = 0; i < roots.size(); ++i) {
      if (progress) progress(name, i, roots.size());
      if (Complaint const complaint = search(kernel, roots[i]))
        throw Error(fmt::format("the result of {} from root {} is wrong: {}", name, roots[i], *complaint));
    }
    kernel.all_metered = energy.coverage().all(engine.platform());
    return kernel;
  }

  /// run(), and the energy that it takes.
  template <class Run>
  auto measure(Graph500Kernel& kernel, Run const& run) {
    (void)energy.joules();
    Timer const timer;
    auto result = run();
    kernel.metered_seconds += timer.seconds();
    if (auto const joules = energy.joules()) kernel.joules = kernel.joules.value_or(0) + *joules;
    return result;
  }

  /// Counts the edges and validates the result, between searches and so on a unit.
  template <class IsReached, class Validate>
  Complaint check(Graph500Kernel& kernel, IsReached const& is_reached, Validate const& validate) {
    Complaint complaint;
    engine.on_host_unit([&](Host const& space) {
      kernel.edges.push_back(count_edges(space, edges, is_reached));
      if (!options.validate) return;
      Timer const timer;
      complaint = validate(space);
      kernel.validate_seconds.push_back(timer.seconds());
    });
    return complaint;
  }

  Graph500Kernel breadth_first(Bfs& search, std::vector<VertexId> const& roots) {
    search.run(roots.front());  // memory is touched for the first time
    return search_all("bfs", roots, [&](Graph500Kernel& kernel, VertexId root) -> Complaint {
      BfsRun const run = measure(kernel, [&] { return search.run(root); });
      kernel.seconds.push_back(run.seconds() + run.naming_seconds);  // the rules want the input's numbers
      kernel.init_seconds.push_back(run.record.init_seconds());
      kernel.naming_seconds.push_back(run.aggregate_seconds + run.naming_seconds);
      auto const parent = run.tree.parent;
      return check(
          kernel, [=](VertexId v) { return parent(v) != invalid_vertex; },
          [&](Host const& space) { return validate_graph500_tree(space, edges, root, parent); });
    });
  }

  /// Kernel 3 wants a tree, too.
  struct PathsRun {
    SsspRun sssp;
    HostView<VertexId> parent;
    double parents_seconds;
  };
  PathsRun find_paths(Sssp& paths, VertexId root) {
    SsspRun const run = paths.run(root);
    Timer const timer;
    auto const parent = find_graph500_parents(engine, graph, root, run.result.distance);
    return {run, parent, timer.seconds()};
  }

  Graph500Kernel shortest_paths(Sssp& paths, std::vector<VertexId> const& roots) {
    find_paths(paths, roots.front());
    return search_all("sssp", roots, [&](Graph500Kernel& kernel, VertexId root) -> Complaint {
      PathsRun const run = measure(kernel, [&] { return find_paths(paths, root); });
      kernel.seconds.push_back(run.sssp.record.seconds + run.sssp.naming_seconds + run.parents_seconds);
      kernel.init_seconds.push_back(run.sssp.record.init_seconds());
      kernel.naming_seconds.push_back(run.sssp.naming_seconds + run.parents_seconds);
      auto const distance = run.sssp.result.distance;
      return check(
          kernel, [=](VertexId v) { return std::isfinite(distance(v)); },
          [&](Host const& space) {
            return validate_graph500_paths(space, edges, root, run.parent, distance);
          });
    });
  }
};

}  // namespace

Graph500Result run_graph500(Host const& space, Graph500Options const& options,
                            Graph500Progress const& progress) {
  if (options.num_roots == 0) throw Error("Graph500 needs at least one root");
  Graph500Result result;
  result.scale = options.scale;
  result.edge_factor = options.edge_factor;
  result.seed = options.seed;
  EnergyMeter energy(options.energy);
  Timer const generation;
  EdgeList const edges =
      generate(space, fmt::format("kron:{}:{}", options.scale, options.edge_factor),
               {options.seed, options.shortest_paths ? WeightKind::unit : WeightKind::none});
  result.generation_seconds = generation.seconds();

  std::optional<Progress> line(std::in_place, "construction");
  Timer const construction;
  Graph const graph = build_graph(space, edges, {.drop_duplicates = true, .drop_self_loops = true});
  EngineOptions engine_options = options.engine;
  engine_options.split.needs = options.shortest_paths
                                   ? needs_side_by_side(bfs_needs(options.bfs), sssp_needs())
                                   : bfs_needs(options.bfs);
  Engine engine(space, graph, engine_options);
  BfsOptions without_levels = options.bfs;  // the rules are checked on parents
  without_levels.levels = false;
  Bfs search(engine, without_levels);
  std::optional<Sssp> paths;
  if (options.shortest_paths) paths.emplace(engine);
  result.construction_seconds = construction.seconds();
  line.reset();

  result.context = make_run_context(engine);
  result.policy = to_string(engine.split().policy);
  result.alpha = engine.layout().alpha();
  auto const roots = pick_sources(graph, options.num_roots, options.seed);
  result.roots.assign(roots.begin(), roots.end());
  Searches searches{engine, options, progress, edges, graph, energy};
  result.kernels.push_back(searches.breadth_first(search, roots));
  if (paths) result.kernels.push_back(searches.shortest_paths(*paths, roots));
  result.energy = energy.describe(engine.platform());  // last, as a counter may fail at any time
  return result;
}

}  // namespace tandem
