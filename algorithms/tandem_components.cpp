// SPDX-License-Identifier: BSD-3-Clause
#include <algorithms/impl/tandem_components_program.hpp>
#include <algorithms/tandem_components.hpp>
#include <core/tandem_error.hpp>
#include <exec/tandem_collect.hpp>
#include <exec/tandem_programs.hpp>
#include <fmt/format.h>

namespace tandem {

namespace {

/// Ghosts get their names, and each unit learns which of its peers may join its vertices to begin with.
void name_ghosts(Programs<Impl::ComponentsProgram>& programs) {
  std::size_t const num_units = programs.engine().num_units();
  std::vector<std::vector<char>> joins(num_units);
  programs.run();
  programs.for_each([&](std::size_t u, auto& program, auto const&) { joins[u] = program.end_naming(); });
  programs.for_each([&](std::size_t u, auto& program, auto const&) {
    std::vector<char> joined_by(num_units);
    for (std::size_t peer = 0; peer < num_units; ++peer) joined_by[peer] = joins[peer][u];
    program.set_joined_by(std::move(joined_by));
  });
}

std::vector<HostView<VertexId const>> labels_of_units(Programs<Impl::ComponentsProgram>& programs) {
  std::vector<HostView<VertexId const>> labels(programs.engine().num_units());
  programs.for_each([&](std::size_t u, auto& program, auto const& unit) {
    labels[u] = on_host(unit.space, program.labels());
  });
  return labels;
}

/// Of all vertices with a label the one with the smallest original id, for each label.
HostView<VertexId const> smallest_of_label(Engine& engine, Graph const& graph,
                                           HostView<VertexId const> const& labels) {
  auto const smallest = make_result<VertexId>(engine, "tandem::components::smallest");
  engine.for_each_vertex_on_host("tandem::components::clear_smallest",
                                 [=](std::size_t const v) { smallest(v) = invalid_vertex; });
  auto const ids = graph.original_ids;
  engine.for_each_vertex_on_host("tandem::components::find_smallest", [=](std::size_t const i) {
    auto const v = static_cast<VertexId>(i);
    auto const comes_first = [&](VertexId other) {
      return other == invalid_vertex || (ids.extent(0) == 0 ? v < other : ids(v) < ids(other));
    };
    VertexId* const best = &smallest(labels(i));
    for (VertexId seen = relaxed_load(best); comes_first(seen);) {
      VertexId const found = Kokkos::atomic_compare_exchange(best, seen, v);
      if (found == seen) break;
      seen = found;
    }
  });
  return smallest;
}

/// Replaces labels by the vertices that name the components; returns the number of components.
std::size_t name_components(Engine& engine, Graph const& graph, HostView<VertexId> const& result) {
  auto const smallest = smallest_of_label(engine, graph, result);
  return engine.count_vertices_on_host("tandem::components::name", [=](std::size_t const v) {
    result(v) = smallest(result(v));
    return result(v) == v;
  });
}

}  // namespace

ProgramNeeds components_needs() {
  // Of each slot a pointer, a label, the label told, a name, and a bit in two sets; of each vertex a bit, and
  // in the end its label, which is copied to host memory from devices.
  return {.work = Work::by_vertex,
          .bytes = {.slot = 4 * sizeof(VertexId) + 1,
                    .vertex = sizeof(VertexId) + 1,
                    .message = sizeof(VertexId),
                    .vertex_on_host = sizeof(VertexId)}};
}

ComponentsRun components(Engine& engine, Graph const& graph) {
  if (graph.num_vertices() != engine.num_vertices())
    throw Error(
        fmt::format("the graph has {} vertices, but the engine's has {}: give the one that the engine "
                    "was made from",
                    graph.num_vertices(), engine.num_vertices()));
  ComponentsRun run;
  Timer const setup;
  Programs<Impl::ComponentsProgram> programs(engine, Impl::ComponentsSetup{engine.directed()});
  if (engine.num_units() > 1) name_ghosts(programs);
  run.setup_seconds = setup.seconds();

  run.record = programs.run();

  Timer const naming;
  auto const labels = labels_of_units(programs);
  run.components.component = make_result<VertexId>(engine, "tandem::components::result");
  collect(engine, "tandem::components::collect", run.components.component,
          [&](std::size_t u, VertexId v) { return labels[u](v); });
  run.num_components = name_components(engine, graph, run.components.component);
  run.collect_seconds = naming.seconds();
  run.edges = engine.directed() ? engine.num_arcs() : engine.num_arcs() / 2;
  return run;
}

ComponentsRun components(Graph const& graph, EngineOptions const& options) {
  EngineOptions engine_options = options;
  engine_options.split.needs = components_needs();
  Engine engine(Host(), graph, engine_options);
  return components(engine, graph);
}

}  // namespace tandem
