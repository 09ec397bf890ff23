// SPDX-License-Identifier: BSD-3-Clause
#include <algorithms/impl/tandem_pagerank_program.hpp>
#include <algorithms/tandem_pagerank.hpp>
#include <core/tandem_error.hpp>
#include <exec/tandem_collect.hpp>
#include <exec/tandem_programs.hpp>
#include <fmt/format.h>

namespace tandem {

namespace {

void check(PageRankOptions const& options) {
  if (!(options.damping >= 0 && options.damping < 1))
    throw Error(fmt::format("damping is {}: give a number from 0 up to, not including, 1", options.damping));
  if (options.iterations < 1)
    throw Error(fmt::format("{} iterations: PageRank needs at least one", options.iterations));
  if (!(options.tolerance >= 0))
    throw Error(fmt::format("tolerance is {}: give 0 or a positive number", options.tolerance));
}

/// What a unit found, in host memory. Its ranks are kept as contributions: divided by the degree.
template <class Value>
struct UnitRanks {
  HostView<Value const> contributions;
  HostView<EdgeIndex const> offsets;
  VertexId num_active;
  double idle_rank;  ///< of all vertices without an edge

  double operator()(VertexId v) const {
    if (v >= num_active) return idle_rank;
    EdgeIndex const degree = offsets(v + 1) - offsets(v);
    return static_cast<double>(contributions(v)) * static_cast<double>(degree == 0 ? 1 : degree);
  }
};

template <template <class> class Program>
PageRankRun run_with(Engine& engine, PageRankOptions const& options) {
  Programs<Program> programs(engine, Impl::PageRankSetup{options.damping, options.iterations,
                                                         options.tolerance, engine.num_vertices()});
  PageRankRun run;
  run.edges = engine.num_arcs();
  run.record = programs.run();
  std::vector<UnitRanks<typename Program<Host>::Message>> found(engine.num_units());
  std::vector<int> iterations(engine.num_units(), 0);
  programs.for_each([&](std::size_t u, auto& program, auto const& unit) {
    found[u] = {on_host(unit.space, program.contributions()), on_host(unit.space, unit.partition.out.offsets),
                unit.partition.num_active, program.idle_rank()};
    iterations[u] = program.iterations();
  });
  run.ranks.rank = make_result<double>(engine, "tandem::pagerank::result");
  collect(engine, "tandem::pagerank::collect", run.ranks.rank,
          [&](std::size_t u, VertexId v) { return found[u](v); });
  run.ranks.iterations = iterations.front();
  run.ranks.error = programs.last_total().second_sum;
  return run;
}

}  // namespace

ProgramNeeds pagerank_needs(PageRankOptions const& options) {
  std::size_t const value = options.double_precision ? sizeof(double) : sizeof(float);
  // Of devices, contributions and offsets are copied to host memory in the end.
  return {.in_edges = true,
          .bytes = {.slot = 2 * value,
                    .vertex = 0,
                    .message = value,
                    .slot_on_host = value,
                    .vertex_on_host = sizeof(EdgeIndex)}};
}

PageRankRun pagerank(Engine& engine, PageRankOptions const& options) {
  check(options);
  if (!engine.has_in_edges()) throw Error("PageRank needs in-edges, which the engine was not made with");
  if (engine.num_vertices() == 0) {
    PageRankRun nothing;
    nothing.record = engine.layout();
    nothing.ranks.rank = HostView<double>("tandem::pagerank::result", 0);
    return nothing;
  }
  return options.double_precision ? run_with<Impl::PageRankDouble>(engine, options)
                                  : run_with<Impl::PageRankFloat>(engine, options);
}

PageRankRun pagerank(Graph const& graph, PageRankOptions const& options, EngineOptions engine_options) {
  engine_options.split.needs = pagerank_needs(options);
  Engine engine(Host(), graph, engine_options);
  return pagerank(engine, options);
}

}  // namespace tandem
