// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_CSR_CHECK_HPP
#define TANDEM_CSR_CHECK_HPP

#include <core/tandem_spaces.hpp>
#include <core/tandem_types.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

// What must hold of adjacency arrays that come from a file. Each check counts faults in a range of its array,
// so that ranges can be checked in parallel, in loops that vectorise. Which fault it was is looked for only
// when there is one.
namespace tandem::Impl {

/// Faults in offsets [first, last): one that is larger than the next.
inline std::uint64_t count_falling_offsets(EdgeIndex const* offsets, std::uint64_t num_vertices,
                                           std::uint64_t first, std::uint64_t last) {
  std::uint64_t faults = 0;
  for (std::uint64_t v = first; v < std::min(last, num_vertices); ++v) faults += offsets[v] > offsets[v + 1];
  return faults;
}

/// Vertices in [first, last) whose degree is smaller than that of the next. The offsets must not fall.
inline std::uint64_t count_rising_degrees(EdgeIndex const* offsets, std::uint64_t num_vertices,
                                          std::uint64_t first, std::uint64_t last) {
  std::uint64_t faults = 0;
  for (std::uint64_t v = first; v < last && v + 2 <= num_vertices; ++v)
    faults += offsets[v + 1] - offsets[v] < offsets[v + 2] - offsets[v + 1];
  return faults;
}

/// Counts faults in ranges of arcs, each beginning where the one before ended: arcs whose target is larger
/// than that of the next in the same neighbour list, or, at the end of a list, not less than `limit`. Without
/// either every target is less. The offsets must not fall and lie in [0, num_arcs].
template <class Id>
class TargetCheck {
 public:
  TargetCheck(EdgeIndex const* offsets, std::uint64_t num_vertices, Id const* targets, EdgeIndex num_arcs,
              std::uint64_t limit)
      : m_targets(targets),
        m_num_arcs(num_arcs),
        m_limit(limit),
        m_lists(offsets),
        m_end(offsets + num_vertices) {}

  std::uint64_t operator()(EdgeIndex first, EdgeIndex last) {
    if (first == last) return 0;
    if (!m_begun) m_lists = std::upper_bound(m_lists, m_end, first);
    m_begun = true;
    // Falls between lists are allowed: count all of them, and take off those at the start of a list. A narrow
    // count is what keeps the vector lanes full.
    Id falls = 0;
    EdgeIndex const end = std::min(last, m_num_arcs - 1);
    Id const* const targets = m_targets;
    for (EdgeIndex e = first; e < end; ++e) falls += targets[e] > targets[e + 1];
    std::uint64_t faults = falls;
    std::uint64_t const limit = m_limit;
    EdgeIndex const* list = m_lists;
    EdgeIndex const* const lists_end = m_end;
    for (; list < lists_end && *list <= last; ++list)
      if (*list < list[1]) {
        faults -= targets[*list - 1] > targets[*list];
        faults += targets[*list - 1] >= limit;
      }
    m_lists = list;
    return faults + (last == m_num_arcs && targets[last - 1] >= limit);
  }

 private:
  Id const* m_targets;
  EdgeIndex m_num_arcs;
  std::uint64_t m_limit;
  EdgeIndex const* m_lists;  ///< the first that begins in what is still to come, once begun
  EdgeIndex const* m_end;
  bool m_begun = false;
};

/// Weights in [first, last) that are infinite or not a number.
inline std::uint64_t count_not_finite(Weight const* weights, EdgeIndex first, EdgeIndex last) {
  std::uint32_t faults = 0;
  for (EdgeIndex e = first; e < last; ++e)
    faults += !(std::abs(weights[e]) <= std::numeric_limits<Weight>::max());
  return faults;
}

/// Sum of count(first, last) over chunks of [0, size), in parallel.
template <class Count>
std::uint64_t count_in_chunks(Host const& space, char const* label, std::uint64_t size, Count const& count) {
  constexpr std::uint64_t chunk = 8192;
  std::uint64_t sum = 0;
  Kokkos::parallel_reduce(
      label,
      Kokkos::RangePolicy<Host, Kokkos::IndexType<std::uint64_t>>(space, 0, (size + chunk - 1) / chunk),
      [&](std::uint64_t i, std::uint64_t& part) {
        part += count(i * chunk, std::min((i + 1) * chunk, size));
      },
      sum);
  return sum;
}

/// The vertex that has arc e in its list.
inline std::uint64_t source_of(EdgeIndex const* offsets, std::uint64_t num_vertices, EdgeIndex e) {
  return static_cast<std::uint64_t>(std::upper_bound(offsets, offsets + num_vertices + 1, e) - offsets) - 1;
}

}  // namespace tandem::Impl

#endif
