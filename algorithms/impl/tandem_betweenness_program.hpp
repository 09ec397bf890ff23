// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_BETWEENNESS_PROGRAM_HPP
#define TANDEM_BETWEENNESS_PROGRAM_HPP

#include <algorithms/impl/tandem_betweenness_kernels.hpp>
#include <core/tandem_error.hpp>
#include <exec/tandem_program.hpp>
#include <partition/tandem_partition.hpp>
#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace tandem::Impl {

struct BetweennessSetup {
  bool in_edges;  ///< all partitions have them
};

/// Brandes' betweenness, one source a run; scores of all runs add up.
///
/// Forward, a superstep finds the next level. Top-down, vertices of the last one add their path counts to
/// their neighbours; what comes together in a ghost is pushed to its owner. Bottom-up, vertices not reached
/// yet add up the counts of their in-neighbours, without atomics; ghosts must have theirs, which costs a
/// superstep for an exchange when the direction changes, and comes with the exchange of each level after
/// that. As nobody knows a level before all have sent what they found, a level is settled at the start of the
/// next superstep.
///
/// Backward, the vertices of a level pull from those of the next one, the deepest first.
template <class ExecutionSpace>
class BetweennessProgram {
 public:
  using Message = double;
  using MemorySpace = typename ExecutionSpace::memory_space;

  BetweennessProgram(ExecutionSpace const& space, Partition<MemorySpace> const& partition,
                     BetweennessSetup const& setup)
      : m_space(space),
        m_partition(partition),
        m_setup(setup),
        m_alone(partition.channels.size() < 2),
        m_starts(list_starts()),
        m_state{make_bitmap(space, "tandem::betweenness::unvisited", partition.num_slots),
                make_bitmap(space, "tandem::betweenness::news", partition.num_slots),
                make_view<double>(space, "tandem::betweenness::value", partition.num_slots),
                make_view<double>(space, "tandem::betweenness::settled", partition.num_owned),
                make_view<double>(space, "tandem::betweenness::score", partition.num_owned),
                make_view<VertexId>(space, "tandem::betweenness::order", partition.num_owned),
                Kokkos::View<BetweennessCounts, MemorySpace>(
                    Kokkos::view_alloc(space, Kokkos::WithoutInitializing, "tandem::betweenness::counts"))},
        m_counts_on_host(
            Kokkos::view_alloc(Kokkos::WithoutInitializing, "tandem::betweenness::counts_on_host")) {
    m_levels.reserve(expected_levels);
    clear_scores();
  }

  void clear_scores() {
    Kokkos::deep_copy(m_space, m_state.score, 0.0);
    m_space.fence("tandem::betweenness: scores cleared");
    m_traversed_edges = 0;
  }

  /// For the next run. `source` is set on the partition that owns it.
  void set_source(std::optional<VertexId> source) { m_source = source; }

  Exchange compute(int step, Vote const& all, Vote& mine) {
    if (step == 0) {
      start();
      return top_down(mine);
    }
    if (m_backward) return go_up(mine);
    bool const finished = all.active == 0;
    bool const bottom_up = m_announced || (!finished && prefers_bottom_up(all));
    bool const announce = bottom_up && !m_ghosts_know && !m_alone;
    if (!m_is_settled) settle(false, announce);
    if (finished) return turn(mine);
    if (announce) return tell_ghosts(mine);
    return bottom_up ? this->bottom_up(mine) : top_down(mine);
  }

  bool done(int, Vote const&) const { return m_done; }

  BetweennessPacker<MemorySpace> packer() const { return {m_state.value}; }
  BetweennessUnpacker<MemorySpace> unpacker(std::size_t) const { return {{m_state}, m_adds}; }
  Bitmap<MemorySpace> news() const { return m_state.news; }

  Kokkos::View<double*, MemorySpace> scores() const { return m_state.score; }
  /// Out-edges of all owned vertices reached, by all runs since the scores were cleared.
  EdgeIndex traversed_edges() const { return m_traversed_edges; }

 private:
  using Range = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
  /// Words of a bitmap that one thread takes at a time: with many, vertices of a level stay in order.
  static constexpr std::size_t block_words = is_host_space_v<ExecutionSpace> ? 16 : 1;
  /// More than nearly all graphs have, for nothing to be allocated in a superstep.
  static constexpr std::size_t expected_levels = 65536;
  /// Time for an edge top-down, in terms of one bottom-up.
  static constexpr double top_down_cost = 3;

  struct Level {
    std::array<std::uint64_t, 3> ends;  ///< in the order, for each degree class
    EdgeIndex edges;
    EdgeIndex unvisited_edges;  ///< in-edges of all vertices not reached
  };

  /// Each degree class of vertices has its own part of the order. Cut at words, which are settled as a whole.
  std::array<std::uint64_t, 3> list_starts() const {
    auto const whole_words = [](std::size_t v) { return v / 64 * 64; };
    return {0, whole_words(m_partition.out_mapping.team_end),
            std::max(whole_words(m_partition.out_mapping.team_end),
                     whole_words(m_partition.out_mapping.warp_end))};
  }

  ListedRows rows_of(std::size_t level) const {
    auto const& begin = level == 0 ? m_starts : m_levels[level - 1].ends;
    auto const& end = m_levels[level].ends;
    return {{begin[0], end[0]}, {begin[1], end[1]}, {begin[2], end[2]}, m_levels[level].edges};
  }

  /// Votes add up to the same everywhere, so that all units agree.
  bool prefers_bottom_up(Vote const& all) const {
    return m_setup.in_edges && top_down_cost * all.sum > all.second_sum;
  }

  void start() {
    m_levels.clear();
    m_backward = m_done = m_announced = m_ghosts_know = false;
    auto const num_words = static_cast<std::int64_t>(m_state.news.num_words());
    Kokkos::parallel_for("tandem::betweenness::reset", Range(m_space, 0, num_words),
                         ResetSlots<MemorySpace>{m_state, m_partition.num_active, m_partition.num_owned,
                                                 m_partition.num_slots});
    if (m_source && *m_source < m_partition.num_active)
      Kokkos::parallel_for("tandem::betweenness::start", Kokkos::RangePolicy<ExecutionSpace>(m_space, 0, 1),
                           StartAt<MemorySpace>{m_state, *m_source});
    settle(false, false);
  }

  void set_counts(BetweennessCounts const& counts) {
    Kokkos::parallel_for("tandem::betweenness::set_counts",
                         Kokkos::RangePolicy<ExecutionSpace>(m_space, 0, 1),
                         SetCounts<MemorySpace>{m_state.counts, counts});
  }
  BetweennessCounts const& get_counts() {
    Kokkos::deep_copy(m_space, m_counts_on_host, m_state.counts);
    m_space.fence("tandem::betweenness: counts on host");
    return m_counts_on_host();
  }

  /// Completes the level found last: its list, path counts, edges.
  void settle(bool bottom_up, bool keep_news) {
    BetweennessCounts counts{};
    auto const& places = m_levels.empty() ? m_starts : m_levels.back().ends;
    for (std::size_t c = 0; c < 3; ++c) counts.places[c] = places[c];
    set_counts(counts);
    SettleLevel<MemorySpace, block_words> const kernel{
        m_state,          m_partition.out,  m_partition.in,
        m_starts[1] / 64, m_starts[2] / 64, Bitmap<MemorySpace>::words_for(m_partition.num_active),
        bottom_up,        keep_news};
    Kokkos::parallel_for("tandem::betweenness::settle", blocks_of(kernel.num_words), kernel);
    counts = get_counts();
    if (counts.uncountable != 0)
      throw Error(
          "there are more than 1e300 shortest paths to a vertex, too many to count in a double: leave this "
          "source out");
    EdgeIndex const unvisited =
        m_levels.empty() ? m_partition.in.num_edges() : m_levels.back().unvisited_edges;
    m_levels.push_back({{counts.places[0], counts.places[1], counts.places[2]},
                        counts.out_edges,
                        unvisited - counts.in_edges});
    m_traversed_edges += counts.out_edges;
    m_is_settled = true;
  }

  /// Blocks of words, handed out as threads ask: new vertices come in clusters.
  auto blocks_of(std::size_t num_words) const {
    using Policy = Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Dynamic>,
                                       Kokkos::IndexType<std::int64_t>>;
    return Policy(m_space, 0, static_cast<std::int64_t>((num_words + block_words - 1) / block_words),
                  Kokkos::ChunkSize(is_host_space_v<ExecutionSpace> ? 4 : 1));
  }

  void vote(Vote& mine, std::size_t found, EdgeIndex edges, EdgeIndex unvisited_edges) const {
    mine.active = found;
    mine.sum = static_cast<double>(edges);
    mine.second_sum = static_cast<double>(unvisited_edges);
  }
  void vote_for_level(Vote& mine) const {
    vote(mine, rows_of(m_levels.size() - 1).size(), m_levels.back().edges, m_levels.back().unvisited_edges);
  }

  Exchange top_down(Vote& mine) {
    if (m_has_old_news) clear_owned_news();
    for_each_listed_row(m_space, "tandem::betweenness::top_down", rows_of(m_levels.size() - 1),
                        m_partition.out_mapping, ExpandRow<MemorySpace>{{m_state}, m_partition.out});
    mine.edges = m_levels.back().edges;
    m_adds = true;
    m_is_settled = m_ghosts_know = false;
    if (m_alone) {
      settle(false, false);
      vote_for_level(mine);
      return Exchange::none;
    }
    set_counts({});
    TallyNews<MemorySpace, block_words> const kernel{m_state, m_partition.out, m_partition.in,
                                                     m_partition.ghost_degrees, m_partition.num_owned};
    Kokkos::parallel_for("tandem::betweenness::tally", blocks_of(m_state.news.num_words()), kernel);
    BetweennessCounts const counts = get_counts();
    vote(mine, counts.found + counts.found_ghosts, counts.out_edges + counts.ghost_edges,
         m_levels.back().unvisited_edges - counts.in_edges);
    return Exchange::push;
  }

  /// Gives ghosts the path counts of the level, that others can look at them.
  Exchange tell_ghosts(Vote& mine) {
    m_announced = m_ghosts_know = true;
    m_adds = false;
    m_has_old_news = true;
    vote_for_level(mine);
    return Exchange::pull_news;
  }

  Exchange bottom_up(Vote& mine) {
    m_announced = false;
    m_ghosts_know = !m_alone;
    mine.edges = m_levels.back().unvisited_edges;
    Impl::for_each_row_of_set(m_space, "tandem::betweenness::bottom_up", m_partition.in, m_state.unvisited,
                              m_partition.in_mapping,
                              GatherPaths<MemorySpace>{{m_partition.in, m_state.value}, m_state.settled});
    settle(true, !m_alone);
    m_adds = false;
    m_has_old_news = !m_alone;
    vote_for_level(mine);
    return m_alone ? Exchange::none : Exchange::pull_news;
  }

  /// All levels are there; goes back from the deepest one that is not empty.
  Exchange turn(Vote& mine) {
    m_backward = true;
    m_adds = false;
    m_level = m_levels.size() - 2;
    return go_up(mine);
  }

  Exchange go_up(Vote& mine) {
    if (m_level == 0) {
      m_done = true;
      return Exchange::none;
    }
    ListedRows const rows = rows_of(m_level);
    mine.active = rows.size();
    bool const deepest = m_level + 2 == m_levels.size();
    mine.edges = deepest ? 0 : m_levels[m_level].edges;
    for_each_listed_row(m_space, "tandem::betweenness::depend", rows, m_partition.out_mapping,
                        DependOnRow<MemorySpace>{m_state, {m_partition.out, m_state.value}, deepest});
    m_done = m_level == 1;  // the source itself has no score
    if (!m_done) publish(rows);
    --m_level;
    m_space.fence("tandem::betweenness: dependencies ready");
    return m_alone || m_done ? Exchange::none : Exchange::pull_news;
  }

  void clear_owned_news() {
    Kokkos::parallel_for(
        "tandem::betweenness::clear_news",
        Range(m_space, 0, static_cast<std::int64_t>(Bitmap<MemorySpace>::words_for(m_partition.num_owned))),
        FillWords{m_state.news, false});
    m_has_old_news = false;
  }

  /// Lets the neighbours see what was computed for a level.
  void publish(ListedRows const& rows) {
    if (m_has_old_news) clear_owned_news();
    m_has_old_news = !m_alone;
    for (RowRange const& range : {rows.team, rows.warp, rows.others}) {
      PublishValues<MemorySpace> const kernel{m_state, range.begin, range.end,
                                              is_host_space_v<ExecutionSpace> ? 256ul : 8ul, !m_alone};
      Kokkos::parallel_for("tandem::betweenness::publish",
                           Range(m_space, 0, static_cast<std::int64_t>(kernel.num_pieces())), kernel);
    }
  }

  ExecutionSpace m_space;
  Partition<MemorySpace> m_partition;
  BetweennessSetup m_setup;
  bool m_alone;                           ///< no other units
  std::array<std::uint64_t, 3> m_starts;  ///< of each degree class in the order
  BetweennessState<MemorySpace> m_state;
  Kokkos::View<BetweennessCounts, HostMemory> m_counts_on_host;

  std::optional<VertexId> m_source;
  std::vector<Level> m_levels;
  std::size_t m_level = 0;      ///< the one to go on with, backward
  bool m_is_settled = true;     ///< the last level
  bool m_announced = false;     ///< the last superstep did nothing but tell ghosts of the last level
  bool m_ghosts_know = false;   ///< ghosts have the path counts of the last level
  bool m_adds = false;          ///< messages are to be added
  bool m_has_old_news = false;  ///< of owned vertices
  bool m_backward = false;
  bool m_done = false;
  EdgeIndex m_traversed_edges = 0;
};

}  // namespace tandem::Impl

#endif
