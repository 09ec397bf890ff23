// SPDX-License-Identifier: BSD-3-Clause
#include <algorithms/impl/tandem_betweenness_program.hpp>
#include <algorithms/impl/tandem_check_source.hpp>
#include <algorithms/tandem_betweenness.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_progress.hpp>
#include <exec/tandem_collect.hpp>
#include <exec/tandem_programs.hpp>
#include <fmt/format.h>
#include <numeric>

namespace tandem {

namespace {

void add(StepRecord& sum, StepRecord const& step) {
  sum.start += step.start;
  if (sum.exchanged == Exchange::none) sum.exchanged = step.exchanged;
  sum.add(step);
}

/// Adds the run of another source, superstep by superstep.
void add(RunRecord& sum, RunRecord const& run) {
  for (std::size_t u = 0; u < sum.units.size(); ++u) {
    auto& steps = sum.units[u].steps;
    auto const& others = run.units[u].steps;
    StepRecord past_the_end;
    past_the_end.start = sum.seconds;
    if (steps.size() < others.size()) steps.resize(others.size(), past_the_end);
    past_the_end.start = run.seconds;
    for (std::size_t i = 0; i < steps.size(); ++i)
      add(steps[i], i < others.size() ? others[i] : past_the_end);
  }
  sum.seconds += run.seconds;
  sum.cpu_seconds += run.cpu_seconds;
}

std::vector<VertexId> all_vertices(std::size_t n) {
  std::vector<VertexId> vertices(n);
  std::iota(vertices.begin(), vertices.end(), VertexId(0));
  return vertices;
}

}  // namespace

ProgramNeeds betweenness_needs() {
  // Of each slot a value and a bit in two sets; of each vertex two more values and a place in the order. Of
  // devices, scores are copied to host memory in the end.
  return {.in_edges = true,
          .bytes = {.slot = sizeof(double) + 1,
                    .vertex = 2 * sizeof(double) + sizeof(VertexId),
                    .message = sizeof(double),
                    .vertex_on_host = sizeof(double)}};
}

struct Betweenness::Programs {
  tandem::Programs<Impl::BetweennessProgram> all;
};

Betweenness::Betweenness(Engine& engine)
    : m_programs(new Programs{{engine, Impl::BetweennessSetup{engine.has_in_edges()}}}) {}
Betweenness::~Betweenness() = default;

BetweennessRun Betweenness::run(std::vector<VertexId> const& sources) {
  auto& programs = m_programs->all;
  Engine& engine = programs.engine();
  for (VertexId const source : sources) Impl::check_source(engine, source);
  BetweennessRun run;
  run.record = engine.layout();
  programs.for_each([](std::size_t, auto& program, auto const&) { program.clear_scores(); });
  Progress progress("searching", sources.size(), "sources");
  for (VertexId const source : sources) {
    Engine::Place const place = engine.find(source);
    try {
      add(run.record, programs.run([&](std::size_t u, auto& program) {
        program.set_source(u == place.unit ? std::optional(place.local_id) : std::nullopt);
      }));
    } catch (Error const& error) {
      throw Error(fmt::format("betweenness from vertex {}: {}", engine.original_id(source), error.what()));
    }
    progress.advance(1);
  }

  std::vector<HostView<double const>> scores(engine.num_units());
  std::vector<EdgeIndex> edges(engine.num_units());
  programs.for_each([&](std::size_t u, auto& program, auto const& unit) {
    scores[u] = on_host(unit.space, program.scores());
    edges[u] = program.traversed_edges();
  });
  run.centrality.score = make_result<double>(engine, "tandem::betweenness::result");
  collect(engine, "tandem::betweenness::collect", run.centrality.score,
          [&](std::size_t u, VertexId v) { return scores[u](v); });
  run.traversed_edges = std::accumulate(edges.begin(), edges.end(), EdgeIndex(0));
  if (!engine.directed()) run.traversed_edges /= 2;
  return run;
}

BetweennessRun betweenness(Engine& engine, std::vector<VertexId> const& sources) {
  return Betweenness(engine).run(sources);
}

BetweennessRun betweenness(Engine& engine) {
  return betweenness(engine, all_vertices(engine.num_vertices()));
}

BetweennessRun betweenness(Graph const& graph, std::vector<VertexId> const& sources,
                           EngineOptions engine_options) {
  engine_options.split.needs = betweenness_needs();
  Engine engine(Host(), graph, engine_options);
  return betweenness(engine, sources);
}

BetweennessRun betweenness(Graph const& graph, EngineOptions engine_options) {
  return betweenness(graph, all_vertices(graph.num_vertices()), std::move(engine_options));
}

}  // namespace tandem
