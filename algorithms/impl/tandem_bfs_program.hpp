// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_BFS_PROGRAM_HPP
#define TANDEM_BFS_PROGRAM_HPP

#include <algorithms/impl/tandem_bfs_kernels.hpp>
#include <algorithms/tandem_bfs.hpp>
#include <core/impl/tandem_row_list.hpp>
#include <core/tandem_edge_loops.hpp>
#include <core/tandem_view.hpp>
#include <exec/tandem_news_list.hpp>
#include <exec/tandem_program.hpp>
#include <partition/tandem_partition.hpp>
#include <array>
#include <optional>
#include <utility>

namespace tandem::Impl {

struct BfsSetup {
  BfsOptions options;
  std::size_t num_vertices;  ///< of the whole graph, that have an edge
};

/// Direction-optimised breadth-first search; a superstep is a level.
///
/// Top-down, the vertices of the last level visit their neighbours. These go to a queue; if there may be many
/// of them it is made afterwards, by a sweep over the sets: that gives it an order, and takes no atomic
/// operation for each. It is made in the next superstep, together with what comes by mail, and only if that
/// goes top-down, too. Ghosts that were visited are pushed to their owners.
///
/// Bottom-up, vertices that were not visited look for a neighbour in the frontier, a set that includes
/// ghosts: those pull it after each level, and once, which takes a superstep, when the direction changes.
///
/// Only the fact that a vertex was reached travels; parents stay where they were found until the end.
template <class ExecutionSpace>
class BfsProgram {
 public:
  using Message = Nothing;
  using MemorySpace = typename ExecutionSpace::memory_space;

  BfsProgram(ExecutionSpace const& space, Partition<MemorySpace> const& partition, BfsSetup const& setup)
      : m_space(space),
        m_partition(partition),
        m_setup(setup),
        m_alone(partition.channels.size() < 2),
        m_state{make_bitmap(space, "tandem::bfs::visited", partition.num_slots),
                make_bitmap(space, "tandem::bfs::known", partition.num_slots),
                make_bitmap(space, "tandem::bfs::frontier", partition.num_slots),
                make_bitmap(space, "tandem::bfs::next", partition.num_slots),
                make_bitmap(space, "tandem::bfs::received", partition.num_owned),
                make_view<VertexId>(space, "tandem::bfs::parent", partition.num_slots),
                make_view<VertexId>(space, "tandem::bfs::queue", partition.num_slots),
                make_view<EdgeIndex>(space, "tandem::bfs::looked_at",
                                     Bitmap<MemorySpace>::words_for(partition.num_owned)),
                make_view<VertexId>(
                    space, "tandem::bfs::first",
                    setup.options.direction == BfsDirection::top_down ? 0 : partition.in.num_vertices()),
                Kokkos::View<BfsCounts, MemorySpace>(
                    Kokkos::view_alloc(space, Kokkos::WithoutInitializing, "tandem::bfs::counts")),
                partition.out.offsets,
                partition.ghost_degrees,
                partition.num_owned,
                end_of_counted(partition, setup.options.rule),
                class_begin(partition.out_mapping.team_end),
                class_begin(partition.out_mapping.warp_end)},
        m_counts_on_host(Kokkos::view_alloc(Kokkos::WithoutInitializing, "tandem::bfs::counts_on_host")),
        m_starts{0, m_state.warp_begin, m_state.others_begin} {
    Kokkos::deep_copy(space, m_state.looked_at, EdgeIndex(0));
    Kokkos::parallel_for("tandem::bfs::find_first", Range(space, 0, m_state.first.extent(0)),
                         BfsFindFirst<MemorySpace>{partition.in, m_state.first});
  }

  /// Forgets the last search: what it has visited, if that was little. `source` is set on the partition that
  /// owns it.
  void reset(std::optional<VertexId> source) {
    if (m_used_sets || num_listed() > m_state.visited.num_words()) {
      clear(m_space, m_state.visited);
      clear(m_space, m_state.frontier);
      if (!m_alone) clear(m_space, m_state.received);
    } else {
      for (std::size_t c = 0; c < 3; ++c) forget(m_starts[c], m_seen.places[c]);
      forget(m_partition.num_owned, m_partition.num_owned + m_seen.ghosts);
    }
    m_seen = BfsCounts{{m_starts[0], m_starts[1], m_starts[2]}, 0, 0, 0, 0, 0, 0};
    Kokkos::parallel_for("tandem::bfs::set_counts", Kokkos::RangePolicy<ExecutionSpace>(m_space, 0, 1),
                         BfsSetCounts<MemorySpace>{m_state.counts, m_seen});
    if (source)
      Kokkos::parallel_for("tandem::bfs::start", Kokkos::RangePolicy<ExecutionSpace>(m_space, 0, 1),
                           BfsStart<MemorySpace>{m_state, *source});
    m_used_sets = m_bottom_up = m_announced = m_level_in_sets = false;
    m_space.fence("tandem::bfs: ready to start");
  }

  Exchange compute(int step, Vote const& all, Vote& mine) {
    bool const up = goes_bottom_up(step, all);
    m_last_active = all.active;
    return up ? bottom_up(mine) : top_down(mine);
  }

  bool done(int, Vote const& all) const { return all.active == 0; }

  bool sends_to(std::size_t) const { return m_has_mail; }
  BfsPacker packer() const { return {}; }
  BfsUnpacker<MemorySpace> unpacker(std::size_t peer) const {
    return {m_state, peer, m_bottom_up, !m_level_in_sets};
  }
  Bitmap<MemorySpace> news() const { return m_state.frontier; }
  NewsList<MemorySpace> news_list() const {
    return {m_state.queue, m_partition.num_owned + m_first_news, m_partition.num_owned + m_end_of_news};
  }
  /// Bottom-up, the frontier of the next superstep is another set; see also top_down().
  void const* lent() const { return m_state.frontier.words().data(); }

  BfsState<MemorySpace> const& state() const { return m_state; }

  EdgeIndex count_reached_edges() const {
    return count_edges_of_set(m_space, "tandem::bfs::count_reached", m_partition.out, m_state.visited);
  }

 private:
  using Range = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
  /// Words of a bitmap that one thread takes at a time: with many, vertices of a level stay in order.
  static constexpr std::size_t block_words = is_host_space_v<ExecutionSpace> ? 16 : 1;
  /// The same where order does not matter and each block ends with atomic additions.
  static constexpr std::size_t counted_words = is_host_space_v<ExecutionSpace> ? 256 : 8;
  /// A sweep over 64 slots pays if this many edges or more may have visited some of them.
  static constexpr std::size_t edges_per_swept_word = 2;

  /// By the host's rule, only what the host has to look at.
  static VertexId end_of_counted(Partition<MemorySpace> const& partition, BfsSwitch rule) {
    if (rule == BfsSwitch::by_all || partition.id == 0) return partition.num_slots;
    return partition.channels[0].first_ghost + static_cast<VertexId>(partition.channels[0].num_ghosts);
  }

  /// On the host all are of one class.
  static VertexId class_begin(std::size_t v) {
    return is_host_space_v<ExecutionSpace> ? 0 : static_cast<VertexId>(v / 64 * 64);
  }
  std::int64_t num_words() const { return static_cast<std::int64_t>(m_state.visited.num_words()); }
  std::int64_t num_owned_words() const {
    return static_cast<std::int64_t>(Bitmap<MemorySpace>::words_for(m_partition.num_owned));
  }
  /// Of those that a level bottom-up may find.
  std::int64_t num_active_words() const {
    return static_cast<std::int64_t>(Bitmap<MemorySpace>::words_for(m_partition.num_active));
  }

  /// Votes add up to the same everywhere, so that all units agree.
  bool goes_bottom_up(int step, Vote const& all) {
    BfsOptions const& options = m_setup.options;
    if (options.direction != BfsDirection::optimized) return options.direction == BfsDirection::bottom_up;
    if (!m_bottom_up)
      return step > 0 && options.to_bottom_up * all.sum > all.second_sum &&
             options.worth_bottom_up * all.sum > static_cast<double>(m_setup.num_vertices);
    if (m_announced) return true;
    if (options.rule == BfsSwitch::by_host) return m_steps < options.bottom_up_steps;
    return all.active >= m_last_active ||
           options.to_top_down * static_cast<double>(all.active) > static_cast<double>(m_setup.num_vertices);
  }

  struct Level {
    ListedRows rows;        ///< in the queue
    std::uint64_t tallied;  ///< owned vertices that are in no queue
    EdgeIndex tallied_edges;
    std::uint64_t ghosts;
    EdgeIndex ghost_edges;
  };

  /// For the decision whether to go bottom-up: edges out of what was found. The host goes by its own
  /// vertices, those that others have found among them.
  void vote(Vote& mine, Level const& found) const {
    bool const by_host = m_setup.options.rule == BfsSwitch::by_host;
    EdgeIndex const of_owned = found.rows.edges + found.tallied_edges;
    if (!by_host)
      mine.sum = static_cast<double>(of_owned + found.ghost_edges);
    else
      mine.sum = static_cast<double>(m_partition.id == 0 ? of_owned : found.ghost_edges);
    if (!by_host || m_partition.id == 0)
      mine.second_sum = static_cast<double>(m_partition.out.num_edges() - m_seen.edges - found.tallied_edges);
  }

  /// All that is in the queue, which the search has ended with.
  std::uint64_t num_listed() {
    take_level();
    std::uint64_t listed = m_seen.ghosts;
    for (std::size_t c = 0; c < 3; ++c) listed += m_seen.places[c] - m_starts[c];
    return listed;
  }

  /// Forgets what was found from one position of the queue to another.
  void forget(std::uint64_t begin, std::uint64_t end) {
    if (begin == end) return;
    Kokkos::parallel_for("tandem::bfs::forget", Range(m_space, begin, end), BfsForget<MemorySpace>{m_state});
  }

  BfsCounts read_counts() {
    if constexpr (is_host_space_v<ExecutionSpace>) {
      m_space.fence("tandem::bfs: counted");
      return m_state.counts();
    } else {
      Kokkos::deep_copy(m_space, m_counts_on_host, m_state.counts);
      m_space.fence("tandem::bfs: counts on host");
      return m_counts_on_host();
    }
  }

  /// What has come to the queue, or was counted, since the last call.
  Level take_level() {
    BfsCounts const before = m_seen;
    m_seen = read_counts();
    return {{{before.places[0], m_seen.places[0]},
             {before.places[1], m_seen.places[1]},
             {before.places[2], m_seen.places[2]},
             m_seen.edges - before.edges},
            m_seen.found - before.found,
            m_seen.found_edges - before.found_edges,
            m_seen.ghosts - before.ghosts,
            m_seen.ghost_edges - before.ghost_edges};
  }

  /// Kernel(state, number of words, more...) on blocks of the first words, handed out as threads ask.
  template <template <class, std::size_t> class Kernel, class... More>
  void pass_over(char const* label, std::int64_t words, More... more) {
    using Policy = Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Dynamic>,
                                       Kokkos::IndexType<std::int64_t>>;
    auto const end = static_cast<std::size_t>(words);
    Kokkos::parallel_for(label,
                         Policy(m_space, 0, static_cast<std::int64_t>((end + block_words - 1) / block_words),
                                Kokkos::ChunkSize(is_host_space_v<ExecutionSpace> ? 4 : 1)),
                         Kernel<MemorySpace, block_words>{m_state, end, more...});
  }
  void sweep(bool take_frontier) {
    pass_over<BfsSweep>("tandem::bfs::sweep", num_active_words(), take_frontier);
  }

  Exchange top_down(Vote& mine) {
    if (m_bottom_up) {
      m_bottom_up = false;
      sweep(true);
      std::swap(m_state.frontier, m_state.next);  // others may still be reading the one that was lent
      clear(m_space, m_state.frontier);
    }
    if (m_level_in_sets) sweep(false);
    Level const last = take_level();
    bool const sweeps = last.rows.edges > edges_per_swept_word * m_state.visited.num_words();
    if (last.rows.size() > 0) {
      if (sweeps) Kokkos::deep_copy(m_space, m_state.known.words(), m_state.visited.words());
      for_each_listed_row(m_space, "tandem::bfs::expand", last.rows, m_partition.out_mapping,
                          BfsExpand<MemorySpace>{m_state, m_partition.out, sweeps});
      if (sweeps)
        pass_over<BfsTally>("tandem::bfs::tally", num_words(), static_cast<std::size_t>(num_owned_words()));
    }
    m_used_sets |= sweeps;
    m_level_in_sets = sweeps;
    // Counted, but not taken: more may come by mail.
    BfsCounts const taken = m_seen;
    Level const found = take_level();
    mine.active = found.rows.size() + found.tallied + found.ghosts;
    mine.edges = last.rows.edges;
    vote(mine, found);
    // What a sweep has found is in no list.
    m_end_of_news = m_seen.ghosts;
    m_first_news = sweeps ? m_end_of_news : m_end_of_news - found.ghosts;
    m_seen = taken;
    m_has_mail = found.ghosts > 0;
    return m_alone ? Exchange::none : Exchange::push;
  }

  Exchange bottom_up(Vote& mine) {
    m_used_sets = true;
    if (!m_bottom_up) {
      start_bottom_up(mine);
      if (!m_alone) return Exchange::pull_news;
    }
    m_announced = false;
    ++m_steps;
    clear(m_space, m_state.next);
    for_each_row_not_in_set(m_space, "tandem::bfs::seek", m_partition.in, m_state.visited,
                            m_partition.num_active, m_partition.in_mapping,
                            BfsSeek<MemorySpace>{m_state, m_partition.in});
    auto const words = static_cast<std::size_t>(num_active_words());
    Kokkos::parallel_for("tandem::bfs::visit_next",
                         Range(m_space, 0, (words + counted_words - 1) / counted_words),
                         BfsVisitNext<MemorySpace, counted_words>{m_state, words});
    std::swap(m_state.frontier, m_state.next);
    BfsCounts const now = read_counts();
    mine.active = now.found - std::exchange(m_seen.found, now.found);
    mine.edges = now.looked_at - std::exchange(m_seen.looked_at, now.looked_at);
    m_has_mail = mine.active > 0;
    return m_alone ? Exchange::none : Exchange::pull_news;
  }

  /// The frontier becomes a set, which the other units hear of.
  void start_bottom_up(Vote& mine) {
    m_bottom_up = m_announced = true;
    m_steps = 0;
    clear(m_space, m_state.frontier);
    ListedRows const rows = take_level().rows;
    mine.active = rows.size();
    if (m_level_in_sets) {
      pass_over<BfsMarkFresh>("tandem::bfs::mark_fresh", num_active_words());
      mine.active = take_level().tallied;
    }
    for (RowRange const& range : {rows.team, rows.warp, rows.others})
      if (range.begin < range.end)
        Kokkos::parallel_for("tandem::bfs::mark", Range(m_space, range.begin, range.end),
                             BfsMark<MemorySpace>{m_state});
    m_space.fence("tandem::bfs: frontier is a set");
    m_level_in_sets = false;
    m_has_mail = mine.active > 0;
  }

  ExecutionSpace m_space;
  Partition<MemorySpace> m_partition;
  BfsSetup m_setup;
  bool m_alone;  ///< no other units
  BfsState<MemorySpace> m_state;
  Kokkos::View<BfsCounts, HostMemory> m_counts_on_host;
  std::array<std::uint64_t, 3> m_starts;  ///< of each degree class in the queue

  BfsCounts m_seen{};               ///< when the last level was taken
  std::uint64_t m_first_news = 0;   ///< ghosts that the last superstep has found, by their places behind the
  std::uint64_t m_end_of_news = 0;  ///< owned vertices in the queue; none: they are in no list
  std::uint64_t m_last_active = 0;  ///< in the superstep before the last one
  int m_steps = 0;                  ///< bottom-up ones in a row
  bool m_bottom_up = false;
  bool m_announced = false;      ///< ghosts were told of the frontier; nothing was found
  bool m_level_in_sets = false;  ///< the last level is what is fresh, and in no queue
  bool m_has_mail = false;
  bool m_used_sets = true;  ///< the queue may lack some that were visited
};

}  // namespace tandem::Impl

#endif
