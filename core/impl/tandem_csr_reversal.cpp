// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_bucket_writer.hpp>
#include <core/impl/tandem_csr_assembly.hpp>
#include <core/impl/tandem_csr_reversal.hpp>
#include <limits>

// Every vertex, in its new order, sends its new id to its neighbours; each neighbour so receives its list
// already sorted. The messages first go into buckets by receiver, as lists that grow all over memory would
// miss the cache at each step. A bucket has at most 2^16 receivers, so that a message is the sender and 16
// bits. Receivers keep their old names until their lists are complete: renaming message by message would be a
// cache miss each.
namespace tandem::Impl {

namespace {

using LocalReceiver = std::uint16_t;

/// Messages by bucket of receivers, in each bucket by sender.
struct Messages {
  HostView<VertexId> senders;
  HostView<LocalReceiver> receivers;  ///< without the bits that all of a bucket share
  HostView<Weight> weights;           ///< empty: arcs have none
  std::vector<std::size_t> begins;    ///< of the buckets, with the total at the end
  int receiver_bits;                  ///< that differ in a bucket
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
  degrees_to_offsets(space, offsets);
  return offsets;
}

/// Calls send(i, first, last) for the arcs csr.targets[first, last) of sender i, for all arcs in a block of
/// the arcs in sending order.
class Senders {
 public:
  Senders(Host const& space, Csr<HostMemory> const& csr, HostView<VertexId const> const& order)
      : m_csr(csr), m_order(order), m_offsets(reordered_offsets(space, csr, order)) {}

  template <class Send>
  void for_each_in_block(std::size_t block, Send const& send) const {
    std::size_t const n = m_csr.num_vertices();
    EdgeIndex const first = block * edges_per_block;
    EdgeIndex const last = std::min<EdgeIndex>(m_csr.num_edges(), first + edges_per_block);
    EdgeIndex const* const offsets = m_offsets.data();
    auto i = static_cast<std::size_t>(std::upper_bound(offsets, offsets + n + 1, first) - offsets) - 1;
    for (EdgeIndex e = first; e < last; ++i) {
      prefetch(i, n);
      EdgeIndex const end = std::min(last, offsets[i + 1]);
      EdgeIndex const shift = m_csr.offsets(old_name(i)) - offsets[i];
      send(i, e + shift, end + shift);
      e = end;
    }
  }

 private:
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
};

Messages send_messages(Host const& space, Csr<HostMemory> const& csr, Renumbering const& names) {
  int const bits = id_bits(csr.num_vertices());
  int const receiver_bits =
      std::min(bits - split_bits(csr.num_edges(), bits), std::numeric_limits<LocalReceiver>::digits);
  std::size_t const num_buckets = std::size_t(1) << (bits - receiver_bits);
  std::size_t const num_blocks = num_edge_blocks(csr.num_edges());
  VertexId const* const targets = csr.targets.data();
  Senders const senders(space, csr, names.order);

  std::vector<std::size_t> positions(num_blocks * num_buckets, 0);
  run_host_tasks(space, "tandem::reverse_csr::count", num_blocks, [&](std::size_t, std::size_t block) {
    std::size_t* const counts = positions.data() + block * num_buckets;
    senders.for_each_in_block(block, [&](std::size_t, EdgeIndex first, EdgeIndex last) {
      for (EdgeIndex e = first; e < last; ++e) ++counts[targets[e] >> receiver_bits];
    });
  });
  Messages messages;
  messages.receiver_bits = receiver_bits;
  messages.begins = scan_block_counts(positions, num_blocks, num_buckets);
  messages.senders = make_host_view<VertexId>(space, "tandem::reverse_csr::senders", csr.num_edges());
  messages.receivers =
      make_host_view<LocalReceiver>(space, "tandem::reverse_csr::receivers", csr.num_edges());
  if (csr.weighted())
    messages.weights = make_host_view<Weight>(space, "tandem::reverse_csr::message_weights", csr.num_edges());

  VertexId* const to_senders = messages.senders.data();
  LocalReceiver* const to_receivers = messages.receivers.data();
  VertexId const local_mask = static_cast<VertexId>((std::size_t(1) << receiver_bits) - 1);
  run_host_tasks(space, "tandem::reverse_csr::send", num_blocks, [&](std::size_t, std::size_t block) {
    std::size_t* const position = positions.data() + block * num_buckets;
    auto const fill = [&](auto& writer, auto const&... weights) {
      senders.for_each_in_block(block, [&](std::size_t i, EdgeIndex first, EdgeIndex last) {
        for (EdgeIndex e = first; e < last; ++e)
          writer.push(targets[e] >> receiver_bits, static_cast<VertexId>(i),
                      static_cast<LocalReceiver>(targets[e] & local_mask), weights(e)...);
      });
      writer.flush();
    };
    if (csr.weighted()) {
      BucketWriter<VertexId, LocalReceiver, Weight> writer(position, num_buckets, to_senders, to_receivers,
                                                           messages.weights.data());
      fill(writer, csr.weights);
    } else {
      BucketWriter<VertexId, LocalReceiver> writer(position, num_buckets, to_senders, to_receivers);
      fill(writer);
    }
  });
  return messages;
}

/// Pieces in the order of buckets; every bucket has one, as its receivers need their lists even if these are
/// empty.
std::vector<Piece> cut_buckets(Messages const& messages) {
  std::vector<Piece> pieces;
  for (std::size_t bucket = 0; bucket + 1 < messages.begins.size(); ++bucket) {
    std::size_t begin = messages.begins[bucket];
    do {
      std::size_t const end = std::min(messages.begins[bucket + 1], begin + bucket_limit);
      pieces.push_back({bucket, begin, end, pieces.size() << messages.receiver_bits});
      begin = end;
    } while (begin < messages.begins[bucket + 1]);
  }
  return pieces;
}

/// Number of the first piece of each bucket, and of all pieces at the end.
std::vector<std::size_t> first_pieces(std::vector<Piece> const& pieces, std::size_t num_buckets) {
  std::vector<std::size_t> first(num_buckets + 1, pieces.size());
  for (std::size_t p = pieces.size(); p-- > 0;) first[pieces[p].bucket] = p;
  return first;
}

}  // namespace

Csr<HostMemory> reverse_csr(Host const& space, Csr<HostMemory> const& csr, Renumbering const& names) {
  std::size_t const n = csr.num_vertices();
  Messages const messages = send_messages(space, csr, names);
  std::size_t const num_buckets = messages.begins.size() - 1;
  std::size_t const bucket_width = std::size_t(1) << messages.receiver_bits;
  auto const pieces = cut_buckets(messages);
  auto const first_piece = first_pieces(pieces, num_buckets);
  auto const cursors =
      make_host_view<EdgeIndex>(space, "tandem::reverse_csr::cursors", pieces.size() * bucket_width);
  auto const offsets = make_host_view<EdgeIndex>(space, "tandem::reverse_csr::new_offsets", n + 1);
  auto const new_name = [&](std::size_t v) { return names.empty() ? v : std::size_t(names.rank(v)); };
  // Calls visit(v, counts, k) for every receiver by its new name, with its counts, bucket_width apart, in the
  // k pieces of its bucket.
  auto const for_each_receiver = [&](std::string const& label, auto const& visit) {
    run_host_tasks(space, label, num_buckets, [&](std::size_t, std::size_t bucket) {
      std::size_t const begin = bucket * bucket_width, end = std::min(n, begin + bucket_width);
      for (std::size_t v = begin; v < end; ++v) {
        EdgeIndex* const first = cursors.data() + pieces[first_piece[bucket]].cursors + (v - begin);
        visit(new_name(v), first, first_piece[bucket + 1] - first_piece[bucket]);
      }
    });
  };

  LocalReceiver const* const receivers = messages.receivers.data();
  run_host_tasks(space, "tandem::reverse_csr::count_received", pieces.size(),
                 [&](std::size_t, std::size_t p) {
                   EdgeIndex* const count = cursors.data() + pieces[p].cursors;
                   std::fill_n(count, bucket_width, EdgeIndex(0));
                   for (std::size_t i = pieces[p].begin; i < pieces[p].end; ++i) ++count[receivers[i]];
                 });
  offsets(0) = 0;
  for_each_receiver("tandem::reverse_csr::list_lengths",
                    [&](std::size_t v, EdgeIndex const* counts, std::size_t num_pieces) {
                      EdgeIndex length = 0;
                      for (std::size_t k = 0; k < num_pieces; ++k) length += counts[k * bucket_width];
                      offsets(v + 1) = length;
                    });
  degrees_to_offsets(space, offsets);
  // A piece's messages go behind those of the pieces before it.
  for_each_receiver("tandem::reverse_csr::places",
                    [&](std::size_t v, EdgeIndex* counts, std::size_t num_pieces) {
                      EdgeIndex place = offsets(v);
                      for (std::size_t k = 0; k < num_pieces; ++k)
                        place += std::exchange(counts[k * bucket_width], place);
                    });

  auto const targets = make_host_view<VertexId>(space, "tandem::reverse_csr::targets", csr.num_edges());
  HostView<Weight> weights;
  if (csr.weighted())
    weights = make_host_view<Weight>(space, "tandem::reverse_csr::weights", csr.num_edges());
  run_host_tasks(space, "tandem::reverse_csr::receive", pieces.size(), [&](std::size_t, std::size_t p) {
    EdgeIndex* const place = cursors.data() + pieces[p].cursors;
    for (std::size_t i = pieces[p].begin; i < pieces[p].end; ++i) {
      EdgeIndex const to = place[receivers[i]]++;
      targets(to) = messages.senders(i);
      if (csr.weighted()) weights(to) = messages.weights(i);
    }
  });
  return {offsets, targets, weights};
}

}  // namespace tandem::Impl
