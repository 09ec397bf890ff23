// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_EDGE_LOOPS_IMPL_HPP
#define TANDEM_EDGE_LOOPS_IMPL_HPP

#include <core/impl/tandem_check_access.hpp>
#include <core/impl/tandem_partition_point.hpp>
#include <core/tandem_bitmap.hpp>
#include <core/tandem_csr.hpp>
#include <core/tandem_row_mapping.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace tandem::Impl {

/// Enough rows that the threads of a team, whatever their number, each have some.
inline constexpr int rows_per_team = 64;
/// Pieces of work for each host thread, that the last ones to run even out what the first left uneven.
inline constexpr std::size_t pieces_per_thread = 32;
/// Rows + edges in a piece: at least some 5 us of work, to hide finding where it begins; more than some 80 us
/// gains nothing.
inline constexpr std::size_t min_piece_work = 4096, max_piece_work = 65536;

template <class Functor>
struct EachVertex {
  Functor f;
  KOKKOS_FUNCTION void operator()(std::int64_t u) const { f(static_cast<VertexId>(u)); }
};

// What is done with a row, by one thread or by a group of them.

template <class MemorySpace, class Functor>
struct EachEdge {
  Csr<MemorySpace> csr;
  Functor f;

  KOKKOS_FUNCTION void by_thread(VertexId u) const {
    EdgeIndex const end = csr.offsets(u + 1);
    for (EdgeIndex e = csr.offsets(u); e < end; ++e) f(u, csr.targets(e), e);
  }

  template <class Group>
  KOKKOS_FUNCTION void by_group(Group const& group, VertexId u) const {
    Kokkos::parallel_for(group.range(csr.offsets(u), csr.offsets(u + 1)),
                         [&](EdgeIndex e) { f(u, csr.targets(e), e); });
  }
};

template <class Reducer, class MemorySpace, class Map, class Finish>
struct ReduceEdges {
  using Value = typename Reducer::value_type;
  static constexpr unsigned num_sums = 4;

  Csr<MemorySpace> csr;
  Map map;
  Finish finish;

  /// Long rows go to several sums in turn: a single one would wait for each addition before the next.
  KOKKOS_FUNCTION void by_thread(VertexId u) const {
    Value value;
    Reducer const reducer(value);
    reducer.init(value);
    EdgeIndex e = csr.offsets(u);
    EdgeIndex const end = csr.offsets(u + 1);
    if (end - e >= 2 * num_sums) {
      Value sums[num_sums];
      for (Value& sum : sums) reducer.init(sum);
      for (; end - e >= num_sums; e += num_sums)
        for (unsigned i = 0; i < num_sums; ++i) reducer.join(sums[i], map(u, csr.targets(e + i), e + i));
      for (Value const& sum : sums) reducer.join(value, sum);
    }
    for (; e < end; ++e) reducer.join(value, map(u, csr.targets(e), e));
    finish(u, value);
  }

  template <class Group>
  KOKKOS_FUNCTION void by_group(Group const& group, VertexId u) const {
    Value value;
    Reducer const reducer(value);
    Kokkos::parallel_reduce(
        group.range(csr.offsets(u), csr.offsets(u + 1)),
        [&](EdgeIndex e, Value& part) { reducer.join(part, map(u, csr.targets(e), e)); }, reducer);
    Kokkos::single(group.once(), [&] { finish(u, value); });
  }
};

// Groups of threads of a device.

template <class Team>
struct Lanes {
  Team const& team;
  KOKKOS_FUNCTION auto range(EdgeIndex begin, EdgeIndex end) const {
    return Kokkos::ThreadVectorRange(team, begin, end);
  }
  KOKKOS_FUNCTION auto once() const { return Kokkos::PerThread(team); }
};

template <class Team>
struct WholeTeam {
  Team const& team;
  KOKKOS_FUNCTION auto range(EdgeIndex begin, EdgeIndex end) const {
    return Kokkos::TeamThreadRange(team, begin, end);
  }
  KOKKOS_FUNCTION auto once() const { return Kokkos::PerTeam(team); }
};

// Kernels: who takes which rows.

/// Piece p of the host's work: the rows that start in [p, p + 1) * piece_work of "rows and edges before this
/// row".
template <class Body, class MemorySpace>
struct PiecePerThread {
  Body body;
  Csr<MemorySpace> csr;
  std::size_t begin, end, piece_work;

  KOKKOS_FUNCTION std::size_t work_before(std::size_t row) const {
    return (row - begin) + (csr.offsets(row) - csr.offsets(begin));
  }
  KOKKOS_FUNCTION std::size_t first_row(std::size_t from, std::size_t to, std::size_t piece) const {
    return partition_point(from, to, [&](std::size_t row) { return work_before(row) >= piece * piece_work; });
  }
  KOKKOS_FUNCTION void operator()(std::int64_t piece) const {
    std::size_t const first = first_row(begin, end, piece);
    // A row is work by itself, so that a piece has at most piece_work of them.
    std::size_t const last = first_row(first, end - first < piece_work ? end : first + piece_work, piece + 1);
    Body const mine = body;  // a local of its own: the compiler sees that no write changes its pointers
    for (std::size_t row = first; row < last; ++row) mine.by_thread(static_cast<VertexId>(row));
  }
};

/// Rows that start anywhere in memory: each is fetched while those before it are worked on, however few of a
/// word's there are. For bodies that say what to fetch; the others get their rows at once.
template <class Body>
class RowsInFlight {
 public:
  KOKKOS_FUNCTION explicit RowsInFlight(Body const& body) : m_body(body) {}

  KOKKOS_FUNCTION void add(VertexId row) {
    if constexpr (fetches) {
      m_body.prefetch(row);
      VertexId& place = m_rows[m_added % capacity];
      if (m_added >= capacity) m_body.by_thread(place);
      place = row;
      ++m_added;
    } else {
      m_body.by_thread(row);
    }
  }
  KOKKOS_FUNCTION void finish() {
    unsigned const left = m_added < capacity ? m_added : capacity;
    for (unsigned i = m_added - left; i != m_added; ++i) m_body.by_thread(m_rows[i % capacity]);
  }

 private:
  static constexpr bool fetches = requires(Body const& body) { body.prefetch(VertexId(0)); };
  static constexpr unsigned capacity = 32;

  Body const m_body;
  VertexId m_rows[capacity];
  unsigned m_added = 0;
};

/// What PiecePerThread does, for the rows in a set, cut at words.
template <class Body, class MemorySpace>
struct PieceOfSetPerThread {
  Body body;
  Csr<MemorySpace> csr;
  Bitmap<MemorySpace> rows;
  std::size_t num_rows, num_words, piece_work;

  KOKKOS_FUNCTION std::size_t first_word(std::size_t piece) const {
    return partition_point(0, num_words, [&](std::size_t w) {
      return w * Bitmap<MemorySpace>::bits_per_word + csr.offsets(w * Bitmap<MemorySpace>::bits_per_word) >=
             piece * piece_work;
    });
  }
  KOKKOS_FUNCTION void operator()(std::int64_t piece) const {
    std::size_t const last = first_word(static_cast<std::size_t>(piece) + 1);
    RowsInFlight<Body> in_flight(body);
    for (std::size_t w = first_word(static_cast<std::size_t>(piece)); w < last; ++w)
      for (std::uint64_t word = rows.word(w); word != 0; word &= word - 1) {
        std::size_t const row = w * Bitmap<MemorySpace>::bits_per_word +
                                static_cast<std::size_t>(Kokkos::Experimental::countr_zero_builtin(word));
        if (row < num_rows) in_flight.add(static_cast<VertexId>(row));
      }
    in_flight.finish();
  }
};

/// Adds up the degrees of the rows in a set, 64 a word.
template <class MemorySpace>
struct CountEdgesOfWord {
  Csr<MemorySpace> csr;
  Bitmap<MemorySpace> rows;

  KOKKOS_FUNCTION void operator()(std::int64_t w, std::uint64_t& edges) const {
    for (std::uint64_t word = rows.word(static_cast<std::size_t>(w)); word != 0; word &= word - 1) {
      auto const row = static_cast<std::size_t>(w * 64 + Kokkos::Experimental::countr_zero_builtin(word));
      if (row < csr.num_vertices()) edges += csr.degree(static_cast<VertexId>(row));
    }
  }
};

/// Passes over rows that are not in a set.
template <class Body, class MemorySpace>
struct IfInSet {
  Body body;
  Bitmap<MemorySpace> rows;

  KOKKOS_FUNCTION void by_thread(VertexId u) const {
    if (rows.test(u)) body.by_thread(u);
  }
  template <class Group>
  KOKKOS_FUNCTION void by_group(Group const& group, VertexId u) const {
    if (rows.test(u)) body.by_group(group, u);
  }
};

/// Passes over rows that are in a set.
template <class Body, class MemorySpace>
struct IfNotInSet {
  Body body;
  Bitmap<MemorySpace> rows;

  KOKKOS_FUNCTION void by_thread(VertexId u) const {
    if (!rows.test(u)) body.by_thread(u);
  }
  template <class Group>
  KOKKOS_FUNCTION void by_group(Group const& group, VertexId u) const {
    if (!rows.test(u)) body.by_group(group, u);
  }
};

/// Hands out the rows that are not in a set, a word at a time.
template <class Body, class MemorySpace>
struct WordOfMissingRows {
  Body body;
  Bitmap<MemorySpace> rows;
  std::size_t num_rows;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    auto const w = static_cast<std::size_t>(i);
    std::size_t const left = num_rows - w * 64;
    std::uint64_t const all = left >= 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << left) - 1;
    std::uint64_t const missing = all & ~rows.word(w);
    if (missing != 0) body.by_word(w, missing);
  }
};

/// Hands out rows by their places in a list, as far as they are in a range; without a list these are the
/// rows.
template <class Body, class MemorySpace>
struct ByPlace {
  Body body;
  Kokkos::View<VertexId const*, MemorySpace> list;
  RowRange range;

  KOKKOS_FUNCTION bool has_list() const { return list.data() != nullptr; }
  KOKKOS_FUNCTION VertexId row_at(VertexId place) const { return has_list() ? list(place) : place; }
  KOKKOS_FUNCTION bool in_range(VertexId row) const { return row >= range.begin && row < range.end; }
  KOKKOS_FUNCTION void by_thread(VertexId place) const {
    if (VertexId const row = row_at(place); in_range(row)) body.by_thread(row);
  }
  template <class Group>
  KOKKOS_FUNCTION void by_group(Group const& group, VertexId place) const {
    if (VertexId const row = row_at(place); in_range(row)) body.by_group(group, row);
  }
};

template <class Body>
struct ThreadPerRow {
  Body body;
  KOKKOS_FUNCTION void operator()(std::int64_t row) const { body.by_thread(static_cast<VertexId>(row)); }
};

template <class Body, class Team>
struct LanesPerRow {
  Body body;
  std::size_t begin, end;

  KOKKOS_FUNCTION void operator()(Team const& team) const {
    std::size_t const first = begin + static_cast<std::size_t>(team.league_rank()) * rows_per_team;
    int const rows = static_cast<int>(end - first < rows_per_team ? end - first : rows_per_team);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, rows),
                         [&](int i) { body.by_group(Lanes<Team>{team}, static_cast<VertexId>(first + i)); });
  }
};

template <class Body, class Team>
struct TeamPerRow {
  Body body;
  std::size_t begin;

  KOKKOS_FUNCTION void operator()(Team const& team) const {
    body.by_group(WholeTeam<Team>{team}, static_cast<VertexId>(begin + team.league_rank()));
  }
};

template <class ExecutionSpace, class MemorySpace, class Body>
void host_rows(ExecutionSpace const& space, std::string const& label, Csr<MemorySpace> const& csr,
               std::size_t begin, std::size_t end, Body const& body) {
  using Policy =
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Dynamic>, Kokkos::IndexType<std::int64_t>>;
  std::size_t const work = (end - begin) + (csr.offsets(end) - csr.offsets(begin));
  std::size_t const piece_work =
      std::clamp(work / (pieces_per_thread * static_cast<std::size_t>(num_threads(space))), min_piece_work,
                 max_piece_work);
  Kokkos::parallel_for(label, Policy(space, 0, work / piece_work + 1, Kokkos::ChunkSize(1)),
                       PiecePerThread<Body, MemorySpace>{body, csr, begin, end, piece_work});
}

template <class ExecutionSpace, class Body>
void device_rows(ExecutionSpace const& space, std::string const& label, std::size_t begin, std::size_t end,
                 int lanes, Body const& body) {
  if (begin >= end) return;
  if (lanes == 1) {
    using Policy = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
    Kokkos::parallel_for(label, Policy(space, begin, end), ThreadPerRow<Body>{body});
  } else {
    using Policy = Kokkos::TeamPolicy<ExecutionSpace>;
    auto const teams = static_cast<int>((end - begin + rows_per_team - 1) / rows_per_team);
    Kokkos::parallel_for(label, Policy(space, teams, Kokkos::AUTO, lanes),
                         LanesPerRow<Body, typename Policy::member_type>{body, begin, end});
  }
}

template <class ExecutionSpace, class Body>
void device_team_rows(ExecutionSpace const& space, std::string const& label, std::size_t begin,
                      std::size_t end, Body const& body) {
  if (begin >= end) return;
  using Policy = Kokkos::TeamPolicy<ExecutionSpace>;
  Kokkos::parallel_for(label, Policy(space, static_cast<int>(end - begin), Kokkos::AUTO),
                       TeamPerRow<Body, typename Policy::member_type>{body, begin});
}

template <class ExecutionSpace, class MemorySpace, class Body>
void for_each_row(ExecutionSpace const& space, std::string const& label, Csr<MemorySpace> const& csr,
                  RowRange rows, RowMapping<MemorySpace> const& mapping, Body const& body) {
  check_access<ExecutionSpace, MemorySpace>();
  KOKKOS_ASSERT(rows.end <= csr.num_vertices());
  if (rows.begin >= rows.end) return;
  if constexpr (is_host_space_v<ExecutionSpace>) {
    host_rows(space, label, csr, rows.begin, rows.end, body);
  } else {
    ByPlace<Body, MemorySpace> const by_place{body, mapping.rows, rows};
    RowRange const places = by_place.has_list() ? RowRange{0, csr.num_vertices()} : rows;
    std::size_t const teams = std::clamp(mapping.team_end, places.begin, places.end);
    std::size_t const warps = std::clamp(mapping.warp_end, teams, places.end);
    device_team_rows(space, label, places.begin, teams, by_place);
    device_rows(space, label, teams, warps, warp_lanes, by_place);
    device_rows(space, label, warps, places.end, mapping.lanes, by_place);
  }
}

template <class ExecutionSpace, class MemorySpace, class Body>
void for_each_row_of_set(ExecutionSpace const& space, std::string const& label, Csr<MemorySpace> const& csr,
                         Bitmap<MemorySpace> const& rows, RowMapping<MemorySpace> const& mapping,
                         Body const& body) {
  std::size_t const n = csr.num_vertices();
  KOKKOS_ASSERT(rows.num_bits() >= n);
  if (n == 0) return;
  if constexpr (is_host_space_v<ExecutionSpace>) {
    using Policy = Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Dynamic>,
                                       Kokkos::IndexType<std::int64_t>>;
    std::size_t const work = n + csr.num_edges();
    std::size_t const pieces = pieces_per_thread * static_cast<std::size_t>(num_threads(space));
    std::size_t const piece_work = std::max(min_piece_work, work / pieces + 1);
    Kokkos::parallel_for(label, Policy(space, 0, work / piece_work + 1, Kokkos::ChunkSize(1)),
                         PieceOfSetPerThread<Body, MemorySpace>{
                             body, csr, rows, n, Bitmap<MemorySpace>::words_for(n), piece_work});
  } else {
    for_each_row(space, label, csr, RowRange{0, n}, mapping, IfInSet<Body, MemorySpace>{body, rows});
  }
}

/// The first `num_rows` rows less those in a set, for bodies that look at few edges of most rows. The body
/// gets 64 rows at a time on the host, by_word(std::size_t word, std::uint64_t rows): nobody else has to do
/// with that word.
template <class ExecutionSpace, class MemorySpace, class Body>
void for_each_row_not_in_set(ExecutionSpace const& space, std::string const& label,
                             Csr<MemorySpace> const& csr, Bitmap<MemorySpace> const& rows,
                             std::size_t num_rows, RowMapping<MemorySpace> const& mapping, Body const& body) {
  if (num_rows == 0) return;
  if constexpr (is_host_space_v<ExecutionSpace>) {
    using Policy = Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Dynamic>,
                                       Kokkos::IndexType<std::int64_t>>;
    Kokkos::parallel_for(label,
                         Policy(space, 0, Bitmap<MemorySpace>::words_for(num_rows), Kokkos::ChunkSize(64)),
                         WordOfMissingRows<Body, MemorySpace>{body, rows, num_rows});
  } else {
    for_each_row(space, label, csr, RowRange{0, num_rows}, mapping,
                 IfNotInSet<Body, MemorySpace>{body, rows});
  }
}

}  // namespace tandem::Impl

#endif
