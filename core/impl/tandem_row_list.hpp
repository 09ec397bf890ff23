// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_ROW_LIST_HPP
#define TANDEM_ROW_LIST_HPP

#include <core/impl/tandem_edge_loops_impl.hpp>
#include <core/tandem_row_mapping.hpp>

namespace tandem::Impl {

/// Where a list of rows has those that get a team each, a warp each, and the others; see RowMapping. The host
/// makes no difference.
struct ListedRows {
  RowRange team, warp, others;
  EdgeIndex edges;  ///< of all of them together

  std::size_t size() const {
    return team.end - team.begin + (warp.end - warp.begin) + (others.end - others.begin);
  }
};

/// Positions in a list for one host thread at a time: where rows are long, single ones first, as those of
/// high degree tend to come first; else some at once, in a call of by_positions(begin, end) if the body has
/// that.
template <class Body>
struct PositionsPerThread {
  static constexpr std::size_t block = 64;
  static constexpr EdgeIndex long_row = 32;
  Body body;
  std::size_t begin, end, num_singles;

  PositionsPerThread(Body const& b, RowRange range, ListedRows const& list)
      : body(b),
        begin(range.begin),
        end(range.end),
        num_singles(list.edges < long_row * list.size() ? 0 : std::min<std::size_t>(1024, end - begin)) {}

  std::size_t num_pieces() const { return num_singles + (end - begin - num_singles + block - 1) / block; }
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    auto const piece = static_cast<std::size_t>(i);
    bool const single = piece < num_singles;
    std::size_t const first = begin + (single ? piece : num_singles + (piece - num_singles) * block);
    std::size_t const last = single ? first + 1 : (end - first < block ? end : first + block);
    Body const mine = body;
    if constexpr (requires { mine.by_positions(first, last); })
      mine.by_positions(first, last);
    else
      for (std::size_t p = first; p < last; ++p) mine.by_thread(static_cast<VertexId>(p));
  }
};

/// Few edges are looked at before other threads have woken up, and one thread needs neither atomic operations
/// nor cache lines that another has just written: on a grid, two threads took as long as one.
inline EdgeIndex edges_for_one_thread(int num_threads) {
  constexpr EdgeIndex least = 2048, shared = 32768;
  return std::max(least, shared / static_cast<EdgeIndex>(num_threads));
}

/// Hands the body positions in a list of rows, as for_each_row hands it rows. A body may have an
/// all_positions(begin, end) for when no other thread runs it at the same time. Asynchronous on `space`.
template <class ExecutionSpace, class MemorySpace, class Body>
void for_each_listed_row(ExecutionSpace const& space, std::string const& label, ListedRows const& list,
                         RowMapping<MemorySpace> const& mapping, Body const& body) {
  if constexpr (is_host_space_v<ExecutionSpace>) {
    using Policy = Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Dynamic>,
                                       Kokkos::IndexType<std::int64_t>>;
    for (RowRange const& range : {list.team, list.warp, list.others}) {
      if (range.begin >= range.end) continue;
      bool const few = list.edges + list.size() < edges_for_one_thread(num_threads(space));
      if constexpr (requires { body.all_positions(range.begin, range.end); })
        if (few || num_threads(space) == 1) {
          space.fence(label);  // what the rows depend on
          body.all_positions(range.begin, range.end);
          continue;
        }
      PositionsPerThread<Body> const kernel(body, range, list);
      auto const pieces = static_cast<std::int64_t>(kernel.num_pieces());
      if (few) {
        space.fence(label);
        for (std::int64_t piece = 0; piece < pieces; ++piece) kernel(piece);
      } else {
        Kokkos::parallel_for(label, Policy(space, 0, pieces, Kokkos::ChunkSize(1)), kernel);
      }
    }
  } else {
    device_team_rows(space, label, list.team.begin, list.team.end, body);
    device_rows(space, label, list.warp.begin, list.warp.end, warp_lanes, body);
    device_rows(space, label, list.others.begin, list.others.end, mapping.lanes, body);
  }
}

}  // namespace tandem::Impl

#endif
