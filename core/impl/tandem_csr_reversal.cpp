// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_csr_assembly.hpp>
#include <core/impl/tandem_csr_reversal.hpp>
#include <core/impl/tandem_partition_point.hpp>
#include <core/tandem_error.hpp>
#include <fmt/format.h>
#include <atomic>

// Every vertex, in its new order, sends its new id to its neighbours; each neighbour so receives its list
// already sorted. The messages first go into buckets by receiver, as lists that grow all over memory would
// miss the cache at each step. Arcs are sent in blocks, each of which groups its own messages by bucket while
// they are in the cache; a bucket is what all blocks have for it. A message is 32 bits: both ends, counted
// from the first sender of the block and the first receiver of the bucket. Receivers keep their old names
// until their lists are complete: renaming message by message would be a cache miss each.
namespace tandem::Impl {

namespace {

/// The sender above the receiver.
using Message = std::uint32_t;
constexpr int max_receiver_bits = 16;

/// Arcs of a block, whose targets and messages fit a 1 MiB L2.
constexpr std::size_t arcs_per_block = std::size_t(1) << 17;
/// A block has few messages for each of many buckets.
constexpr int max_bucket_bits = 10;
/// What starting a list costs, in arcs: blocks of many short lists are no slower than others.
constexpr std::size_t list_cost = 8;
// Lists that a block cuts at its borders come on top.
static_assert(arcs_per_block / list_cost + 2 <= std::size_t(1) << (32 - max_receiver_bits));

/// By block of senders, in each block by bucket of receivers, there by sender.
struct Messages {
  HostView<Message> ends;
  HostView<Weight> weights;  ///< empty: arcs have none
};

/// What some blocks have for a bucket, few enough messages for one thread. It counts and places them on its
/// own.
struct Piece {
  std::size_t bucket;
  std::size_t first_block;
  std::size_t last_block;  ///< one past the end
  std::size_t cursors;     ///< where its counts, one for each receiver of the bucket, begin
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
        m_first((start_of(csr.num_vertices()) + arcs_per_block - 1) / arcs_per_block) {
    for (std::size_t block = 0; block < m_first.size(); ++block)
      m_first[block] = partition_point(
          0, csr.num_vertices(), [&](std::size_t i) { return start_of(i + 1) > block * arcs_per_block; });
  }

  HostView<EdgeIndex const> offsets() const { return m_offsets; }
  std::size_t num_blocks() const { return m_first.size(); }
  std::size_t first_of_block(std::size_t block) const { return m_first[block]; }
  /// Arcs before a block's.
  EdgeIndex arcs_before(std::size_t block) const {
    std::size_t const i = m_first[block];
    EdgeIndex const begin = block * arcs_per_block, before = list_cost * (i + 1);
    return std::min(m_offsets(i + 1), std::max(m_offsets(i), begin - std::min(begin, before)));
  }

  /// Calls send(i, first, last) for the arcs csr.targets[first, last) of sender i, for all lists and parts of
  /// lists in a block.
  template <class Send>
  void for_each_in_block(std::size_t block, Send const& send) const {
    std::size_t const n = m_csr.num_vertices();
    EdgeIndex const begin = block * arcs_per_block;
    EdgeIndex const end = std::min<EdgeIndex>(start_of(n), begin + arcs_per_block);
    EdgeIndex const* const offsets = m_offsets.data();
    for (std::size_t i = m_first[block]; start_of(i) < end; ++i) {
      prefetch(i, n);
      EdgeIndex const before = list_cost * (i + 1);  // of what lies before an arc of i, all that is no arc
      EdgeIndex const first = std::max(offsets[i], begin - std::min(begin, before));
      EdgeIndex const last = std::min(offsets[i + 1], end - std::min(end, before));
      EdgeIndex const shift = m_csr.offsets(old_name(i)) - offsets[i];
      if (first < last) send(i, first + shift, last + shift);
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

/// Sends and delivers messages.
class Reversal {
 public:
  Reversal(Host const& space, Csr<HostMemory> const& csr, Renumbering const& names, bool symmetric)
      : m_space(space),
        m_csr(csr),
        m_names(names),
        m_senders(space, csr, names.order),
        m_receiver_bits(choose_receiver_bits(csr)),
        m_num_buckets(std::size_t(1) << (id_bits(csr.num_vertices()) - m_receiver_bits)),
        m_begins(make_host_view<std::uint32_t>(space, "tandem::reverse_csr::begins",
                                               m_senders.num_blocks() * begins_per_block())) {
    if (symmetric) m_offsets = m_senders.offsets();  // a list is as long as its reverse
  }

  Csr<HostMemory> run() {
    std::size_t const num_arcs = m_csr.num_edges();
    m_messages.ends = make_host_view<Message>(m_space, "tandem::reverse_csr::messages", num_arcs);
    if (m_csr.weighted())
      m_messages.weights = make_host_view<Weight>(m_space, "tandem::reverse_csr::message_weights", num_arcs);
    send();
    auto const targets = make_host_view<VertexId>(m_space, "tandem::reverse_csr::targets", num_arcs);
    HostView<Weight> weights;
    if (m_csr.weighted()) weights = make_host_view<Weight>(m_space, "tandem::reverse_csr::weights", num_arcs);
    receive(targets, weights);
    return {m_offsets, targets, weights};
  }

 private:
  static int choose_receiver_bits(Csr<HostMemory> const& csr) {
    int const bits = id_bits(csr.num_vertices());
    return std::min(bits - std::min(split_bits(csr.num_edges(), bits), max_bucket_bits), max_receiver_bits);
  }

  std::size_t bucket_width() const { return std::size_t(1) << m_receiver_bits; }
  Message receiver_mask() const { return static_cast<Message>(bucket_width() - 1); }
  std::size_t new_name(std::size_t v) const { return m_names.empty() ? v : std::size_t(m_names.rank(v)); }
  std::size_t begins_per_block() const { return m_num_buckets + 1; }

  void send() {
    /// Of a thread, for the block at hand.
    struct Scratch {
      std::vector<std::uint32_t> places;  ///< of each bucket's next message
      std::vector<Message> ends;
      std::vector<Weight> weights;
    };
    std::size_t const num_weights = m_csr.weighted() ? arcs_per_block : 0;
    std::vector<Scratch> scratches(num_host_workers(m_space));
    for (Scratch& scratch : scratches)
      scratch = {std::vector<std::uint32_t>(m_num_buckets), std::vector<Message>(arcs_per_block),
                 std::vector<Weight>(num_weights)};
    VertexId const* const targets = m_csr.targets.data();
    run_host_tasks(m_space, "tandem::reverse_csr::send", m_senders.num_blocks(),
                   [&](std::size_t worker, std::size_t block) {
                     Scratch& scratch = scratches[worker];
                     std::uint32_t* const places = scratch.places.data();
                     std::fill_n(places, m_num_buckets, 0);
                     m_senders.for_each_in_block(block, [&](std::size_t, EdgeIndex first, EdgeIndex last) {
                       for (EdgeIndex e = first; e < last; ++e) ++places[targets[e] >> m_receiver_bits];
                     });
                     std::uint32_t* const begins = m_begins.data() + block * begins_per_block();
                     std::uint32_t sum = 0;
                     for (std::size_t bucket = 0; bucket < m_num_buckets; ++bucket) {
                       begins[bucket] = sum;
                       sum += std::exchange(places[bucket], sum);
                     }
                     begins[m_num_buckets] = sum;
                     std::size_t const first_sender = m_senders.first_of_block(block);
                     m_senders.for_each_in_block(block, [&](std::size_t i, EdgeIndex first, EdgeIndex last) {
                       auto const sender = static_cast<Message>(i - first_sender) << m_receiver_bits;
                       for (EdgeIndex e = first; e < last; ++e) {
                         std::uint32_t const to = places[targets[e] >> m_receiver_bits]++;
                         scratch.ends[to] = sender | (static_cast<Message>(targets[e]) & receiver_mask());
                         if (m_csr.weighted()) scratch.weights[to] = m_csr.weights(e);
                       }
                     });
                     EdgeIndex const at = m_senders.arcs_before(block);
                     std::copy_n(scratch.ends.data(), sum, m_messages.ends.data() + at);
                     if (m_csr.weighted())
                       std::copy_n(scratch.weights.data(), sum, m_messages.weights.data() + at);
                   });
  }

  void receive(HostView<VertexId> const& targets, HostView<Weight> const& weights) {
    auto const pieces = cut_buckets();
    auto const first_piece = first_pieces(pieces);
    auto const cursors =
        make_host_view<EdgeIndex>(m_space, "tandem::reverse_csr::cursors", pieces.size() * bucket_width());
    // Calls visit(v, counts, k) for every receiver by its new name, with its counts, bucket_width apart, in
    // the k pieces of its bucket.
    auto const for_each_receiver = [&](std::string const& label, auto const& visit) {
      run_host_tasks(m_space, label, m_num_buckets, [&](std::size_t, std::size_t bucket) {
        std::size_t const begin = bucket * bucket_width(),
                          end = std::min(m_csr.num_vertices(), begin + bucket_width());
        for (std::size_t v = begin; v < end; ++v) {
          EdgeIndex* const first = cursors.data() + pieces[first_piece[bucket]].cursors + (v - begin);
          visit(new_name(v), first, first_piece[bucket + 1] - first_piece[bucket]);
        }
      });
    };

    Message const* const messages = m_messages.ends.data();
    Message const mask = receiver_mask();
    run_host_tasks(m_space, "tandem::reverse_csr::count_received", pieces.size(),
                   [&](std::size_t, std::size_t p) {
                     EdgeIndex* const count = cursors.data() + pieces[p].cursors;
                     std::fill_n(count, bucket_width(), EdgeIndex(0));
                     for_each_block(pieces[p], [&](std::size_t, std::size_t begin, std::size_t end) {
                       for (std::size_t i = begin; i < end; ++i) ++count[messages[i] & mask];
                     });
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
      throw UnnamedGraphError(fmt::format(
          "not symmetric: {} vertices of an undirected graph have more or fewer arcs out than in; "
          "convert the graph again",
          misfits.load()));
    run_host_tasks(m_space, "tandem::reverse_csr::receive", pieces.size(), [&](std::size_t, std::size_t p) {
      EdgeIndex* const place = cursors.data() + pieces[p].cursors;
      for_each_block(pieces[p], [&](std::size_t first_sender, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          EdgeIndex const to = place[messages[i] & mask]++;
          // Most lists are a line or two that no cache has: the store would wait for each.
          __builtin_prefetch(targets.data() + to + 64 / sizeof(VertexId), 1);
          targets(to) = static_cast<VertexId>(first_sender + (messages[i] >> m_receiver_bits));
          if (m_csr.weighted()) weights(to) = m_messages.weights(i);
        }
      });
    });
  }

  /// Calls visit(first_sender, begin, end) for a piece's messages, those of one block at a time.
  template <class Visit>
  void for_each_block(Piece const& piece, Visit const& visit) const {
    // What a block has for a bucket is a few cache lines, over before the processor has seen where it is in
    // the next block.
    constexpr std::size_t far = 8, near = 2;
    std::uint32_t const* const begins = m_begins.data() + piece.bucket;
    auto const first_message = [&](std::size_t block) {
      return m_senders.arcs_before(block) + begins[block * begins_per_block()];
    };
    for (std::size_t block = piece.first_block; block < piece.last_block; ++block) {
      if (block + far < piece.last_block) {
        __builtin_prefetch(begins + (block + far) * begins_per_block());
        std::uint32_t const* const theirs = begins + (block + near) * begins_per_block();
        Message const* const next = m_messages.ends.data() + first_message(block + near);
        for (std::uint32_t i = 0; i < theirs[1] - theirs[0]; i += 64 / sizeof(Message))
          __builtin_prefetch(next + i);
      }
      std::size_t const begin = first_message(block);
      std::uint32_t const* const mine = begins + block * begins_per_block();
      visit(m_senders.first_of_block(block), begin, begin + (mine[1] - mine[0]));
    }
  }

  /// Pieces in the order of buckets; every bucket has one, as its receivers need their lists even if these
  /// are empty.
  std::vector<Piece> cut_buckets() const {
    std::vector<Piece> pieces;
    for (std::size_t bucket = 0; bucket < m_num_buckets; ++bucket) {
      std::size_t block = 0;
      do {
        std::size_t const first = block;
        for (std::size_t size = 0; block < m_senders.num_blocks() && size < bucket_limit; ++block) {
          std::uint32_t const* const begins = m_begins.data() + block * begins_per_block() + bucket;
          size += begins[1] - begins[0];
        }
        pieces.push_back({bucket, first, block, pieces.size() << m_receiver_bits});
      } while (block < m_senders.num_blocks());
    }
    return pieces;
  }

  /// Number of the first piece of each bucket, and of all pieces at the end.
  std::vector<std::size_t> first_pieces(std::vector<Piece> const& pieces) const {
    std::vector<std::size_t> first(m_num_buckets + 1, pieces.size());
    for (std::size_t p = pieces.size(); p-- > 0;) first[pieces[p].bucket] = p;
    return first;
  }

  Host m_space;
  Csr<HostMemory> m_csr;
  Renumbering m_names;
  Senders m_senders;
  int m_receiver_bits;  ///< that differ in a bucket
  std::size_t m_num_buckets;
  HostView<std::uint32_t> m_begins;     ///< of a block's messages for each bucket, and their end
  HostView<EdgeIndex const> m_offsets;  ///< of the result; empty until they are known
  Messages m_messages;
};

}  // namespace

Csr<HostMemory> reverse_csr(Host const& space, Csr<HostMemory> const& csr, Renumbering const& names) {
  if (csr.offsets.extent(0) == 0) return csr;  // of a graph that was never built
  return Reversal(space, csr, names, false).run();
}

Csr<HostMemory> renumber_symmetric_csr(Host const& space, Csr<HostMemory> const& csr,
                                       Renumbering const& names) {
  if (csr.offsets.extent(0) == 0) return csr;
  return Reversal(space, csr, names, true).run();
}

}  // namespace tandem::Impl
