// SPDX-License-Identifier: BSD-3-Clause
#include <algorithms/impl/tandem_components_program.hpp>
#include <algorithms/tandem_components.hpp>
#include <core/tandem_error.hpp>
#include <exec/tandem_collect.hpp>
#include <exec/tandem_programs.hpp>
#include <fmt/format.h>

namespace tandem {

namespace {

using Range = Kokkos::RangePolicy<Host>;

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
HostView<VertexId const> smallest_of_label(Host const& space, Graph const& graph,
                                           HostView<VertexId const> const& labels) {
  std::size_t const n = labels.extent(0);
  auto const smallest = make_host_view<VertexId>(space, "tandem::components::smallest", n);
  Kokkos::deep_copy(space, smallest, invalid_vertex);
  auto const ids = graph.original_ids;
  Kokkos::parallel_for("tandem::components::find_smallest", Range(space, 0, n), [=](std::size_t const i) {
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
  space.fence("tandem::components: smallest ids found");
  return smallest;
}

/// Replaces labels by the vertices that name the components; returns the number of components.
std::size_t name_components(Host const& space, Graph const& graph, HostView<VertexId> const& result) {
  auto const smallest = smallest_of_label(space, graph, result);
  std::size_t count = 0;
  Kokkos::parallel_reduce(
      "tandem::components::name", Range(space, 0, result.extent(0)),
      [=](std::size_t const v, std::size_t& components) {
        result(v) = smallest(result(v));
        components += result(v) == v;
      },
      count);
  return count;
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
  engine.on_host_unit([&](Host const& space) {
    run.num_components = name_components(space, graph, run.components.component);
  });
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
