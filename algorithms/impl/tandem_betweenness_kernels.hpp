// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_BETWEENNESS_KERNELS_HPP
#define TANDEM_BETWEENNESS_KERNELS_HPP

#include <core/impl/tandem_row_list.hpp>
#include <core/tandem_bitmap.hpp>
#include <core/tandem_edge_loops.hpp>
#include <core/tandem_relaxed.hpp>
#include <core/tandem_view.hpp>

namespace tandem::Impl {

/// What kernels count.
struct BetweennessCounts {
  std::uint64_t places[3];  ///< next free ones in the order, for each degree class
  std::uint64_t found, found_ghosts;
  std::uint64_t out_edges, in_edges;  ///< of the owned vertices found
  std::uint64_t ghost_edges;          ///< out-edges of the ghosts found, estimated
  std::uint64_t uncountable;          ///< vertices with more than max_paths
};

/// Up to here a number of paths and its inverse have all digits of a double.
inline constexpr double max_paths = 1e300;

/// State of Brandes' algorithm on one partition.
///
/// One value travels in both directions. It is 0 for a vertex not reached yet, then the number of shortest
/// paths p, and once the dependency d is known -(1 + d)/p. A sum over neighbours needs no levels to pick the
/// right ones: going down, a neighbour of an unreached vertex is in the last level or has 0; going up, a
/// neighbour in the next level is the only one below 0, as those further down are no neighbours.
template <class MemorySpace>
struct BetweennessState {
  Bitmap<MemorySpace> unvisited;  ///< slots not known to be in a settled level
  Bitmap<MemorySpace> news;       ///< slots that got their first value in this superstep, or have one to send
  Kokkos::View<double*, MemorySpace> value;    ///< of each slot, as neighbours may see it
  Kokkos::View<double*, MemorySpace> settled;  ///< of owned vertices; ahead of `value` within a superstep
  Kokkos::View<double*, MemorySpace> score;    ///< of owned vertices
  Kokkos::View<VertexId*, MemorySpace> order;  ///< owned vertices by level, a list for each degree class
  Kokkos::View<BetweennessCounts, MemorySpace> counts;
};

template <class MemorySpace>
struct SetCounts {
  Kokkos::View<BetweennessCounts, MemorySpace> counts;
  BetweennessCounts value;
  KOKKOS_FUNCTION void operator()(int) const { counts() = value; }
};

/// Forgets the last source, 64 slots at a time.
template <class MemorySpace>
struct ResetSlots {
  BetweennessState<MemorySpace> state;
  std::size_t num_active, num_owned, num_slots;

  KOKKOS_FUNCTION void operator()(std::int64_t w) const {
    std::size_t const begin = static_cast<std::size_t>(w) * 64;
    std::size_t const end = begin + 64 < num_slots ? begin + 64 : num_slots;
    std::size_t const last = begin < num_owned && num_active < end ? num_active : end;
    state.news.word(w) = 0;
    state.unvisited.word(w) = last <= begin        ? 0
                              : last - begin == 64 ? ~std::uint64_t(0)
                                                   : (std::uint64_t(1) << (last - begin)) - 1;
    for (std::size_t slot = begin; slot < end; ++slot) state.value(slot) = 0;
  }
};

template <class MemorySpace>
struct StartAt {
  BetweennessState<MemorySpace> state;
  VertexId source;

  KOKKOS_FUNCTION void operator()(int) const {
    state.value(source) = 1;
    state.news.set(source);
  }
};

/// Adds paths to a slot. Nothing changes `unvisited` meanwhile.
template <class MemorySpace>
struct AddPaths {
  BetweennessState<MemorySpace> state;

  KOKKOS_FUNCTION void operator()(VertexId slot, double paths) const {
    if (state.unvisited.test(slot) && add_atomic(&state.value(slot), paths) == 0) state.news.set_atomic(slot);
  }
};

/// Top-down: the vertex at a position of the order adds its paths to its neighbours.
template <class MemorySpace>
struct ExpandRow {
  AddPaths<MemorySpace> add;
  Csr<MemorySpace> csr;

  KOKKOS_FUNCTION void by_thread(VertexId position) const {
    VertexId const u = add.state.order(position);
    double const paths = add.state.value(u);
    EdgeIndex const end = csr.offsets(u + 1);
    for (EdgeIndex e = csr.offsets(u); e < end; ++e) add(csr.targets(e), paths);
  }
  template <class Group>
  KOKKOS_FUNCTION void by_group(Group const& group, VertexId position) const {
    VertexId const u = add.state.order(position);
    double const paths = add.state.value(u);
    Kokkos::parallel_for(group.range(csr.offsets(u), csr.offsets(u + 1)),
                         [&](EdgeIndex e) { add(csr.targets(e), paths); });
  }
};

/// Sum of the neighbours' values, or of those below 0 only.
template <class MemorySpace, bool only_negative>
struct SumOfRow {
  Csr<MemorySpace> csr;
  Kokkos::View<double*, MemorySpace> value;

  KOKKOS_FUNCTION double term(EdgeIndex e) const {
    double const x = value(csr.targets(e));
    if constexpr (only_negative)
      return x < 0 ? x : 0;
    else
      return x;
  }
  /// Four sums at a time: one addition would wait for the other.
  KOKKOS_FUNCTION double by_thread(VertexId u) const {
    EdgeIndex e = csr.offsets(u);
    EdgeIndex const end = csr.offsets(u + 1);
    double a = 0, b = 0, c = 0, d = 0;
    for (; e + 4 <= end; e += 4) {
      a += term(e);
      b += term(e + 1);
      c += term(e + 2);
      d += term(e + 3);
    }
    for (; e < end; ++e) a += term(e);
    return (a + b) + (c + d);
  }
  template <class Group>
  KOKKOS_FUNCTION double by_group(Group const& group, VertexId u) const {
    double sum = 0;
    Kokkos::parallel_reduce(
        group.range(csr.offsets(u), csr.offsets(u + 1)), [&](EdgeIndex e, double& part) { part += term(e); },
        sum);
    return sum;
  }
};

/// Bottom-up: paths of a vertex that was not reached before.
template <class MemorySpace>
struct GatherPaths {
  SumOfRow<MemorySpace, false> sum;
  Kokkos::View<double*, MemorySpace> settled;

  KOKKOS_FUNCTION void by_thread(VertexId v) const { settled(v) = sum.by_thread(v); }
  template <class Group>
  KOKKOS_FUNCTION void by_group(Group const& group, VertexId v) const {
    double const paths = sum.by_group(group, v);
    Kokkos::single(group.once(), [&] { settled(v) = paths; });
  }
};

/// Backward: dependency of the vertex at a position of the order.
template <class MemorySpace>
struct DependOnRow {
  BetweennessState<MemorySpace> state;
  SumOfRow<MemorySpace, true> sum;
  bool deepest;  ///< there is no next level

  KOKKOS_FUNCTION void by_thread(VertexId position) const {
    VertexId const v = state.order(position);
    finish(v, deepest ? 0 : sum.by_thread(v));
  }
  template <class Group>
  KOKKOS_FUNCTION void by_group(Group const& group, VertexId position) const {
    VertexId const v = state.order(position);
    double const total = deepest ? 0 : sum.by_group(group, v);
    Kokkos::single(group.once(), [&] { finish(v, total); });
  }
  KOKKOS_FUNCTION void finish(VertexId v, double total) const {
    double const paths = state.settled(v);
    double const dependency = -paths * total;
    state.settled(v) = -(1 + dependency) / paths;
    if (total != 0) state.score(v) += dependency;
  }
};

/// Makes a level of what a superstep has found, some words of the bitmaps at a time.
template <class MemorySpace, std::size_t block_words>
struct SettleLevel {
  BetweennessState<MemorySpace> state;
  Csr<MemorySpace> out, in;
  std::size_t warp_word, others_word;  ///< first words of the degree classes
  std::size_t num_words;
  bool bottom_up;  ///< found by looking at in-edges: `settled` says what, else `news`
  bool keep_news;

  KOKKOS_FUNCTION void operator()(std::int64_t block) const {
    std::size_t const first = static_cast<std::size_t>(block) * block_words;
    std::size_t const last = first + block_words < num_words ? first + block_words : num_words;
    std::uint64_t fresh[block_words], count = 0;
    for (std::size_t w = first; w < last; ++w) {
      std::uint64_t const bits = bottom_up ? reached(w) : state.news.word(w);
      fresh[w - first] = bits;
      count += static_cast<std::uint64_t>(Kokkos::Experimental::popcount_builtin(bits));
      if (bits != 0) state.unvisited.word(w) &= ~bits;
      state.news.word(w) = keep_news ? bits : 0;
    }
    if (count == 0) return;
    BetweennessCounts& counts = state.counts();
    int const degree_class = first < warp_word ? 0 : first < others_word ? 1 : 2;
    std::uint64_t place = Kokkos::atomic_fetch_add(&counts.places[degree_class], count);
    EdgeIndex out_edges = 0, in_edges = 0;
    std::uint64_t uncountable = 0;
    for (std::size_t w = first; w < last; ++w)
      for (std::uint64_t bits = fresh[w - first]; bits != 0; bits &= bits - 1) {
        auto const v = static_cast<VertexId>(w * 64 + Kokkos::Experimental::countr_zero_builtin(bits));
        state.order(place++) = v;
        if (bottom_up)
          state.value(v) = state.settled(v);
        else
          state.settled(v) = state.value(v);
        if (!(state.settled(v) <= max_paths)) ++uncountable;
        out_edges += out.degree(v);
        if (in.num_vertices() != 0) in_edges += in.degree(v);
      }
    Kokkos::atomic_add(&counts.out_edges, out_edges);
    Kokkos::atomic_add(&counts.in_edges, in_edges);
    if (uncountable != 0) Kokkos::atomic_add(&counts.uncountable, uncountable);
  }

  KOKKOS_FUNCTION std::uint64_t reached(std::size_t w) const {
    std::uint64_t result = 0;
    for (std::uint64_t bits = state.unvisited.word(w); bits != 0; bits &= bits - 1) {
      int const bit = Kokkos::Experimental::countr_zero_builtin(bits);
      if (state.settled(w * 64 + bit) != 0) result |= std::uint64_t(1) << bit;
    }
    return result;
  }
};

/// Counts what a superstep has found, before the others tell what they have; ghosts that were found now are
/// sent now and never again.
template <class MemorySpace, std::size_t block_words>
struct TallyNews {
  BetweennessState<MemorySpace> state;
  Csr<MemorySpace> out, in;
  Kokkos::View<EdgeIndex const*, MemorySpace> ghost_degrees;  ///< see Partition
  std::size_t num_owned;

  KOKKOS_FUNCTION void operator()(std::int64_t block) const {
    std::size_t const first = static_cast<std::size_t>(block) * block_words;
    std::size_t const all = state.news.num_words();
    std::size_t const last = first + block_words < all ? first + block_words : all;
    std::uint64_t found = 0, found_ghosts = 0;
    EdgeIndex out_edges = 0, in_edges = 0, ghost_edges = 0;
    for (std::size_t w = first; w < last; ++w) {
      std::uint64_t bits = state.news.word(w);
      if (bits == 0) continue;
      auto const count = static_cast<std::uint64_t>(Kokkos::Experimental::popcount_builtin(bits));
      if (w * 64 >= num_owned) {
        found_ghosts += count;
        ghost_edges += count * ghost_degrees(w);
        state.unvisited.word(w) &= ~bits;
        continue;
      }
      found += count;
      for (; bits != 0; bits &= bits - 1) {
        auto const v = static_cast<VertexId>(w * 64 + Kokkos::Experimental::countr_zero_builtin(bits));
        out_edges += out.degree(v);
        if (in.num_vertices() != 0) in_edges += in.degree(v);
      }
    }
    if (found + found_ghosts == 0) return;
    BetweennessCounts& counts = state.counts();
    Kokkos::atomic_add(&counts.found, found);
    Kokkos::atomic_add(&counts.found_ghosts, found_ghosts);
    Kokkos::atomic_add(&counts.out_edges, out_edges);
    Kokkos::atomic_add(&counts.in_edges, in_edges);
    Kokkos::atomic_add(&counts.ghost_edges, ghost_edges);
  }
};

/// Lets neighbours see what was computed for positions [begin, end) of the order.
template <class MemorySpace>
struct PublishValues {
  BetweennessState<MemorySpace> state;
  std::size_t begin, end;
  std::size_t piece;  ///< positions for one thread
  bool mark_news;

  std::size_t num_pieces() const { return (end - begin + piece - 1) / piece; }

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    std::size_t const first = begin + static_cast<std::size_t>(i) * piece;
    std::size_t const last = first + piece < end ? first + piece : end;
    std::size_t word = 0;
    std::uint64_t bits = 0;
    for (std::size_t p = first; p < last; ++p) {
      VertexId const v = state.order(p);
      state.value(v) = state.settled(v);
      if (!mark_news) continue;
      // Vertices of a word stand together: one atomic operation for all.
      if (v / 64 != word) {
        mark(word, bits);
        word = v / 64;
        bits = 0;
      }
      bits |= std::uint64_t(1) << (v % 64);
    }
    mark(word, bits);
  }

  KOKKOS_FUNCTION void mark(std::size_t word, std::uint64_t bits) const {
    if (bits != 0) Kokkos::atomic_or(&state.news.word(word), bits);
  }
};

template <class MemorySpace>
struct BetweennessPacker {
  Kokkos::View<double*, MemorySpace> value;
  KOKKOS_FUNCTION double operator()(VertexId slot) const { return value(slot); }
};

template <class MemorySpace>
struct BetweennessUnpacker {
  AddPaths<MemorySpace> add;
  bool adds;  ///< paths that lead to an owned vertex; else the value of a ghost

  KOKKOS_FUNCTION void operator()(VertexId slot, double value) const {
    if (!adds)
      add.state.value(slot) = value;
    else if (value != 0)  // where all values of a channel come, 0 says nothing
      add(slot, value);
  }
};

}  // namespace tandem::Impl

#endif
