// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_perf_beamer.hpp"

#include <core/impl/tandem_host_tasks.hpp>
#include <algorithm>
#include <atomic>

namespace tandem::perf {

namespace {

constexpr EdgeIndex to_bottom_up = 15;
constexpr std::size_t to_top_down = 18;
constexpr std::size_t vertices_per_task = 1024, queued_per_task = 64;

std::size_t num_tasks(std::size_t n, std::size_t size) {
  return (n + size - 1) / size;
}

}  // namespace

BeamerBfs::BeamerBfs(Host const& space, Csr<HostMemory> const& csr)
    : m_space(space),
      m_csr(csr),
      m_parent(make_host_view<Parent>(space, "tandem::perf::parent", csr.num_vertices())),
      m_queue(make_host_view<VertexId>(space, "tandem::perf::queue", csr.num_vertices())),
      m_frontier(make_bitmap(space, "tandem::perf::frontier", csr.num_vertices())),
      m_next(make_bitmap(space, "tandem::perf::next", csr.num_vertices())) {}

std::size_t BeamerBfs::run(VertexId source) {
  std::size_t const n = m_csr.num_vertices();
  Kokkos::parallel_for("tandem::perf::start", Kokkos::RangePolicy<Host>(m_space, 0, n),
                       [parent = m_parent, csr = m_csr](std::size_t const v) {
                         auto const degree = static_cast<Parent>(csr.degree(static_cast<VertexId>(v)));
                         parent(v) = degree == 0 ? -1 : -degree;
                       });
  m_parent(source) = static_cast<Parent>(source);
  m_queue(0) = source;
  m_begin = 0;
  m_end = m_tail = 1;
  EdgeIndex unexplored = m_csr.num_edges(), scouted = m_csr.degree(source);
  std::size_t reached = 1;
  while (m_begin < m_end) {
    if (scouted > unexplored / to_bottom_up) {
      queue_to_set();
      std::size_t awake = m_end - m_begin, before = 0;
      do {
        before = awake;
        awake = bottom_up();
        reached += awake;
        std::swap(m_frontier, m_next);
      } while (awake >= before || awake > n / to_top_down);
      set_to_queue();
      scouted = 1;
    } else {
      unexplored -= scouted;
      scouted = top_down();
      reached += m_tail - m_end;
      m_begin = m_end;
      m_end = m_tail;
    }
  }
  return reached;
}

void BeamerBfs::flush(std::vector<VertexId>& found) {
  std::size_t const place = std::atomic_ref(m_tail).fetch_add(found.size());
  std::copy(found.begin(), found.end(), m_queue.data() + place);
  found.clear();
}

EdgeIndex BeamerBfs::top_down() {
  std::size_t const workers = Impl::num_host_workers(m_space);
  std::vector<std::vector<VertexId>> found(workers);
  std::atomic<EdgeIndex> scouted{0};
  Impl::run_host_tasks(m_space, "tandem::perf::top_down", num_tasks(m_end - m_begin, queued_per_task),
                       [&](std::size_t worker, std::size_t task) {
                         EdgeIndex edges = 0;
                         std::size_t const first = m_begin + task * queued_per_task;
                         for (std::size_t i = first; i < std::min(m_end, first + queued_per_task); ++i) {
                           VertexId const u = m_queue(i);
                           for (EdgeIndex e = m_csr.offsets(u); e < m_csr.offsets(u + 1); ++e) {
                             VertexId const v = m_csr.targets(e);
                             Parent const seen = relaxed_load(&m_parent(v));
                             if (seen >= 0 || Kokkos::atomic_compare_exchange(&m_parent(v), seen,
                                                                              static_cast<Parent>(u)) != seen)
                               continue;
                             found[worker].push_back(v);
                             edges += static_cast<EdgeIndex>(-seen);
                           }
                         }
                         scouted += edges;
                         if (found[worker].size() >= 4096) flush(found[worker]);
                       });
  for (auto& rest : found) flush(rest);
  return scouted;
}

std::size_t BeamerBfs::bottom_up() {
  std::size_t const n = m_csr.num_vertices();
  std::atomic<std::size_t> awake{0};
  clear(m_space, m_next);
  m_space.fence("tandem::perf: next level is empty");
  Impl::run_host_tasks(m_space, "tandem::perf::bottom_up", num_tasks(n, vertices_per_task),
                       [&](std::size_t, std::size_t task) {
                         std::size_t const end = std::min(n, (task + 1) * vertices_per_task);
                         std::size_t count = 0;
                         for (std::size_t v = task * vertices_per_task; v < end; ++v) {
                           if (m_parent(v) >= 0) continue;
                           for (EdgeIndex e = m_csr.offsets(v); e < m_csr.offsets(v + 1); ++e)
                             if (VertexId const u = m_csr.targets(e); m_frontier.test(u)) {
                               m_parent(v) = static_cast<Parent>(u);
                               m_next.set(v);
                               ++count;
                               break;
                             }
                         }
                         awake += count;
                       });
  return awake;
}

void BeamerBfs::queue_to_set() {
  clear(m_space, m_frontier);
  Kokkos::parallel_for(
      "tandem::perf::queue_to_set", Kokkos::RangePolicy<Host>(m_space, m_begin, m_end),
      [queue = m_queue, set = m_frontier](std::size_t const i) { set.set_atomic(queue(i)); });
  m_space.fence("tandem::perf: queue is a set");
}

void BeamerBfs::set_to_queue() {
  std::size_t const n = m_csr.num_vertices();
  std::vector<std::vector<VertexId>> found(Impl::num_host_workers(m_space));
  m_begin = m_tail = m_end;
  // Levels bottom-up were not queued: the queue has room for what is left of the graph.
  Impl::run_host_tasks(m_space, "tandem::perf::set_to_queue", num_tasks(n, vertices_per_task),
                       [&](std::size_t worker, std::size_t task) {
                         std::size_t const end = std::min(n, (task + 1) * vertices_per_task);
                         for (std::size_t v = task * vertices_per_task; v < end; ++v)
                           if (m_frontier.test(v)) found[worker].push_back(static_cast<VertexId>(v));
                         if (found[worker].size() >= 4096) flush(found[worker]);
                       });
  for (auto& rest : found) flush(rest);
  m_end = m_tail;
}

}  // namespace tandem::perf
