// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_bucket_writer.hpp>
#include <core/impl/tandem_csr_assembly.hpp>
#include <core/impl/tandem_csr_reversal.hpp>
#include <core/impl/tandem_partition_point.hpp>
#include <core/tandem_error.hpp>
#include <fmt/format.h>
#include <atomic>

// Every vertex, in its new order, sends its new id to its neighbours; each neighbour so receives its list
// already sorted. The messages first go into buckets by receiver, as lists that grow all over memory would
// miss the cache at each step. Arcs are sent in blocks of few senders and a bucket has few receivers, so that
// a message is 32 bits: both ends, counted from the first sender of the block and the first receiver of the
// bucket. Receivers keep their old names until their lists are complete: renaming message by message would be
// a cache miss each.
//
// Where the lengths of the new lists are known beforehand, the work is done in rounds, each for some of the
// buckets: lists are sorted, so that a round's receivers are a part of each list. All rounds use the same
// memory, a fraction of what the messages take together. Fresh pages cost more than the rounds do.
namespace tandem::Impl {

namespace {

/// The sender above the receiver.
using Message = std::uint32_t;
constexpr int max_receiver_bits = 16;

/// What starting a list costs, in arcs: blocks of many short lists are no slower than others.
constexpr std::size_t list_cost = 8;
// Lists that a block cuts at its borders come on top.
static_assert(edges_per_block / list_cost + 2 <= std::size_t(1) << (32 - max_receiver_bits));

constexpr std::size_t max_rounds = 2;

/// By bucket of receivers, in each bucket by sender.
struct Messages {
  HostView<Message> ends;
  HostView<Weight> weights;  ///< empty: arcs have none
};

/// Buckets that are served together.
struct Round {
  std::size_t first_bucket;
  std::size_t last_bucket;  ///< one past the end
  std::size_t num_messages;
};

/// A part of a bucket's messages, small enough for one thread. It counts and places its messages on its own.
struct Piece {
  std::size_t bucket;
  std::size_t begin;
  std::size_t end;
  std::size_t cursors;  ///< where its counts, one for each receiver of the bucket, begin
};

/// Offsets of the lists of `csr` when its vertices come in the given order.
HostView<EdgeIndex const> reordered_offsets(Host const& space, Csr<HostMemory> const& csr,
                                            HostView<VertexId const> const& order) {
  if (order.extent(0) == 0) return csr.offsets;
  auto const offsets =
      make_host_view<EdgeIndex>(space, "tandem::reverse_csr::offsets", csr.offsets.extent(0));
  Kokkos::parallel_for("tandem::reverse_csr::degrees", Kokkos::RangePolicy<Host>(space, 0, offsets.extent(0)),
                       [=](std::size_t const i) { offsets(i) = i == 0 ? 0 : csr.degree(order(i - 1)); });
  space.fence("tandem::reverse_csr: degrees on host");
  degrees_to_offsets(space, offsets);
  return offsets;
}

/// The arcs in sending order, cut into blocks that take about the same time.
class Senders {
 public:
  Senders(Host const& space, Csr<HostMemory> const& csr, HostView<VertexId const> const& order)
      : m_csr(csr),
        m_order(order),
        m_offsets(reordered_offsets(space, csr, order)),
        m_first(num_edge_blocks(start_of(csr.num_vertices()))) {
    for (std::size_t block = 0; block < m_first.size(); ++block)
      m_first[block] = partition_point(
          0, csr.num_vertices(), [&](std::size_t i) { return start_of(i + 1) > block * edges_per_block; });
  }

  HostView<EdgeIndex const> offsets() const { return m_offsets; }
  std::size_t num_blocks() const { return m_first.size(); }
  std::size_t first_of_block(std::size_t block) const { return m_first[block]; }
  /// Parts of lists in all blocks together: a block's border cuts at most one list.
  std::size_t num_parts() const { return m_csr.num_vertices() + num_blocks(); }

  /// Calls send(part, i, first, last) for the arcs csr.targets[first, last) of sender i, for all parts of
  /// lists in a block.
  template <class Send>
  void for_each_in_block(std::size_t block, Send const& send) const {
    std::size_t const n = m_csr.num_vertices();
    EdgeIndex const begin = block * edges_per_block;
    EdgeIndex const end = std::min<EdgeIndex>(start_of(n), begin + edges_per_block);
    EdgeIndex const* const offsets = m_offsets.data();
    for (std::size_t i = m_first[block]; start_of(i) < end; ++i) {
      prefetch(i, n);
      EdgeIndex const before = list_cost * (i + 1);  // of what lies before an arc of i, all that is no arc
      EdgeIndex const first = std::max(offsets[i], begin - std::min(begin, before));
      EdgeIndex const last = std::min(offsets[i + 1], end - std::min(end, before));
      EdgeIndex const shift = m_csr.offsets(old_name(i)) - offsets[i];
      if (first < last) send(i + block, i, first + shift, last + shift);
    }
  }

 private:
  /// What all lists before that of sender i cost.
  EdgeIndex start_of(std::size_t i) const { return m_offsets(i) + list_cost * i; }

  std::size_t old_name(std::size_t i) const { return m_order.extent(0) == 0 ? i : m_order(i); }

  /// Lists in the new order begin anywhere in memory: most are short and over before the processor sees what
  /// comes next.
  void prefetch(std::size_t i, std::size_t n) const {
    constexpr std::size_t far = 32, near = 12;
    if (m_order.extent(0) == 0 || i + far >= n) return;
    __builtin_prefetch(&m_csr.offsets(m_order(i + far)));
    __builtin_prefetch(m_csr.targets.data() + m_csr.offsets(m_order(i + near)));
  }

  Csr<HostMemory> m_csr;
  HostView<VertexId const> m_order;
  HostView<EdgeIndex const> m_offsets;
  std::vector<std::size_t> m_first;  ///< sender of each block
};

/// Sends and delivers messages, round by round.
class Reversal {
 public:
  Reversal(Host const& space, Csr<HostMemory> const& csr, Renumbering const& names, bool symmetric)
      : m_space(space),
        m_csr(csr),
        m_names(names),
        m_senders(space, csr, names.order),
        m_receiver_bits(
            std::min(id_bits(csr.num_vertices()) - split_bits(csr.num_edges(), id_bits(csr.num_vertices())),
                     max_receiver_bits)),
        m_num_buckets(std::size_t(1) << (id_bits(csr.num_vertices()) - m_receiver_bits)) {
    if (symmetric) m_offsets = m_senders.offsets();  // a list is as long as its reverse
  }

  Csr<HostMemory> run() {
    count_messages();
    auto const rounds = make_rounds(m_offsets.is_allocated() ? max_rounds : 1);
    auto const targets = make_host_view<VertexId>(m_space, "tandem::reverse_csr::targets", m_csr.num_edges());
    HostView<Weight> weights;
    if (m_csr.weighted())
      weights = make_host_view<Weight>(m_space, "tandem::reverse_csr::weights", m_csr.num_edges());
    allocate_messages(rounds);
    for (Round const& round : rounds) {
      auto const begins = send(round, rounds.size() > 1);
      receive(round, begins, targets, weights);
    }
    return {m_offsets, targets, weights};
  }

 private:
  std::size_t bucket_width() const { return std::size_t(1) << m_receiver_bits; }
  Message receiver_mask() const { return static_cast<Message>(bucket_width() - 1); }
  std::size_t new_name(std::size_t v) const { return m_names.empty() ? v : std::size_t(m_names.rank(v)); }

  void count_messages() {
    m_counts.assign(m_senders.num_blocks() * m_num_buckets, 0);
    VertexId const* const targets = m_csr.targets.data();
    run_host_tasks(
        m_space, "tandem::reverse_csr::count", m_senders.num_blocks(), [&](std::size_t, std::size_t block) {
          std::size_t* const counts = m_counts.data() + block * m_num_buckets;
          m_senders.for_each_in_block(block, [&](std::size_t, std::size_t, EdgeIndex first, EdgeIndex last) {
            for (EdgeIndex e = first; e < last; ++e) ++counts[targets[e] >> m_receiver_bits];
          });
        });
  }

  /// Rounds of about equally many messages.
  std::vector<Round> make_rounds(std::size_t wanted) const {
    std::size_t const enough = m_csr.num_edges() / wanted + 1;
    std::vector<Round> rounds;
    Round round{0, 0, 0};
    for (std::size_t bucket = 0; bucket < m_num_buckets; ++bucket) {
      for (std::size_t block = 0; block < m_senders.num_blocks(); ++block)
        round.num_messages += m_counts[block * m_num_buckets + bucket];
      round.last_bucket = bucket + 1;
      if (round.num_messages >= enough || round.last_bucket == m_num_buckets) {
        rounds.push_back(round);
        round = {round.last_bucket, round.last_bucket, 0};
      }
    }
    return rounds;
  }

  void allocate_messages(std::vector<Round> const& rounds) {
    std::size_t most = 0;
    for (Round const& round : rounds) most = std::max(most, round.num_messages);
    m_messages.ends = make_host_view<Message>(m_space, "tandem::reverse_csr::messages", most);
    if (m_csr.weighted())
      m_messages.weights = make_host_view<Weight>(m_space, "tandem::reverse_csr::message_weights", most);
    if (rounds.size() > 1)
      m_resume = make_host_view<EdgeIndex>(m_space, "tandem::reverse_csr::resume", m_senders.num_parts());
  }

  /// Sends a round's messages; returns where its buckets begin, with the total at the end. `partial`: other
  /// rounds serve the rest of the lists.
  std::vector<std::size_t> send(Round const& round, bool partial) {
    std::size_t const num_buckets = round.last_bucket - round.first_bucket;
    auto const begins = scan_block_counts(m_counts.data() + round.first_bucket, m_senders.num_blocks(),
                                          m_num_buckets, num_buckets);
    VertexId const* const targets = m_csr.targets.data();
    std::uint64_t const limit = std::uint64_t(round.last_bucket) << m_receiver_bits;
    run_host_tasks(
        m_space, "tandem::reverse_csr::send", m_senders.num_blocks(), [&](std::size_t, std::size_t block) {
          std::size_t const first_sender = m_senders.first_of_block(block);
          auto const fill = [&](auto& writer, auto const&... weights) {
            m_senders.for_each_in_block(
                block, [&](std::size_t part, std::size_t i, EdgeIndex e, EdgeIndex last) {
                  auto const sender = static_cast<Message>(i - first_sender) << m_receiver_bits;
                  if (partial && round.first_bucket != 0) e = m_resume(part);
                  for (; e < last && targets[e] < limit; ++e)
                    writer.push((targets[e] >> m_receiver_bits) - round.first_bucket,
                                sender | (static_cast<Message>(targets[e]) & receiver_mask()), weights(e)...);
                  if (partial) m_resume(part) = e;
                });
            writer.flush();
          };
          std::size_t* const position = m_counts.data() + block * m_num_buckets + round.first_bucket;
          if (m_csr.weighted()) {
            BucketWriter<Message, Weight> writer(position, num_buckets, m_messages.ends.data(),
                                                 m_messages.weights.data());
            fill(writer, m_csr.weights);
          } else {
            BucketWriter<Message> writer(position, num_buckets, m_messages.ends.data());
            fill(writer);
          }
        });
    return begins;
  }

  void receive(Round const& round, std::vector<std::size_t> const& begins, HostView<VertexId> const& targets,
               HostView<Weight> const& weights) {
    auto const pieces = cut_buckets(begins);
    auto const first_piece = first_pieces(pieces, begins.size() - 1);
    if (m_cursors.extent(0) < pieces.size() * bucket_width())
      m_cursors =
          make_host_view<EdgeIndex>(m_space, "tandem::reverse_csr::cursors", pieces.size() * bucket_width());
    // Calls visit(v, counts, k) for every receiver by its new name, with its counts, bucket_width apart, in
    // the k pieces of its bucket.
    auto const for_each_receiver = [&](std::string const& label, auto const& visit) {
      run_host_tasks(m_space, label, begins.size() - 1, [&](std::size_t, std::size_t bucket) {
        std::size_t const begin = (round.first_bucket + bucket) * bucket_width(),
                          end = std::min(m_csr.num_vertices(), begin + bucket_width());
        for (std::size_t v = begin; v < end; ++v) {
          EdgeIndex* const first = m_cursors.data() + pieces[first_piece[bucket]].cursors + (v - begin);
          visit(new_name(v), first, first_piece[bucket + 1] - first_piece[bucket]);
        }
      });
    };

    Message const* const messages = m_messages.ends.data();
    Message const mask = receiver_mask();
    run_host_tasks(m_space, "tandem::reverse_csr::count_received", pieces.size(),
                   [&](std::size_t, std::size_t p) {
                     EdgeIndex* const count = m_cursors.data() + pieces[p].cursors;
                     std::fill_n(count, bucket_width(), EdgeIndex(0));
                     for (std::size_t i = pieces[p].begin; i < pieces[p].end; ++i)
                       ++count[messages[i] & mask];
                   });
    if (!m_offsets.is_allocated()) {
      auto const offsets =
          make_host_view<EdgeIndex>(m_space, "tandem::reverse_csr::new_offsets", m_csr.num_vertices() + 1);
      offsets(0) = 0;
      for_each_receiver("tandem::reverse_csr::list_lengths",
                        [&](std::size_t v, EdgeIndex const* counts, std::size_t num_pieces) {
                          EdgeIndex length = 0;
                          for (std::size_t k = 0; k < num_pieces; ++k) length += counts[k * bucket_width()];
                          offsets(v + 1) = length;
                        });
      degrees_to_offsets(m_space, offsets);
      m_offsets = offsets;
    }
    // A piece's messages go behind those of the pieces before it.
    std::atomic<std::size_t> misfits = 0;
    for_each_receiver("tandem::reverse_csr::places",
                      [&](std::size_t v, EdgeIndex* counts, std::size_t num_pieces) {
                        EdgeIndex place = m_offsets(v);
                        for (std::size_t k = 0; k < num_pieces; ++k)
                          place += std::exchange(counts[k * bucket_width()], place);
                        if (place != m_offsets(v + 1)) ++misfits;
                      });
    // Lengths that were taken on trust: what does not fit must not be delivered.
    if (misfits != 0)
      throw Error(fmt::format(
          "not symmetric: {} vertices of an undirected graph have more or fewer arcs out than in; "
          "convert the graph again",
          misfits.load()));
    run_host_tasks(m_space, "tandem::reverse_csr::receive", pieces.size(), [&](std::size_t, std::size_t p) {
      EdgeIndex* const place = m_cursors.data() + pieces[p].cursors;
      for_each_block(round, pieces[p], [&](std::size_t first_sender, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          EdgeIndex const to = place[messages[i] & mask]++;
          targets(to) = static_cast<VertexId>(first_sender + (messages[i] >> m_receiver_bits));
          if (m_csr.weighted()) weights(to) = m_messages.weights(i);
        }
      });
    });
  }

  /// Calls visit(first_sender, begin, end) for a piece's messages, those of one block at a time.
  template <class Visit>
  void for_each_block(Round const& round, Piece const& piece, Visit const& visit) const {
    std::size_t const* const ends = m_counts.data() + round.first_bucket + piece.bucket;
    std::size_t block = partition_point(0, m_senders.num_blocks(),
                                        [&](std::size_t b) { return ends[b * m_num_buckets] > piece.begin; });
    for (std::size_t begin = piece.begin; begin < piece.end; ++block) {
      std::size_t const end = std::min(piece.end, ends[block * m_num_buckets]);
      visit(m_senders.first_of_block(block), begin, end);
      begin = end;
    }
  }

  /// Pieces in the order of buckets; every bucket has one, as its receivers need their lists even if these
  /// are empty.
  std::vector<Piece> cut_buckets(std::vector<std::size_t> const& begins) const {
    std::vector<Piece> pieces;
    for (std::size_t bucket = 0; bucket + 1 < begins.size(); ++bucket) {
      std::size_t begin = begins[bucket];
      do {
        std::size_t const end = std::min(begins[bucket + 1], begin + bucket_limit);
        pieces.push_back({bucket, begin, end, pieces.size() << m_receiver_bits});
        begin = end;
      } while (begin < begins[bucket + 1]);
    }
    return pieces;
  }

  /// Number of the first piece of each bucket, and of all pieces at the end.
  static std::vector<std::size_t> first_pieces(std::vector<Piece> const& pieces, std::size_t num_buckets) {
    std::vector<std::size_t> first(num_buckets + 1, pieces.size());
    for (std::size_t p = pieces.size(); p-- > 0;) first[pieces[p].bucket] = p;
    return first;
  }

  Host m_space;
  Csr<HostMemory> m_csr;
  Renumbering m_names;
  Senders m_senders;
  int m_receiver_bits;  ///< that differ in a bucket
  std::size_t m_num_buckets;
  std::vector<std::size_t> m_counts;    ///< messages by block and bucket, when sent where they end
  HostView<EdgeIndex const> m_offsets;  ///< of the result; empty until they are known
  HostView<EdgeIndex> m_resume;         ///< where the next round goes on, for each part of a list
  HostView<EdgeIndex> m_cursors;
  Messages m_messages;
};

}  // namespace

Csr<HostMemory> reverse_csr(Host const& space, Csr<HostMemory> const& csr, Renumbering const& names) {
  return Reversal(space, csr, names, false).run();
}

Csr<HostMemory> renumber_symmetric_csr(Host const& space, Csr<HostMemory> const& csr,
                                       Renumbering const& names) {
  return Reversal(space, csr, names, true).run();
}

}  // namespace tandem::Impl
