// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_host_scan.hpp>
#include <core/impl/tandem_sorted_edges.hpp>
#include <atomic>

namespace tandem::Impl {

bool is_sorted(Host const& space, EdgeList const& edges) {
  std::size_t const m = edges.num_edges();
  VertexId const *const sources = edges.sources.data(), *const targets = edges.targets.data();
  constexpr std::size_t block_size = std::size_t(1) << 14;
  std::atomic<bool> sorted{true};
  run_host_tasks(space, "tandem::is_sorted", m / block_size + 1, [&](std::size_t, std::size_t block) {
    if (!sorted.load(std::memory_order_relaxed)) return;  // nearly always known after the first block
    std::size_t const end = std::min(m, (block + 1) * block_size + 1);
    bool in_order = true;
    for (std::size_t e = block * block_size + 1; e < end; ++e)
      in_order &=
          sources[e - 1] < sources[e] || (sources[e - 1] == sources[e] && targets[e - 1] <= targets[e]);
    if (!in_order) sorted.store(false, std::memory_order_relaxed);
  });
  return sorted;
}

Csr<HostMemory> assemble_sorted(Host const& space, EdgeList const& edges, bool drop_duplicates,
                                bool drop_self_loops) {
  std::size_t const m = edges.num_edges();
  auto const n = static_cast<std::size_t>(edges.num_vertices);
  VertexId const *const sources = edges.sources.data(), *const targets = edges.targets.data();
  Weight const* const weights = edges.weighted() ? edges.weights.data() : nullptr;
  auto const repeats = [=](std::size_t e) {  // the edge before it
    return e != 0 && e != m && sources[e - 1] == sources[e] && targets[e - 1] == targets[e];
  };
  auto const kept = [=](std::size_t e) -> EdgeIndex {
    return !(drop_duplicates && repeats(e)) && !(drop_self_loops && sources[e] == targets[e]);
  };
  HostScan<EdgeIndex, decltype(kept)> const scan(space, "tandem::assemble_sorted", m, kept);
  EdgeIndex const num_kept = scan.total();
  auto const offsets = make_host_view<EdgeIndex>(space, "tandem::assemble_sorted::offsets", n + 1);
  auto const kept_targets = make_host_view<VertexId>(space, "tandem::assemble_sorted::targets", num_kept);
  HostView<Weight> kept_weights;
  if (weights) kept_weights = make_host_view<Weight>(space, "tandem::assemble_sorted::weights", num_kept);

  scan.place([=](std::size_t e, EdgeIndex position, EdgeIndex keep) {
    // The first edge of a source also ends the lists of the sources that have none.
    if (e == 0 || sources[e - 1] != sources[e])
      for (std::size_t v = e == 0 ? 0 : std::size_t(sources[e - 1]) + 1; v <= sources[e]; ++v)
        offsets(v) = position;
    if (keep == 0) return;
    kept_targets(position) = targets[e];
    if (!weights) return;
    Weight smallest = weights[e];
    if (drop_duplicates)
      for (std::size_t next = e + 1; repeats(next); ++next) smallest = std::min(smallest, weights[next]);
    kept_weights(position) = smallest;
  });
  for (std::size_t v = m == 0 ? 0 : std::size_t(sources[m - 1]) + 1; v <= n; ++v) offsets(v) = num_kept;
  return {offsets, kept_targets, kept_weights};
}

}  // namespace tandem::Impl
