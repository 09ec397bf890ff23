// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_PERF_BEAMER_HPP
#define TANDEM_PERF_BEAMER_HPP

#include <core/tandem_bitmap.hpp>
#include <core/tandem_csr.hpp>
#include <core/tandem_host_view.hpp>
#include <core/tandem_types.hpp>
#include <type_traits>
#include <vector>

namespace tandem::perf {

/// Direction-optimising search as published (Beamer, Asanović, Patterson, 2012), with the parameters and data
/// structures that the GAP benchmarks describe: parents double as the visited set and, negated, as degrees; a
/// queue top-down, bitmaps bottom-up; the graph as it is given. Undirected graphs only.
class BeamerBfs {
 public:
  BeamerBfs(Host const& space, Csr<HostMemory> const& csr);

  /// Vertices reached, the source included.
  std::size_t run(VertexId source);

 private:
  using Parent = std::make_signed_t<VertexId>;

  /// Of the vertices in the queue; returns the edges out of those found.
  EdgeIndex top_down();
  /// Returns the number of vertices found, in m_next.
  std::size_t bottom_up();
  void queue_to_set();
  void set_to_queue();
  void flush(std::vector<VertexId>& found);

  Host m_space;
  Csr<HostMemory> m_csr;
  HostView<Parent> m_parent;  ///< not visited: minus the degree, or -1 for vertices without an edge
  HostView<VertexId> m_queue;
  std::size_t m_begin = 0, m_end = 0, m_tail = 0;  ///< the level, and what comes behind it
  Bitmap<HostMemory> m_frontier, m_next;
};

}  // namespace tandem::perf

#endif
