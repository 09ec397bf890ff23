// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_COMPONENTS_PROGRAM_HPP
#define TANDEM_COMPONENTS_PROGRAM_HPP

#include <algorithms/impl/tandem_components_kernels.hpp>
#include <core/tandem_edge_loops.hpp>
#include <core/tandem_view.hpp>
#include <exec/tandem_collect.hpp>
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
// belong to it, whichever unit has that vertex. In undirected graphs the supersteps are:
// 0. Vertices join their first neighbours. Where these are ghosts they are taken to be with vertex 0, as
//    nearly all are; then ghosts learn whether this was wrong. So no unit waits for another one's answer.
// 1. The rest, vertices that are not with 0 as far as we know, join all their neighbours. Ghosts that these
//    touch send their new labels home.
// 2. Owners that know a smaller label reply.
// 3. Touched ghosts whose set has got a smaller label send it home; and so on until nobody has news.
//
// Why it is right to ignore the edge (u, v) at u, if u is known to be with 0: v has the edge, too. Either it
// is known to be with 0 as well, or its edges are not ignored; then, if it lives elsewhere, its ghost of u is
// touched, and told in step 2 to be with 0. Why pushes do in the end: of an edge that neither end ignored
// each has a touched ghost of the other.
//
// In directed graphs only one end has the edge: no vertex is ignored, and all owners tell all their ghosts in
// every second superstep.
namespace tandem::Impl {

struct ComponentsSetup {
  bool directed;
};

/// Runs twice: for the names of ghosts (which belong to the layout; nothing else is known of them), then for
/// the components. Where a unit is alone there is only the second run.
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
        m_about(partition.channels.size() > 1 ? ComponentsMail::names : ComponentsMail::hooks) {
    std::size_t const slots = partition.num_slots;
    VertexId const first_ghost = (partition.num_owned + 63) / 64 * 64;
    m_state.sets.parent = make_view<VertexId>(space, "tandem::components::parent", slots + 1);
    m_state.label = make_view<VertexId>(space, "tandem::components::label", slots + 1);
    m_state.told = make_view<VertexId>(space, "tandem::components::told", slots + 1 - first_ghost);
    m_state.rest = make_bitmap(space, "tandem::components::rest", partition.num_owned);
    m_state.touched = make_bitmap(space, "tandem::components::touched", slots);
    m_state.news = make_bitmap(space, "tandem::components::news", slots);
    m_owned_news = Bitmap<MemorySpace>(
        Kokkos::subview(m_state.news.words(), std::pair<std::size_t, std::size_t>(0, first_ghost / 64)),
        first_ghost);
    m_state.lowered = make_view<std::uint64_t>(space, "tandem::components::lowered", 1);
    Kokkos::deep_copy(space, m_state.lowered, std::uint64_t(0));
    m_state.owned_names = partition.global_ids;
    m_state.num_active = partition.num_active;
    m_state.first_ghost = first_ghost;
    m_state.has_peers = !alone();
    m_state.zero = partition.num_owned > 0 ? 0 : invalid_vertex;
    if (!alone()) {
      m_names = make_view<VertexId>(space, "tandem::components::names", slots + 1);
      m_state.sets.names = m_names;
      Kokkos::parallel_for("tandem::components::name_owned", Range(space, 0, slots + 1),
                           ComponentsNameOwned<MemorySpace>{m_names, partition.global_ids});
    }
    space.fence("tandem::components: ready to start");
  }

  Exchange compute(int step, Vote const&, Vote& mine) {
    m_has_mail = true;
    if (m_about == ComponentsMail::names) return step == 0 ? Exchange::pull : Exchange::none;
    if (step == 0) {
      hook();
      find_rest();
      if (!alone()) return m_directed ? Exchange::none : Exchange::pull_news;
      join_rest(mine);
      return Exchange::none;
    }
    m_about = step == 1 ? ComponentsMail::first : ComponentsMail::labels;
    if (step == 1) {
      find_misled();
      join_rest(mine);
    }
    if (pushes(step)) return find_news(step, mine);
    return m_directed ? Exchange::pull : reply(mine);
  }

  bool done(int step, Vote const& all) const {
    if (m_about == ComponentsMail::names) return step == 1;
    return alone() || (step > 0 && pushes(step) && all.active == 0);
  }

  /// To be called between the two runs. Returns, for each peer, whether vertices here may join its ghosts to
  /// begin with: whether the first ghost, which has the smallest name, has one smaller than the last vertex.
  std::vector<char> end_naming() {
    std::vector<char> joins(m_partition.channels.size(), 0);
    m_about = ComponentsMail::hooks;
    m_state.zero = static_cast<VertexId>(m_partition.num_slots);
    bool const has_rows = m_state.num_active > 0;
    if (has_rows && name_of(0) == 0) m_state.zero = 0;
    VertexId const last = has_rows ? name_of(m_state.num_active - 1) : 0;
    for (std::size_t peer = 0; peer < joins.size(); ++peer) {
      if (m_partition.channels[peer].num_ghosts == 0) continue;
      VertexId const slot = m_partition.channels[peer].first_ghost, smallest = name_of(slot);
      joins[peer] = smallest < last;
      if (smallest == 0) m_state.zero = slot;
    }
    m_state.ghost_names = compare_ghost_names(joins);
    start_ghosts(joins);
    return joins;
  }

  /// What end_naming of each peer said of our vertices.
  void set_joined_by(std::vector<char> joined_by) { m_joined_by = std::move(joined_by); }

  bool sends_to(std::size_t peer) const {
    return m_about == ComponentsMail::hooks ? m_joined_by[peer] : m_has_mail;
  }
  ComponentsPacker<MemorySpace> packer() const { return {m_state, m_about}; }
  ComponentsUnpacker<MemorySpace> unpacker(std::size_t) const { return {m_state, m_names, m_about}; }
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
  bool pushes(int step) const { return m_directed ? step % 2 == 1 : step != 0 && step != 2; }
  std::int64_t num_active_words() const {
    return static_cast<std::int64_t>(Bitmap<MemorySpace>::words_for(m_partition.num_active));
  }
  std::int64_t first_ghost_word() const { return m_state.first_ghost / 64; }

  VertexId name_of(VertexId slot) const {
    return on_host(m_space, Kokkos::View<VertexId const*, MemorySpace>(
                                Kokkos::subview(m_names, std::pair(slot, slot + 1))))(0);
  }

  /// Words of vertices that have edges. On the host in small pieces: hubs, which come first, take longer.
  auto active_words() const {
    if constexpr (is_host_space_v<ExecutionSpace>)
      return Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Dynamic>,
                                 Kokkos::IndexType<std::int64_t>>(m_space, 0, num_active_words(),
                                                                  Kokkos::ChunkSize(64));
    else
      return Range(m_space, 0, num_active_words());
  }

  /// Of all peers alike.
  GhostNames compare_ghost_names(std::vector<char> const& joins) const {
    bool smaller = m_state.num_active > 0, larger = true;
    for (std::size_t peer = 0; peer < joins.size(); ++peer) {
      auto const& channel = m_partition.channels[peer];
      if (channel.num_ghosts == 0) continue;
      smaller = smaller && name_of(channel.first_ghost + channel.num_ghosts - 1) < name_of(0);
      larger = larger && !joins[peer];
    }
    return larger ? GhostNames::all_larger : smaller ? GhostNames::all_smaller : GhostNames::mixed;
  }

  void start_ghosts(std::vector<char> const& joins) {
    auto const start = [&](std::size_t begin, std::size_t end, bool with_zero) {
      Kokkos::parallel_for("tandem::components::start_ghosts", Range(m_space, begin, end),
                           ComponentsStartGhosts<MemorySpace>{m_state, with_zero});
    };
    start(m_state.first_ghost, m_partition.num_slots + 1, false);
    for (std::size_t peer = 0; peer < joins.size(); ++peer)
      if (auto const& channel = m_partition.channels[peer]; joins[peer] && !m_directed)
        start(channel.first_ghost, channel.first_ghost + channel.num_ghosts, true);
    m_space.fence("tandem::components: ghosts named");
  }

  void hook() {
    Kokkos::parallel_for("tandem::components::hook", active_words(),
                         ComponentsHook<MemorySpace>{m_state, m_partition.out});
    m_space.fence("tandem::components: first neighbours joined");
  }

  VertexId largest() const { return m_directed ? invalid_vertex : m_state.zero; }

  void find_rest() {
    Kokkos::parallel_for("tandem::components::find_rest", active_words(),
                         ComponentsFindRest<MemorySpace>{m_state, largest()});
    m_space.fence("tandem::components: rest found");
  }

  /// If a ghost was not with vertex 0 after all.
  void find_misled() {
    if (take_lowered() != 0)
      Kokkos::parallel_for("tandem::components::find_misled", active_words(),
                           ComponentsFindMisled<MemorySpace>{m_state});
    clear(m_space, m_owned_news);
  }

  std::uint64_t take_lowered() const {
    std::uint64_t lowered = 0;
    Kokkos::parallel_reduce("tandem::components::take_lowered", Range(m_space, 0, 1),
                            ComponentsTakeLowered<MemorySpace>{m_state.lowered}, lowered);
    return lowered;
  }

  /// The sets that this partition's edges make.
  void join_rest(Vote& mine) {
    mine.edges = count_edges_of_set(m_space, "tandem::components::count_rest", m_partition.out, m_state.rest);
    if (mine.edges != 0) {
      for_each_row_of_set(m_space, "tandem::components::join", m_partition.out, m_state.rest,
                          m_partition.out_mapping,
                          ComponentsJoinRow<MemorySpace>{m_state, m_partition.out, largest()});
      for_each_set(m_space, "tandem::components::settle", m_state.rest,
                   ComponentsSettle<MemorySpace>{m_state.sets});
      m_space.fence("tandem::components: sets found");
    }
    mine.edges += m_partition.num_active;
  }

  Exchange find_news(int step, Vote& mine) {
    std::uint64_t found = 0;
    Kokkos::parallel_reduce(
        "tandem::components::find_news",
        Range(m_space, first_ghost_word(), static_cast<std::int64_t>(m_state.touched.num_words())),
        ComponentsFindNews<MemorySpace>{m_state, step == 1}, found);
    m_has_mail = found > 0;
    mine.active = found + (m_directed ? take_lowered() : 0);
    return Exchange::push;
  }

  Exchange reply(Vote& mine) {
    mine.active = count(m_space, m_owned_news);
    m_has_mail = mine.active > 0;
    return Exchange::pull_news;
  }

  ExecutionSpace m_space;
  Partition<MemorySpace> m_partition;
  bool m_directed;
  bool m_has_mail = true;
  ComponentsMail m_about;
  std::vector<char> m_joined_by;
  Kokkos::View<VertexId*, MemorySpace> m_names;
  ComponentsState<MemorySpace> m_state;
  Bitmap<MemorySpace> m_owned_news;  ///< the first words of m_state.news
};

}  // namespace tandem::Impl

#endif
