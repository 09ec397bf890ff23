// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_perf_delta_stepping.hpp"

#include <core/impl/tandem_host_tasks.hpp>
#include <core/tandem_relaxed.hpp>
#include <algorithm>
#include <atomic>
#include <limits>
#include <utility>

namespace tandem::perf {

namespace {

constexpr std::size_t vertices_at_once = 64;
/// More of one bin than this are shared with the other threads.
constexpr std::size_t most_for_oneself = 1000;

}  // namespace

DeltaStepping::DeltaStepping(Host const& space, Csr<HostMemory> const& csr)
    : m_space(space),
      m_csr(csr),
      m_distance(make_host_view<Weight>(space, "tandem::perf::distance", csr.num_vertices())),
      m_bins(Impl::num_host_workers(space)) {}

HostView<Weight const> DeltaStepping::run(VertexId source, Weight delta) {
  m_delta = delta;
  m_bin = 0;
  Kokkos::deep_copy(m_space, m_distance, std::numeric_limits<Weight>::infinity());
  m_space.fence("tandem::perf: no distances yet");
  m_distance(source) = 0;
  m_frontier.assign(1, source);
  do {
    relax_frontier();
  } while (find_next_bin());
  return m_distance;
}

void DeltaStepping::relax_frontier() {
  std::atomic<std::size_t> next{0};
  Impl::run_host_tasks(m_space, "tandem::perf::relax", m_bins.size(), [&](std::size_t, std::size_t task) {
    std::vector<Bin>& bins = m_bins[task];
    for (std::size_t i = next.fetch_add(vertices_at_once); i < m_frontier.size();
         i = next.fetch_add(vertices_at_once))
      for (std::size_t j = i; j < std::min(m_frontier.size(), i + vertices_at_once); ++j)
        // Those of an earlier bin have been there too since they got their distance.
        if (bin_of(relaxed_load(&m_distance(m_frontier[j]))) >= m_bin) relax(m_frontier[j], bins);
    while (m_bin < bins.size() && !bins[m_bin].empty() && bins[m_bin].size() < most_for_oneself)
      for (VertexId const u : std::exchange(bins[m_bin], {})) relax(u, bins);
  });
}

void DeltaStepping::relax(VertexId u, std::vector<Bin>& bins) {
  Weight const distance = relaxed_load(&m_distance(u));
  for (EdgeIndex e = m_csr.offsets(u); e < m_csr.offsets(u + 1); ++e) {
    VertexId const v = m_csr.targets(e);
    Weight const offer = distance + m_csr.weights(e);
    if (!lower_atomic(&m_distance(v), offer)) continue;
    std::size_t const bin = bin_of(offer);
    if (bin >= bins.size()) bins.resize(bin + 1);
    bins[bin].push_back(v);
  }
}

bool DeltaStepping::find_next_bin() {
  std::size_t nearest = std::numeric_limits<std::size_t>::max();
  for (auto const& bins : m_bins)
    for (std::size_t bin = m_bin; bin < std::min(nearest, bins.size()); ++bin)
      if (!bins[bin].empty()) nearest = bin;
  if (nearest == std::numeric_limits<std::size_t>::max()) return false;
  m_bin = nearest;
  gather_frontier();
  return true;
}

void DeltaStepping::gather_frontier() {
  std::vector<std::size_t> first{0};
  for (auto const& bins : m_bins)
    first.push_back(first.back() + (m_bin < bins.size() ? bins[m_bin].size() : 0));
  m_frontier.resize(first.back());
  Impl::run_host_tasks(m_space, "tandem::perf::gather", m_bins.size(), [&](std::size_t, std::size_t task) {
    if (first[task] == first[task + 1]) return;
    Bin& bin = m_bins[task][m_bin];
    std::copy(bin.begin(), bin.end(), m_frontier.data() + first[task]);
    bin.clear();
  });
}

}  // namespace tandem::perf
