// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_COMPONENTS_PROGRAM_HPP
#define TANDEM_COMPONENTS_PROGRAM_HPP

#include <algorithms/impl/tandem_slot_sets.hpp>
#include <core/impl/tandem_partition_point.hpp>
#include <core/tandem_bitmap.hpp>
#include <core/tandem_edge_loops.hpp>
#include <core/tandem_view.hpp>
#include <exec/tandem_program.hpp>
#include <partition/tandem_partition.hpp>

// Weakly connected components, after Afforest (Sutton, Ben-Nun, Barak, 2018): first join every vertex with
// one neighbour, then look only at edges of vertices that are not in the largest set yet.
//
// Vertices are numbered by falling degree and so are their neighbours, which gives us two things for free:
// the first neighbour is the best one to join, as it leads to the hubs, and its number is the smaller one, so
// that a plain write does it; and the largest set is that of vertex 0, which needs no search.
//
// Ghosts are members of sets like all others. A set has a label, the smallest vertex of the graph known to
// belong to it, whichever unit has that vertex. After each unit has found its own sets, ghosts learn the
// labels that their owners have for them. Sets that thus meet a smaller label pass it on, until nobody has
// news.
//
// Why it is right to ignore edges of vertices known to be joined with vertex 0: 0 is the smallest label there
// is, and every edge of an undirected graph is a neighbour's too. That neighbour is either known to be joined
// with 0 as well, or its edges are not ignored; if it lives elsewhere, it learns the label of our vertex by
// its ghost of it.
namespace tandem::Impl {

struct ComponentsSetup {
  bool directed;
};

template <class MemorySpace>
struct ComponentsState {
  SlotSets<MemorySpace> sets;
  Kokkos::View<VertexId*, MemorySpace> label;  ///< of the set, for roots
  Kokkos::View<VertexId*, MemorySpace> told;   ///< of ghosts: the label that the owner has, as far as we know
  Bitmap<MemorySpace> rest;                    ///< owned vertices that were not with vertex 0 at first
  Bitmap<MemorySpace> leads;                   ///< ghosts that are roots of more than themselves
  Bitmap<MemorySpace> news;                    ///< ghosts that have a smaller label than their owners
  Kokkos::View<std::uint64_t, MemorySpace> lowered;  ///< not 0: mail has changed a label
  Kokkos::View<VertexId const*, MemorySpace> owned_names;
  VertexId num_owned;
  VertexId num_active;
  VertexId first_ghost;
  VertexId zero;  ///< slot of vertex 0 of the graph; invalid_vertex: not seen here

  KOKKOS_FUNCTION VertexId& told_of(VertexId ghost) const { return told(ghost - first_ghost); }

  /// Slot of a vertex, if it is vertex 0 or owned here.
  KOKKOS_FUNCTION VertexId slot_of(VertexId vertex) const {
    if (vertex == 0) return zero;
    std::size_t const n = owned_names.extent(0);
    std::size_t const i = partition_point(0, n, [&](std::size_t at) { return owned_names(at) >= vertex; });
    return i < n && owned_names(i) == vertex ? static_cast<VertexId>(i) : invalid_vertex;
  }

  /// Lowers the label of the set that `slot` is in. The root may be joined to another one meanwhile: who
  /// joins it reads its label afterwards, we look afterwards whether it still is a root, so that at least one
  /// of us carries the label up.
  KOKKOS_FUNCTION void lower(VertexId slot, VertexId to) const {
    for (;;) {
      VertexId const root = sets.find(slot);
      Kokkos::atomic_min(&label(root), to);
      Kokkos::memory_fence();
      if (sets.above(root) == root) return;
      slot = root;
    }
  }

  /// A smaller label has come for the set of `slot`. Where it is that of a vertex here the sets become one,
  /// so that the two ends of a long chain of sets need not be told of each other again and again.
  KOKKOS_FUNCTION void adopt(VertexId slot, VertexId smaller) const {
    relaxed_store(lowered.data(), std::uint64_t(1));
    VertexId const other = slot_of(smaller);
    if (other == invalid_vertex) return lower(slot, smaller);
    VertexId const loser = sets.join(slot, other);
    if (loser == invalid_vertex) return;
    Kokkos::memory_fence();
    lower(loser, relaxed_load(&label(loser)));
  }
};

/// Joins each of 64 vertices with its first neighbour, if that has a smaller name.
template <class MemorySpace>
struct ComponentsHook {
  ComponentsState<MemorySpace> state;
  Csr<MemorySpace> csr;

  KOKKOS_FUNCTION VertexId first_choice(VertexId v) const {
    EdgeIndex const first = csr.offsets(v);
    if (first == csr.offsets(v + 1)) return v;
    VertexId const neighbor = csr.targets(first);
    return state.sets.name(neighbor) < state.sets.name(v) ? neighbor : v;
  }
  KOKKOS_FUNCTION void operator()(std::int64_t w) const {
    auto const begin = static_cast<VertexId>(w * 64);
    VertexId const end = state.num_active - begin < 64 ? state.num_active : begin + 64;
    for (VertexId v = begin; v < end; ++v) state.sets.parent(v) = first_choice(v);
  }
};

template <class MemorySpace>
struct ComponentsStartGhosts {
  ComponentsState<MemorySpace> state;

  KOKKOS_FUNCTION void operator()(std::int64_t slot) const {
    auto const ghost = static_cast<VertexId>(slot);
    state.sets.parent(ghost) = ghost;
    state.label(ghost) = state.sets.name(ghost);
  }
};

/// Has each of 64 vertices point to its root, and finds those whose edges must be looked at.
template <class MemorySpace>
struct ComponentsFindRest {
  ComponentsState<MemorySpace> state;
  Csr<MemorySpace> csr;
  VertexId largest;

  KOKKOS_FUNCTION void operator()(std::int64_t w, std::uint64_t& edges) const {
    auto const begin = static_cast<VertexId>(w * 64);
    VertexId const end = state.num_active - begin < 64 ? state.num_active : begin + 64;
    std::uint64_t rest = 0;
    for (VertexId v = begin; v < end; ++v) {
      VertexId const up = state.sets.above(v), root = state.sets.find(up);
      if (root != up) relaxed_store(&state.sets.parent(v), root);
      if (root == v) state.label(v) = state.sets.name(v);
      if (root == largest) continue;
      rest |= std::uint64_t(1) << (v - begin);
      edges += csr.degree(v);
    }
    state.rest.word(static_cast<std::size_t>(w)) = rest;
  }
};

/// Joins a vertex with its neighbours until it is in the largest set.
template <class MemorySpace>
struct ComponentsJoinRow {
  SlotSets<MemorySpace> sets;
  Csr<MemorySpace> csr;
  VertexId largest;

  KOKKOS_FUNCTION void by_thread(VertexId u) const {
    VertexId root = sets.find_and_shorten(u);
    EdgeIndex const end = csr.offsets(u + 1);
    for (EdgeIndex e = csr.offsets(u); e < end && root != largest; ++e) {
      VertexId const v = csr.targets(e);
      if (sets.above(v) == root) continue;
      sets.join(root, v);
      root = sets.find_and_shorten(root);
    }
  }

  /// Threads of a group must all take part in its loop, wanted or not.
  template <class Group>
  KOKKOS_FUNCTION void by_group(Group const& group, VertexId u) const {
    Kokkos::parallel_for(group.range(csr.offsets(u), csr.offsets(u + 1)), [&](EdgeIndex e) {
      VertexId const root = sets.find(u), v = csr.targets(e);
      if (root != largest && sets.above(v) != root) sets.join(root, v);
    });
  }
};

/// Has a slot point to its root.
template <class MemorySpace>
struct ComponentsSettle {
  ComponentsState<MemorySpace> state;

  KOKKOS_FUNCTION void operator()(std::size_t slot) const {
    auto const v = static_cast<VertexId>(slot);
    VertexId const up = state.sets.above(v), root = state.sets.find(up);
    if (root != up) relaxed_store(&state.sets.parent(v), root);
    if (root != v && root >= state.first_ghost) state.leads.set_atomic(root);
  }
};

template <class MemorySpace>
struct ComponentsSettleGhosts {
  ComponentsSettle<MemorySpace> settle;
  KOKKOS_FUNCTION void operator()(std::int64_t slot) const { settle(static_cast<std::size_t>(slot)); }
};

/// Finds the news among 64 ghosts. Index -1 has none, but tells whether a label has changed at all.
template <class MemorySpace>
struct ComponentsFindNews {
  ComponentsState<MemorySpace> state;
  bool count_lowered;

  KOKKOS_FUNCTION void operator()(std::int64_t w, std::uint64_t& found) const {
    if (w < 0) {
      if (count_lowered) found += state.lowered();
      state.lowered() = 0;
      return;
    }
    std::size_t const word = state.first_ghost / 64 + static_cast<std::size_t>(w);
    std::uint64_t news = 0;
    for (std::size_t bit = 0; bit < 64; ++bit) {
      auto const ghost = static_cast<VertexId>(word * 64 + bit);
      VertexId const told = state.told_of(ghost);
      if (told == 0) continue;
      VertexId const label = state.label(state.sets.find_and_shorten(ghost));
      if (label >= told) continue;
      state.told_of(ghost) = label;
      news |= std::uint64_t(1) << bit;
      ++found;
    }
    state.news.word(word) = news;
  }
};

template <class MemorySpace>
struct ComponentsNameOwned {
  Kokkos::View<VertexId*, MemorySpace> names;
  Kokkos::View<VertexId const*, MemorySpace> owned;

  KOKKOS_FUNCTION void operator()(std::int64_t slot) const {
    names(slot) = static_cast<std::size_t>(slot) < owned.extent(0) ? owned(slot) : invalid_vertex;
  }
};

template <class MemorySpace>
struct ComponentsFindZero {
  Kokkos::View<VertexId const*, MemorySpace> names;
  KOKKOS_FUNCTION void operator()(std::int64_t slot, VertexId& zero) const {
    if (names(slot) == 0) zero = static_cast<VertexId>(slot);
  }
};

template <class MemorySpace>
struct ComponentsLabels {
  ComponentsState<MemorySpace> state;
  Kokkos::View<VertexId*, MemorySpace> labels;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    auto const v = static_cast<VertexId>(i);
    labels(i) = v < state.num_active ? state.label(state.sets.find(v)) : state.sets.name(v);
  }
};

template <class MemorySpace>
struct ComponentsPacker {
  ComponentsState<MemorySpace> state;
  bool naming;

  KOKKOS_FUNCTION VertexId operator()(VertexId slot) const {
    return naming ? state.sets.name(slot) : relaxed_load(&state.label(state.sets.find(slot)));
  }
};

template <class MemorySpace>
struct ComponentsUnpacker {
  ComponentsState<MemorySpace> state;
  Kokkos::View<VertexId*, MemorySpace> names;
  bool naming;

  KOKKOS_FUNCTION void operator()(VertexId slot, VertexId value) const {
    if (naming) {
      names(slot) = value;
      return;
    }
    VertexId const root = state.sets.find(slot);
    if (slot >= state.first_ghost) {
      // A ghost that no edge has joined with anybody has nothing to tell and nobody to pass a label on to.
      bool const alone = root == slot && !state.leads.test(slot);
      state.told_of(slot) = alone ? 0 : value;
      if (alone) return;
    }
    if (value < relaxed_load(&state.label(root))) state.adopt(root, value);
  }
};

/// Runs twice: for the names of ghosts (which belong to the layout; nothing else is known of them), then for
/// the components. In undirected graphs ghosts pull once and push their news from then on, as each end of an
/// edge has a ghost of the other; in directed graphs only one of them may, so that push and pull take turns.
template <class ExecutionSpace>
class ComponentsProgram {
 public:
  using Message = VertexId;
  using MemorySpace = typename ExecutionSpace::memory_space;

  ComponentsProgram(ExecutionSpace const& space, Partition<MemorySpace> const& partition,
                    ComponentsSetup const& setup)
      : m_space(space),
        m_partition(partition),
        m_directed(setup.directed),
        m_naming(partition.channels.size() > 1),
        m_mapping(mapping_by_degree_class(space, partition.out)) {
    std::size_t const slots = partition.num_slots;
    VertexId const first_ghost = (partition.num_owned + 63) / 64 * 64;
    m_state.sets.parent = make_view<VertexId>(space, "tandem::components::parent", slots);
    m_state.label = make_view<VertexId>(space, "tandem::components::label", slots);
    m_state.told = make_view<VertexId>(space, "tandem::components::told", slots - first_ghost);
    Kokkos::deep_copy(space, m_state.told, VertexId(0));
    m_state.rest = make_bitmap(space, "tandem::components::rest", partition.num_owned);
    m_state.leads = make_bitmap(space, "tandem::components::leads", slots);
    m_state.news = make_bitmap(space, "tandem::components::news", slots);
    m_state.lowered = Kokkos::View<std::uint64_t, MemorySpace>(
        Kokkos::view_alloc(space, Kokkos::WithoutInitializing, "tandem::components::lowered"));
    Kokkos::deep_copy(space, m_state.lowered, std::uint64_t(0));
    m_state.owned_names = partition.global_ids;
    m_state.num_owned = partition.num_owned;
    m_state.num_active = partition.num_active;
    m_state.first_ghost = first_ghost;
    m_state.zero = partition.num_owned > 0 ? 0 : invalid_vertex;
    if (m_naming) {
      m_names = make_view<VertexId>(space, "tandem::components::names", slots);
      m_state.sets.names = m_names;
      Kokkos::parallel_for("tandem::components::name_owned", Range(space, 0, slots),
                           ComponentsNameOwned<MemorySpace>{m_names, partition.global_ids});
    }
    space.fence("tandem::components: ready to start");
  }

  Exchange compute(int step, Vote const&, Vote& mine) {
    if (m_naming) return step == 0 ? Exchange::pull : Exchange::none;
    if (step == 0) {
      find_sets(mine);
      return alone() ? Exchange::none : Exchange::pull;
    }
    Kokkos::parallel_reduce("tandem::components::find_news",
                            Range(m_space, -1, static_cast<std::int64_t>(m_state.told.extent(0) / 64)),
                            ComponentsFindNews<MemorySpace>{m_state, m_directed}, mine.active);
    return pushes(step) ? Exchange::push : Exchange::pull;
  }

  bool done(int step, Vote const& all) const {
    if (m_naming) return step == 1;
    return alone() || (step > 0 && pushes(step) && all.active == 0);
  }

  /// To be called between the two runs; where a unit is alone there is only one.
  void end_naming() {
    m_naming = false;
    VertexId zero = invalid_vertex;
    Kokkos::parallel_reduce("tandem::components::find_zero", Range(m_space, 0, m_partition.num_slots),
                            ComponentsFindZero<MemorySpace>{m_names}, Kokkos::Min<VertexId>(zero));
    m_state.zero = zero;
  }

  ComponentsPacker<MemorySpace> packer() const { return {m_state, m_naming}; }
  ComponentsUnpacker<MemorySpace> unpacker(std::size_t) const { return {m_state, m_names, m_naming}; }
  Bitmap<MemorySpace> news() const { return m_state.news; }

  /// The smallest vertex of the ordered graph in the component of each owned vertex.
  Kokkos::View<VertexId*, MemorySpace> labels() const {
    auto const labels = make_view<VertexId>(m_space, "tandem::components::labels", m_partition.num_owned);
    Kokkos::parallel_for("tandem::components::name_sets", Range(m_space, 0, m_partition.num_owned),
                         ComponentsLabels<MemorySpace>{m_state, labels});
    return labels;
  }

 private:
  using Range = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;

  bool alone() const { return m_partition.channels.size() == 1; }
  bool pushes(int step) const { return !m_directed || step % 2 == 1; }

  /// Words of vertices that have edges. On the host in small pieces: hubs, which come first, take longer.
  auto active_words() const {
    auto const words = static_cast<std::int64_t>(Bitmap<MemorySpace>::words_for(m_partition.num_active));
    if constexpr (is_host_space_v<ExecutionSpace>)
      return Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Dynamic>,
                                 Kokkos::IndexType<std::int64_t>>(m_space, 0, words, Kokkos::ChunkSize(64));
    else
      return Range(m_space, 0, words);
  }

  /// The sets that this partition's edges make.
  void find_sets(Vote& mine) {
    VertexId const largest = m_directed ? invalid_vertex : m_state.zero;
    Range const ghosts(m_space, m_state.first_ghost, m_partition.num_slots);
    Kokkos::parallel_for("tandem::components::hook", active_words(),
                         ComponentsHook<MemorySpace>{m_state, m_partition.out});
    Kokkos::parallel_for("tandem::components::start_ghosts", ghosts,
                         ComponentsStartGhosts<MemorySpace>{m_state});
    Kokkos::parallel_reduce("tandem::components::find_rest", active_words(),
                            ComponentsFindRest<MemorySpace>{m_state, m_partition.out, largest}, mine.edges);
    if (mine.edges != 0) {
      for_each_row_of_set(m_space, "tandem::components::join", m_partition.out, m_state.rest, m_mapping,
                          ComponentsJoinRow<MemorySpace>{m_state.sets, m_partition.out, largest});
      for_each_set(m_space, "tandem::components::settle", m_state.rest,
                   ComponentsSettle<MemorySpace>{m_state});
    }
    Kokkos::parallel_for("tandem::components::settle_ghosts", ghosts,
                         ComponentsSettleGhosts<MemorySpace>{{m_state}});
    m_space.fence("tandem::components: sets found");
    mine.active = m_partition.num_active;
    mine.edges += m_partition.num_active;
  }

  ExecutionSpace m_space;
  Partition<MemorySpace> m_partition;
  bool m_directed;
  bool m_naming;
  RowMapping m_mapping;
  Kokkos::View<VertexId*, MemorySpace> m_names;
  ComponentsState<MemorySpace> m_state;
};

}  // namespace tandem::Impl

#endif
