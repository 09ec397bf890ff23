// SPDX-License-Identifier: BSD-3-Clause
#include <algorithms/impl/tandem_bfs_program.hpp>
#include <algorithms/impl/tandem_check_source.hpp>
#include <algorithms/tandem_bfs.hpp>
#include <exec/tandem_collect.hpp>
#include <exec/tandem_programs.hpp>
#include <numeric>

namespace tandem {

namespace {

/// What a unit found, in host memory.
struct UnitTree {
  HostView<std::int32_t const> level;
  HostView<VertexId const> parent;
  HostView<PartitionId const> came_from;
  std::vector<Channel<HostMemory>> channels;
  EdgeIndex edges = 0;
};

/// Parents of a unit's vertices in the caller's names: its own ones, and those that the others keep.
void name_parents(Engine const& engine, std::vector<UnitTree> const& trees, std::size_t unit,
                  HostView<VertexId> const& parent) {
  UnitTree const& mine = trees[unit];
  auto const ids = engine.caller_ids_of(unit);
  for (std::size_t v = 0; v < ids.extent(0); ++v) {
    bool const found_here = mine.level(v) != unreached_level && mine.came_from(v) == unit;
    parent(ids(v)) = found_here ? ids(mine.parent(v)) : invalid_vertex;
  }
  for (std::size_t peer = 0; peer < trees.size(); ++peer) {
    auto const& channel = mine.channels[peer];
    auto const first_ghost = trees[peer].channels[unit].first_ghost;
    auto const peers_ids = engine.caller_ids_of(peer);
    for (std::size_t i = 0; i < channel.num_boundary; ++i) {
      std::size_t const v = channel.boundary.extent(0) == 0 ? i : channel.boundary(i);
      if (mine.level(v) != unreached_level && mine.came_from(v) == peer && peer != unit)
        parent(ids(v)) = peers_ids(trees[peer].parent(first_ghost + i));
    }
  }
}

template <class ExecutionSpace, class MemorySpace>
EdgeIndex count_reached_edges(ExecutionSpace const& space, Csr<MemorySpace> const& csr,
                              HostView<std::int32_t const> const& level) {
  auto const offsets = on_host(space, csr.offsets);
  EdgeIndex edges = 0;
  for (std::size_t v = 0; v < level.extent(0); ++v)
    if (level(v) != unreached_level) edges += offsets(v + 1) - offsets(v);
  return edges;
}

}  // namespace

struct Bfs::Programs {
  tandem::Programs<Impl::BfsProgram> all;
};

Bfs::Bfs(Engine& engine) : m_programs(new Programs{{engine, Impl::BfsOptions{}}}) {}
Bfs::~Bfs() = default;

BfsRun Bfs::run(VertexId source) {
  auto& programs = m_programs->all;
  Engine& engine = programs.engine();
  Impl::check_source(engine, source);
  Engine::Place const place = engine.find(source);
  programs.for_each([&](std::size_t u, auto& program, auto const&) {
    program.reset(u == place.unit ? std::optional(place.local_id) : std::nullopt);
  });
  BfsRun run;
  run.record = programs.run();

  run.tree = {HostView<std::int32_t>("tandem::bfs::result_level", engine.num_vertices()),
              HostView<VertexId>("tandem::bfs::result_parent", engine.num_vertices())};
  std::vector<UnitTree> trees(engine.num_units());
  programs.for_each([&](std::size_t u, auto& program, auto const& unit) {
    UnitTree& tree = trees[u];
    tree.level = on_host(unit.space, program.state().level);
    tree.parent = on_host(unit.space, program.state().parent);
    tree.came_from = on_host(unit.space, program.state().came_from);
    for (auto const& channel : unit.partition.channels)
      tree.channels.push_back({channel.first_ghost, channel.num_ghosts, channel.num_boundary,
                               on_host(unit.space, channel.boundary)});
    auto const ids = engine.caller_ids_of(u);
    for (std::size_t v = 0; v < ids.extent(0); ++v) run.tree.level(ids(v)) = tree.level(v);
    tree.edges = count_reached_edges(unit.space, unit.partition.out, tree.level);
  });
  engine.crew().run([&](std::size_t u) { name_parents(engine, trees, u, run.tree.parent); });
  for (UnitTree const& tree : trees) run.traversed_edges += tree.edges;
  if (!engine.directed()) run.traversed_edges /= 2;
  return run;
}

BfsRun bfs(Graph const& graph, VertexId source, EngineOptions const& options) {
  Engine engine(Host(), graph, options);
  return Bfs(engine).run(source);
}

}  // namespace tandem
