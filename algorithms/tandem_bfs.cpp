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
  HostView<VertexId> parent;         ///< of each slot
  HostView<std::uint64_t> visited;   ///< words of the set of visited slots
  HostView<std::uint64_t> received;  ///< words of the set of owned vertices whose parents others keep
};

/// Names of slots and the ways between units, in host memory.
struct UnitLayout {
  std::vector<Channel<HostMemory>> channels;
  HostView<VertexId const> names;  ///< the caller's vertex in each slot
  HostView<VertexId> fetched;      ///< room for parents that others keep, slots of theirs

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

/// f(i) for all i < n; blocks.
template <class F>
void for_range(Host const& space, std::string const& label, std::size_t n, F const& f) {
  Kokkos::parallel_for(label, Kokkos::RangePolicy<Host>(space, 0, n), f);
  space.fence(label);
}

std::vector<UnitLayout> make_layouts(BfsPrograms& programs) {
  Engine& engine = programs.engine();
  std::vector<UnitLayout> layouts(engine.num_units());
  if (layouts.size() == 1) {
    layouts[0].names = engine.caller_ids_of(0);
    return layouts;
  }
  std::vector<std::size_t> num_slots(layouts.size());
  programs.for_each([&](std::size_t u, auto&, auto const& unit) {
    layouts[u].channels = channels_on_host(unit.space, unit.partition);
    num_slots[u] = unit.partition.num_slots;
  });
  engine.for_each_on_host([&](Host const& space, std::size_t u) {
    auto const owned = engine.caller_ids_of(u);
    layouts[u].fetched = make_host_view<VertexId>(space, "tandem::bfs::fetched", owned.extent(0));
    auto const names = make_host_view<VertexId>(space, "tandem::bfs::slot_names", num_slots[u]);
    for_range(space, "tandem::bfs::name_owned", owned.extent(0), [&](std::size_t v) { names(v) = owned(v); });
    for (std::size_t peer = 0; peer < layouts.size(); ++peer) {
      auto const ids = engine.caller_ids_of(peer);
      auto const& channel = layouts[u].channels[peer];
      for_range(space, "tandem::bfs::name_ghosts", channel.num_ghosts,
                [&](std::size_t i) { names(channel.first_ghost + i) = ids(layouts[peer].boundary(u, i)); });
    }
    layouts[u].names = names;
  });
  return layouts;
}

/// Has `trees` show what the units have found. Copies of what devices have are made in the same place each
/// time.
void read_trees(BfsPrograms& programs, std::vector<UnitTree>& trees) {
  programs.for_each([&](std::size_t u, auto& program, auto const& unit) {
    auto const& state = program.state();
    show_on_host(unit.space, state.parent, trees[u].parent);
    show_on_host(unit.space, state.visited.words(), trees[u].visited);
    show_on_host(unit.space, state.received.words(), trees[u].received);
  });
}

/// Fetches the parents that others keep of 64 vertices of a unit: in the order of slots on both sides.
struct FetchParents {
  std::vector<UnitLayout> const& layouts;
  std::vector<UnitTree> const& trees;
  std::size_t unit;

  void operator()(std::size_t w) const {
    UnitLayout const& mine = layouts[unit];
    for (std::uint64_t bits = trees[unit].received(w); bits != 0; bits &= bits - 1) {
      auto const v = static_cast<VertexId>(w * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
      std::size_t const peer = Impl::holder_of(trees[unit].parent(v));
      std::size_t const ghost = layouts[peer].channels[unit].first_ghost + mine.index_in_channel(peer, v);
      mine.fetched(v) = trees[peer].parent(ghost);
    }
  }
};

/// Names the parents of 64 vertices of a unit, as far as these were reached: in a Kronecker graph many have
/// no edge, and each that is passed over saves a write to anywhere in the result.
struct NameParents {
  std::vector<UnitLayout> const& layouts;
  UnitTree const& tree;
  std::size_t unit;
  HostView<VertexId> parent;  ///< of the caller's vertices

  void operator()(std::size_t w) const {
    UnitLayout const& layout = layouts[unit];
    std::uint64_t const told = layout.fetched.extent(0) == 0 ? 0 : tree.received(w);
    name(w, tree.visited(w) & ~told, [&](std::size_t v) { return layout.names(tree.parent(v)); });
    name(w, told,
         [&](std::size_t v) { return layouts[Impl::holder_of(tree.parent(v))].names(layout.fetched(v)); });
  }

 private:
  template <class Parent>
  void name(std::size_t w, std::uint64_t vertices, Parent const& parent_of) const {
    for (std::uint64_t bits = vertices; bits != 0; bits &= bits - 1) {
      std::size_t const v = w * 64 + static_cast<std::size_t>(std::countr_zero(bits));
      parent(layouts[unit].names(v)) = parent_of(v);
    }
  }
};

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

Impl::BfsSetup make_setup(Engine const& engine, BfsOptions const& options) {
  if (!(options.to_bottom_up > 0 && options.worth_bottom_up > 0 && options.to_top_down > 0 &&
        options.bottom_up_steps > 0))
    throw Error("the parameters for changing the direction of a search must be positive");
  if (options.direction != BfsDirection::top_down && !engine.has_in_edges())
    throw Error("searching bottom-up needs in-edges, which the engine was not made with");
  Impl::BfsSetup setup{options, 0};
  for (std::size_t u = 0; u < engine.num_units(); ++u)
    engine.unit(u).visit([&](auto const& unit) {
      setup.num_vertices += unit.partition.num_active;
      // A host that has nothing to look at would never go bottom-up.
      if (u == 0 && unit.partition.out.num_edges() == 0) setup.options.rule = BfsSwitch::by_all;
    });
  return setup;
}

}  // namespace

ProgramNeeds bfs_needs(BfsOptions const& options) {
  // Of each slot a parent, its name, a place in the queue, and a bit in four sets; of each vertex room for a
  // parent that another unit keeps, its first neighbour unless there is no looking for it, and some bits. Of
  // devices, names, that room and a copy of what they have found are in host memory.
  bool const bottom_up = options.direction != BfsDirection::top_down;
  return {.in_edges = bottom_up,
          .bytes = {.slot = 3 * sizeof(VertexId) + 1,
                    .vertex = (bottom_up ? 2 : 1) * sizeof(VertexId) + 1,
                    .message = 0,
                    .slot_on_host = 2 * sizeof(VertexId) + 1,
                    .vertex_on_host = sizeof(VertexId) + 1}};
}

struct Bfs::Programs {
  Programs(Engine& engine, BfsOptions const& options)
      : with_levels(options.levels),
        all(engine, make_setup(engine, options)),
        layouts(make_layouts(all)),
        trees(engine.num_units()) {
    read_trees(all, trees);
  }

  bool with_levels;
  BfsPrograms all;
  std::vector<UnitLayout> layouts;
  std::vector<UnitTree> trees;  ///< of the last search; of units in host memory, what they have right now
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
  auto const& trees = m_programs->trees;
  auto const fetch = [&](Host const& space, std::size_t u) {
    for_range(space, "tandem::bfs::fetch_parents", trees[u].received.extent(0),
              FetchParents{layouts, trees, u});
  };
  // Where units see each other's memory they go on to fetch by themselves: meeting again takes as long.
  bool const at_once = engine.num_units() > 1 && engine.all_in_host_memory();
  run.record = programs.run(
      [&](std::size_t u, auto& program) {
        program.reset(u == place.unit ? std::optional(place.local_id) : std::nullopt);
      },
      [&](std::size_t u, auto&, auto const& unit) {
        if constexpr (is_host_space_v<std::decay_t<decltype(unit.space)>>)
          if (at_once) fetch(unit.space, u);
      });
  run.aggregate_seconds = run.record.finish_seconds;
  if (!engine.all_in_host_memory()) {
    Timer const aggregate;
    read_trees(programs, m_programs->trees);
    engine.for_each_on_host(fetch);
    run.aggregate_seconds = aggregate.seconds();
  }
  run.tree.parent = make_result<VertexId>(engine, "tandem::bfs::result");
  Timer const naming;
  engine.for_each_vertex_on_host("tandem::bfs::clear_result",
                                 [parent = run.tree.parent](std::size_t v) { parent(v) = invalid_vertex; });
  engine.for_each_on_host([&](Host const& space, std::size_t u) {
    for_range(space, "tandem::bfs::name_parents", trees[u].received.extent(0),
              NameParents{layouts, trees[u], u, run.tree.parent});
  });
  run.naming_seconds = naming.seconds();
  if (m_programs->with_levels)
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
