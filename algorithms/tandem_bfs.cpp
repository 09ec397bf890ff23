// SPDX-License-Identifier: BSD-3-Clause
#include <algorithms/impl/tandem_bfs_program.hpp>
#include <algorithms/impl/tandem_check_source.hpp>
#include <algorithms/tandem_bfs.hpp>
#include <exec/tandem_collect.hpp>
#include <exec/tandem_programs.hpp>
#include <algorithm>
#include <bit>
#include <numeric>

namespace tandem {

namespace {

using BfsPrograms = Programs<Impl::BfsProgram>;

/// What a unit found, in host memory.
struct UnitTree {
  HostView<VertexId const> parent;         ///< of each slot
  HostView<std::uint64_t const> visited;   ///< words of the set of visited slots
  HostView<std::uint64_t const> received;  ///< words of the set of owned vertices whose parents others keep

  bool has(std::size_t slot) const { return (visited(slot / 64) >> (slot % 64) & 1) != 0; }
};

/// Names of slots and the ways between units, in host memory.
struct UnitLayout {
  std::vector<Channel<HostMemory>> channels;
  HostView<VertexId> names;  ///< the caller's vertex in each slot

  std::size_t boundary(std::size_t peer, std::size_t i) const {
    return channels[peer].boundary.extent(0) == 0 ? i : channels[peer].boundary(i);
  }
  /// The other way round.
  std::size_t index_in_channel(std::size_t peer, VertexId v) const {
    auto const list = channels[peer].boundary;
    if (list.extent(0) == 0) return v;
    return static_cast<std::size_t>(std::lower_bound(list.data(), list.data() + list.extent(0), v) -
                                    list.data());
  }
};

std::vector<UnitLayout> make_layouts(BfsPrograms& programs) {
  Engine& engine = programs.engine();
  std::vector<UnitLayout> layouts(engine.num_units());
  programs.for_each([&](std::size_t u, auto&, auto const& unit) {
    layouts[u].channels = channels_on_host(unit.space, unit.partition);
    layouts[u].names = HostView<VertexId>(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, "tandem::bfs::slot_names"), unit.partition.num_slots);
  });
  engine.crew().run([&](std::size_t u) {
    auto const names = layouts[u].names;
    auto const owned = engine.caller_ids_of(u);
    for (std::size_t v = 0; v < owned.extent(0); ++v) names(v) = owned(v);
    for (std::size_t peer = 0; peer < layouts.size(); ++peer) {
      auto const ids = engine.caller_ids_of(peer);
      auto const& channel = layouts[u].channels[peer];
      for (std::size_t i = 0; i < channel.num_ghosts; ++i)
        names(channel.first_ghost + i) = ids(layouts[peer].boundary(u, i));
    }
  });
  return layouts;
}

/// Parents of a unit's vertices in the caller's names, but for those that others keep.
struct NameParents {
  HostView<VertexId const> names;
  UnitTree tree;
  VertexId first_held_elsewhere;
  HostView<VertexId> parent;

  void operator()(std::size_t v) const {
    bool const here = tree.has(v) && tree.parent(v) < first_held_elsewhere;
    if (here || !tree.has(v)) parent(names(v)) = here ? names(tree.parent(v)) : invalid_vertex;
  }
};

/// And those that others keep.
void fetch_parents(std::vector<UnitLayout> const& layouts, std::vector<UnitTree> const& trees,
                   std::size_t unit, HostView<VertexId> const& parent) {
  UnitLayout const& mine = layouts[unit];
  auto const received = trees[unit].received;
  for (std::size_t w = 0; w < received.extent(0); ++w)
    for (std::uint64_t bits = received(w); bits != 0; bits &= bits - 1) {
      auto const v = static_cast<VertexId>(w * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
      std::size_t const peer = Impl::holder_of(trees[unit].parent(v));
      std::size_t const ghost = layouts[peer].channels[unit].first_ghost + mine.index_in_channel(peer, v);
      parent(mine.names(v)) = layouts[peer].names(trees[peer].parent(ghost));
    }
}

/// Levels of a tree. Each vertex climbs to one whose level is known; the way back tells all on it theirs.
HostView<std::int32_t> find_levels(Host const& space, HostView<VertexId const> const& parent,
                                   VertexId source) {
  std::size_t const n = parent.extent(0);
  auto const level = make_host_view<std::int32_t>(space, "tandem::bfs::level", n);
  Kokkos::deep_copy(space, level, unreached_level);
  level(source) = 0;
  Kokkos::parallel_for("tandem::bfs::find_levels", Kokkos::RangePolicy<Host>(space, 0, n),
                       [=](std::size_t i) {
                         if (parent(i) == invalid_vertex) return;
                         std::int32_t height = 0;
                         std::size_t top = i;
                         while (relaxed_load(&level(top)) == unreached_level) top = parent(top), ++height;
                         std::int32_t const above = relaxed_load(&level(top));
                         for (std::size_t v = i; v != top; v = parent(v), --height)
                           relaxed_store(&level(v), above + height);
                       });
  space.fence("tandem::bfs: levels found");
  return level;
}

bool has_in_edges(Engine const& engine) {
  for (std::size_t u = 0; u < engine.num_units(); ++u) {
    bool there = true;
    engine.unit(u).visit([&](auto const& unit) {
      there = unit.partition.num_owned == 0 || unit.partition.in.offsets.extent(0) != 0;
    });
    if (!there) return false;
  }
  return true;
}

Impl::BfsSetup make_setup(Engine const& engine, BfsOptions const& options) {
  if (!(options.to_bottom_up > 0 && options.to_top_down > 0 && options.bottom_up_steps > 0))
    throw Error("the parameters for changing the direction of a search must be positive");
  if (options.direction != BfsDirection::top_down && !has_in_edges(engine))
    throw Error("searching bottom-up needs in-edges, which the engine was not made with");
  std::size_t active = 0;
  for (std::size_t u = 0; u < engine.num_units(); ++u)
    engine.unit(u).visit([&](auto const& unit) { active += unit.partition.num_active; });
  return {options, active};
}

}  // namespace

ProgramNeeds bfs_needs(BfsOptions const& options) {
  // Of each slot a parent, its name, and a bit in four sets; of each vertex a place in the queue and a bit.
  return {.in_edges = options.direction != BfsDirection::top_down,
          .bytes = {.slot = 2 * sizeof(VertexId) + 1, .vertex = sizeof(VertexId) + 1, .message = 0}};
}

struct Bfs::Programs {
  Programs(Engine& engine, BfsOptions const& options)
      : all(engine, make_setup(engine, options)), layouts(make_layouts(all)) {}

  BfsPrograms all;
  std::vector<UnitLayout> layouts;
};

Bfs::Bfs(Engine& engine, BfsOptions const& options) : m_programs(new Programs(engine, options)) {}
Bfs::~Bfs() = default;

BfsRun Bfs::run(VertexId source) {
  auto& programs = m_programs->all;
  auto const& layouts = m_programs->layouts;
  Engine& engine = programs.engine();
  Impl::check_source(engine, source);
  Engine::Place const place = engine.find(source);
  BfsRun run;
  run.record = programs.run([&](std::size_t u, auto& program) {
    program.reset(u == place.unit ? std::optional(place.local_id) : std::nullopt);
  });

  engine.on_host_unit([&](Host const& space) {
    run.tree.parent = make_host_view<VertexId>(space, "tandem::bfs::result", engine.num_vertices());
  });
  std::vector<UnitTree> trees(engine.num_units());
  Timer const naming;
  programs.for_each([&](std::size_t u, auto& program, auto const& unit) {
    trees[u] = {on_host(unit.space, program.state().parent),
                on_host(unit.space, program.state().visited.words()),
                on_host(unit.space, program.state().received.words())};
    NameParents const name{layouts[u].names, trees[u], Impl::held_by(engine.num_units() - 1),
                           run.tree.parent};
    engine.for_range_on_host(u, "tandem::bfs::name_parents", engine.caller_ids_of(u).extent(0), name);
  });
  run.naming_seconds = naming.seconds();
  Timer const aggregate;
  if (engine.num_units() > 1)
    engine.crew().run([&](std::size_t u) { fetch_parents(layouts, trees, u, run.tree.parent); });
  run.aggregate_seconds = aggregate.seconds();
  engine.on_host_unit(
      [&](Host const& space) { run.tree.level = find_levels(space, run.tree.parent, source); });
  std::vector<EdgeIndex> edges(engine.num_units());
  programs.for_each(
      [&](std::size_t u, auto& program, auto const&) { edges[u] = program.count_reached_edges(); });
  run.traversed_edges = std::accumulate(edges.begin(), edges.end(), EdgeIndex(0));
  if (!engine.directed()) run.traversed_edges /= 2;
  return run;
}

BfsRun bfs(Graph const& graph, VertexId source, BfsOptions const& options,
           EngineOptions const& engine_options) {
  EngineOptions with_needs = engine_options;
  with_needs.split.needs = bfs_needs(options);
  Engine engine(Host(), graph, with_needs);
  return Bfs(engine, options).run(source);
}

}  // namespace tandem
