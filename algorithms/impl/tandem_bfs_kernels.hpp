// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_BFS_KERNELS_HPP
#define TANDEM_BFS_KERNELS_HPP

#include <core/tandem_bitmap.hpp>
#include <core/tandem_csr.hpp>
#include <exec/tandem_program.hpp>

// Kernels of the program in tandem_bfs_program.hpp, which explains the method.
namespace tandem::Impl {

/// What kernels count.
struct BfsCounts {
  std::uint64_t places[3];    ///< next free ones in the queue, for each degree class
  std::uint64_t ghosts;       ///< found
  std::uint64_t edges;        ///< out-edges of owned vertices that came to the queue
  std::uint64_t ghost_edges;  ///< and of the ghosts that count, estimated
  std::uint64_t found;        ///< owned vertices that come to no queue
  std::uint64_t found_edges;  ///< out-edges of these, if top-down
  std::uint64_t looked_at;    ///< edges, bottom-up
};

/// Parent of a vertex that a peer has reached: it knows who it was.
KOKKOS_INLINE_FUNCTION VertexId held_by(std::size_t peer) {
  return invalid_vertex - 1 - static_cast<VertexId>(peer);
}
inline std::size_t holder_of(VertexId parent) {
  return static_cast<std::size_t>(invalid_vertex - 1 - parent);
}

/// State of a breadth-first search on one partition; sets have a bit for each slot.
template <class MemorySpace>
struct BfsState {
  Bitmap<MemorySpace> visited;
  Bitmap<MemorySpace> known;     ///< what was visited before a superstep that sweeps
  Bitmap<MemorySpace> frontier;  ///< bottom-up: the last level; top-down: ghosts to be sent
  Bitmap<MemorySpace> next;      ///< bottom-up: the level to be found
  Bitmap<MemorySpace> received;  ///< owned vertices that a peer has reached and that were not visited
  Kokkos::View<VertexId*, MemorySpace> parent;  ///< slot, or held_by(peer); of slots that were visited
  /// Owned vertices in the order in which they were found top-down, a list for each degree class; behind them
  /// the ghosts, without those that a sweep has found.
  Kokkos::View<VertexId*, MemorySpace> queue;
  Kokkos::View<EdgeIndex*, MemorySpace> looked_at;  ///< bottom-up: edges, for each 64 owned vertices
  /// Bottom-up: the first in-neighbour of each owned vertex, the one of highest degree; without any, itself.
  Kokkos::View<VertexId*, MemorySpace> first;
  Kokkos::View<BfsCounts, MemorySpace> counts;
  Kokkos::View<EdgeIndex const*, MemorySpace> offsets;
  Kokkos::View<EdgeIndex const*, MemorySpace> ghost_degrees;  ///< see Partition
  VertexId num_owned;
  VertexId counted_end;               ///< ghosts before it count when edges of a level are counted
  VertexId warp_begin, others_begin;  ///< first vertices of the degree classes, at words

  /// What was visited since a superstep that sweeps began, of 64 slots.
  KOKKOS_FUNCTION std::uint64_t fresh_word(std::size_t w) const { return visited.word(w) & ~known.word(w); }
  KOKKOS_FUNCTION int class_of(VertexId v) const { return v < warp_begin ? 0 : v < others_begin ? 1 : 2; }
  KOKKOS_FUNCTION EdgeIndex degree(VertexId v) const { return offsets(v + 1) - offsets(v); }

  /// Notes vertices found: owned ones in the queue, ghosts in the frontier.
  KOKKOS_FUNCTION void append(VertexId const* found, unsigned n) const {
    std::uint64_t of_class[3] = {0, 0, 0}, ghosts = 0, edges = 0, ghost_edges = 0;
    for (unsigned i = 0; i < n; ++i) {
      if (found[i] >= num_owned) {
        frontier.set_atomic(found[i]);
        ++ghosts;
        ghost_edges += edges_of_ghosts(found[i] / 64, 1);
      } else {
        ++of_class[class_of(found[i])];
        edges += degree(found[i]);
      }
    }
    BfsCounts& all = counts();
    for (int c = 0; c < 3; ++c) {
      if (of_class[c] == 0) continue;
      std::uint64_t place = Kokkos::atomic_fetch_add(&all.places[c], of_class[c]);
      for (unsigned i = 0; i < n; ++i)
        if (found[i] < num_owned && class_of(found[i]) == c) queue(place++) = found[i];
    }
    if (edges != 0) Kokkos::atomic_add(&all.edges, edges);
    if (ghosts == 0) return;
    std::uint64_t place = num_owned + note_ghosts(ghosts, ghost_edges);
    for (unsigned i = 0; i < n; ++i)
      if (found[i] >= num_owned) queue(place++) = found[i];
  }

  /// Returns how many were found before.
  KOKKOS_FUNCTION std::uint64_t note_ghosts(std::uint64_t found, std::uint64_t their_edges) const {
    Kokkos::atomic_add(&counts().ghost_edges, their_edges);
    return Kokkos::atomic_fetch_add(&counts().ghosts, found);
  }

  /// Of so many ghosts in a word, as far as they count.
  KOKKOS_FUNCTION EdgeIndex edges_of_ghosts(std::size_t word, std::uint64_t n) const {
    return word * 64 < counted_end ? n * ghost_degrees(word) : 0;
  }
};

/// Vertices that one thread has found and not noted yet. A device, of which many threads look at one row,
/// notes each at once.
template <class MemorySpace>
struct BfsFinds {
  static constexpr unsigned capacity = std::is_same_v<MemorySpace, HostMemory> ? 64 : 1;
  BfsState<MemorySpace> const& state;
  VertexId found[capacity];
  unsigned n = 0;

  KOKKOS_FUNCTION explicit BfsFinds(BfsState<MemorySpace> const& s) : state(s) {}
  KOKKOS_FUNCTION void add(VertexId v) {
    // flush() will ask for its degree.
    KOKKOS_IF_ON_HOST((__builtin_prefetch(state.offsets.data() + v);))
    found[n++] = v;
    if (n == capacity) flush();
  }
  KOKKOS_FUNCTION void flush() {
    if (n != 0) state.append(found, n);
    n = 0;
  }
};

/// Top-down: visits the neighbours of the vertex at a position of the queue.
template <class MemorySpace>
struct BfsExpand {
  BfsState<MemorySpace> state;
  Csr<MemorySpace> csr;
  bool sweep;  ///< a sweep will find out what was visited

  KOKKOS_FUNCTION bool visit(VertexId u, VertexId v) const {
    if (!state.visited.set_atomic(v)) return false;
    state.parent(v) = u;
    return !sweep;
  }
  KOKKOS_FUNCTION void by_positions(std::size_t begin, std::size_t end) const {
    for (std::size_t position = begin; position < end; ++position) csr.prefetch_row(state.queue(position));
    BfsFinds<MemorySpace> finds(state);
    for (std::size_t position = begin; position < end; ++position) {
      VertexId const u = state.queue(position);
      EdgeIndex const last = csr.offsets(u + 1);
      for (EdgeIndex e = csr.offsets(u); e < last; ++e)
        if (VertexId const v = csr.targets(e); visit(u, v)) finds.add(v);
    }
    finds.flush();
  }
  /// By one host thread, while no other has to do with the search: neither atomic operations nor lists of its
  /// own. Most of the time of a search with many small levels goes by here.
  void all_positions(std::size_t begin, std::size_t end) const {
    constexpr std::size_t ahead = 16;
    Bitmap<MemorySpace> const visited = state.visited;
    VertexId* const parent = state.parent.data();
    VertexId* const queue = state.queue.data();
    EdgeIndex const* const offsets = csr.offsets.data();
    VertexId const* const targets = csr.targets.data();
    BfsCounts& counts = state.counts();
    std::uint64_t const first = counts.places[2];  // on the host all are of one class
    std::uint64_t next = first, ghosts = counts.ghosts;
    for (std::size_t position = begin; position < end; ++position) {
      if (position + ahead < end) __builtin_prefetch(targets + offsets[queue[position + ahead]]);
      VertexId const u = queue[position];
      for (EdgeIndex e = offsets[u], last = offsets[u + 1]; e < last; ++e) {
        VertexId const v = targets[e];
        if (!visited.insert(v)) continue;
        parent[v] = u;
        if (sweep) continue;
        if (v < state.num_owned) {
          __builtin_prefetch(offsets + v);
          queue[next++] = v;
        } else {
          state.frontier.set(v);
          counts.ghost_edges += state.edges_of_ghosts(v / 64, 1);
          queue[state.num_owned + ghosts++] = v;
        }
      }
    }
    counts.ghosts = ghosts;
    for (std::uint64_t i = first; i < next; ++i) counts.edges += offsets[queue[i] + 1] - offsets[queue[i]];
    counts.places[2] = next;
  }
  KOKKOS_FUNCTION void by_thread(VertexId position) const {
    by_positions(position, static_cast<std::size_t>(position) + 1);
  }
  template <class Group>
  KOKKOS_FUNCTION void by_group(Group const& group, VertexId position) const {
    VertexId const u = state.queue(position);
    Kokkos::parallel_for(group.range(csr.offsets(u), csr.offsets(u + 1)), [&](EdgeIndex e) {
      VertexId const v = csr.targets(e);
      if (visit(u, v)) state.append(&v, 1);
    });
  }
};

/// Counts what a superstep that sweeps has visited, and puts ghosts into the frontier, some words at a time.
template <class MemorySpace, std::size_t block_words>
struct BfsTally {
  BfsState<MemorySpace> state;
  std::size_t num_words, first_ghost_word;

  KOKKOS_FUNCTION void operator()(std::int64_t block) const {
    std::size_t const first = static_cast<std::size_t>(block) * block_words;
    std::size_t const last = first + block_words < num_words ? first + block_words : num_words;
    std::uint64_t found = 0, edges = 0, ghosts = 0, ghost_edges = 0;
    for (std::size_t w = first; w < last; ++w) {
      std::uint64_t const bits = state.fresh_word(w);
      if (bits == 0) continue;
      auto const count = static_cast<std::uint64_t>(Kokkos::Experimental::popcount_builtin(bits));
      if (w < first_ghost_word) {
        found += count;
        for (std::uint64_t left = bits; left != 0; left &= left - 1)
          edges +=
              state.degree(static_cast<VertexId>(w * 64 + Kokkos::Experimental::countr_zero_builtin(left)));
      } else {
        ghosts += count;
        ghost_edges += state.edges_of_ghosts(w, count);
        state.frontier.word(w) = bits;
      }
    }
    if (ghosts != 0) state.note_ghosts(ghosts, ghost_edges);
    if (found == 0) return;
    Kokkos::atomic_add(&state.counts().found, found);
    Kokkos::atomic_add(&state.counts().found_edges, edges);
  }
};

/// Puts owned vertices into the queue: those of the frontier, or those that are fresh. Some words at a time.
template <class MemorySpace, std::size_t block_words>
struct BfsSweep {
  BfsState<MemorySpace> state;
  std::size_t num_words;
  bool take_frontier;

  KOKKOS_FUNCTION void operator()(std::int64_t block) const {
    std::size_t const first = static_cast<std::size_t>(block) * block_words;
    std::size_t const last = first + block_words < num_words ? first + block_words : num_words;
    std::uint64_t taken[block_words], count = 0;
    for (std::size_t w = first; w < last; ++w) {
      taken[w - first] = take_frontier ? state.frontier.word(w) : state.fresh_word(w);
      count += static_cast<std::uint64_t>(Kokkos::Experimental::popcount_builtin(taken[w - first]));
    }
    if (count == 0) return;
    BfsCounts& all = state.counts();
    std::uint64_t edges = 0;
    std::uint64_t place =
        Kokkos::atomic_fetch_add(&all.places[state.class_of(static_cast<VertexId>(first * 64))], count);
    for (std::size_t w = first; w < last; ++w)
      for (std::uint64_t bits = taken[w - first]; bits != 0; bits &= bits - 1) {
        auto const v = static_cast<VertexId>(w * 64 + Kokkos::Experimental::countr_zero_builtin(bits));
        state.queue(place++) = v;
        edges += state.degree(v);
      }
    Kokkos::atomic_add(&all.edges, edges);
  }
};

/// Makes a frontier of the owned vertices that are fresh, some words at a time. Counts them.
template <class MemorySpace, std::size_t block_words>
struct BfsMarkFresh {
  BfsState<MemorySpace> state;
  std::size_t num_words;

  KOKKOS_FUNCTION void operator()(std::int64_t block) const {
    std::size_t const first = static_cast<std::size_t>(block) * block_words;
    std::size_t const last = first + block_words < num_words ? first + block_words : num_words;
    std::uint64_t count = 0;
    for (std::size_t w = first; w < last; ++w) {
      std::uint64_t const bits = state.fresh_word(w);
      state.frontier.word(w) = bits;
      count += static_cast<std::uint64_t>(Kokkos::Experimental::popcount_builtin(bits));
    }
    if (count != 0) Kokkos::atomic_add(&state.counts().found, count);
  }
};

template <class MemorySpace>
struct BfsFindFirst {
  Csr<MemorySpace> in;
  Kokkos::View<VertexId*, MemorySpace> first;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    auto const v = static_cast<VertexId>(i);
    first(v) = in.degree(v) > 0 ? in.targets(in.offsets(v)) : v;
  }
};

/// Bottom-up: looks for a parent of a vertex that was not visited yet. Most of them have it in their first
/// neighbour. Those are in an array of their own, read in order: rows start anywhere in memory.
template <class MemorySpace>
struct BfsSeek {
  BfsState<MemorySpace> state;
  Csr<MemorySpace> in;

  /// Whether it is the first neighbour; it counts as the parent until another is found. A vertex that was not
  /// visited is no neighbour of its own.
  KOKKOS_FUNCTION bool takes_first(VertexId v) const {
    VertexId const u = state.first(v);
    state.parent(v) = u;
    return state.frontier.test(u);
  }
  /// Looks at the other neighbours. Adds to `looked_at` how many edges it took with the first one.
  KOKKOS_FUNCTION bool finds_other(VertexId v, EdgeIndex& looked_at) const {
    EdgeIndex const begin = in.offsets(v), end = in.offsets(v + 1);
    for (EdgeIndex e = begin + 1; e < end; ++e) {
      VertexId const u = in.targets(e);
      if (!state.frontier.test(u)) continue;
      state.parent(v) = u;
      looked_at += e + 1 - begin;
      return true;
    }
    looked_at += end - begin;
    return false;
  }
  KOKKOS_FUNCTION void by_word(std::size_t w, std::uint64_t rows) const {
    std::uint64_t found = 0;
    EdgeIndex looked_at = 0;
    auto const lowest = [&](std::uint64_t bits) {
      return static_cast<VertexId>(w * 64 + Kokkos::Experimental::countr_zero_builtin(bits));
    };
    for (std::uint64_t bits = rows; bits != 0; bits &= bits - 1)
      found |= takes_first(lowest(bits)) ? bits & (~bits + 1) : 0;
    looked_at += static_cast<EdgeIndex>(Kokkos::Experimental::popcount_builtin(found));
    // Most rows are over before the processor sees where the next one starts.
    std::uint64_t const others = rows & ~found;
    for (std::uint64_t bits = others; bits != 0; bits &= bits - 1) in.prefetch_row(lowest(bits));
    for (std::uint64_t bits = others; bits != 0; bits &= bits - 1)
      if (finds_other(lowest(bits), looked_at)) found |= bits & (~bits + 1);
    state.next.word(w) = found;
    state.looked_at(w) = looked_at;
  }
  KOKKOS_FUNCTION void by_thread(VertexId v) const {
    EdgeIndex looked_at = 0;
    if (takes_first(v))
      ++looked_at, state.next.set_atomic(v);
    else if (finds_other(v, looked_at))
      state.next.set_atomic(v);
    Kokkos::atomic_add(&state.looked_at(v / 64), looked_at);
  }
  /// Some edges at a time, as the first ones lead to hubs and most rows need no more.
  template <class Group>
  KOKKOS_FUNCTION void by_group(Group const& group, VertexId v) const {
    constexpr EdgeIndex at_once = 128;
    EdgeIndex const start = in.offsets(v), end = in.offsets(v + 1);
    EdgeIndex begin = start, hit = end;
    while (begin < end && hit >= end) {
      EdgeIndex const stop = end - begin < at_once ? end : begin + at_once;
      Kokkos::parallel_reduce(
          group.range(begin, stop),
          [&](EdgeIndex e, EdgeIndex& first) {
            if (e < first && state.frontier.test(in.targets(e))) first = e;
          },
          Kokkos::Min<EdgeIndex>(hit));
      begin = stop;
    }
    Kokkos::single(group.once(), [&] {
      Kokkos::atomic_add(&state.looked_at(v / 64), begin - start);
      if (hit >= end) return;
      state.parent(v) = in.targets(hit);
      state.next.set_atomic(v);
    });
  }
};

/// Visits what a bottom-up superstep has found, some words at a time. Counts it.
template <class MemorySpace, std::size_t block_words>
struct BfsVisitNext {
  BfsState<MemorySpace> state;
  std::size_t num_words;

  KOKKOS_FUNCTION void operator()(std::int64_t block) const {
    std::size_t const first = static_cast<std::size_t>(block) * block_words;
    std::size_t const last = first + block_words < num_words ? first + block_words : num_words;
    std::uint64_t found = 0;
    EdgeIndex looked_at = 0;
    for (std::size_t w = first; w < last; ++w) {
      looked_at += state.looked_at(w);
      state.looked_at(w) = 0;
      std::uint64_t const bits = state.next.word(w);
      if (bits == 0) continue;
      state.visited.word(w) |= bits;
      found += static_cast<std::uint64_t>(Kokkos::Experimental::popcount_builtin(bits));
    }
    if (looked_at == 0) return;
    Kokkos::atomic_add(&state.counts().found, found);
    Kokkos::atomic_add(&state.counts().looked_at, looked_at);
  }
};

/// Puts positions of the queue into the frontier.
template <class MemorySpace>
struct BfsMark {
  BfsState<MemorySpace> state;
  KOKKOS_FUNCTION void operator()(std::int64_t position) const {
    state.frontier.set_atomic(state.queue(position));
  }
};

/// Forgets positions of the queue. News of ghosts went when they were sent.
template <class MemorySpace>
struct BfsForget {
  BfsState<MemorySpace> state;
  KOKKOS_FUNCTION void operator()(std::int64_t position) const {
    VertexId const slot = state.queue(position);
    relaxed_store(&state.visited.word(slot / 64), std::uint64_t(0));
    if (slot < state.num_owned) relaxed_store(&state.received.word(slot / 64), std::uint64_t(0));
  }
};

template <class MemorySpace>
struct BfsSetCounts {
  Kokkos::View<BfsCounts, MemorySpace> counts;
  BfsCounts value;
  KOKKOS_FUNCTION void operator()(int) const { counts() = value; }
};

template <class MemorySpace>
struct BfsStart {
  BfsState<MemorySpace> state;
  VertexId source;

  KOKKOS_FUNCTION void operator()(int) const {
    state.visited.set(source);
    state.parent(source) = source;
    state.append(&source, 1);
  }
};

struct BfsPacker {
  KOKKOS_FUNCTION Nothing operator()(VertexId) const { return {}; }
};

/// In a push, vertices that a peer has reached; in a pull, ghosts that are in the frontier.
template <class MemorySpace>
struct BfsUnpacker {
  BfsState<MemorySpace> state;
  std::size_t peer;
  bool pulled;
  bool in_queue;  ///< else it is enough that they are fresh

  KOKKOS_FUNCTION void operator()(VertexId slot, Nothing) const {
    bool const fresh = state.visited.set_atomic(slot);
    if (pulled) {
      state.frontier.set_atomic(slot);
    } else if (fresh) {
      state.parent(slot) = held_by(peer);
      state.received.set_atomic(slot);
      if (in_queue) state.append(&slot, 1);
    }
  }

  /// 64 slots at once. No other thread has to do with them.
  KOKKOS_FUNCTION void by_word(std::size_t w, std::uint64_t bits) const {
    std::uint64_t const fresh = bits & ~state.visited.word(w);
    state.visited.word(w) |= fresh;
    if (pulled) {
      state.frontier.word(w) = bits;
      return;
    }
    state.received.word(w) |= fresh;
    BfsFinds<MemorySpace> finds(state);
    for (std::uint64_t left = fresh; left != 0; left &= left - 1) {
      auto const v = static_cast<VertexId>(w * 64 + Kokkos::Experimental::countr_zero_builtin(left));
      state.parent(v) = held_by(peer);
      if (in_queue) finds.add(v);
    }
    finds.flush();
  }
};

}  // namespace tandem::Impl

#endif
