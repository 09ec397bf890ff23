// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_PERF_DELTA_STEPPING_HPP
#define TANDEM_PERF_DELTA_STEPPING_HPP

#include <core/tandem_csr.hpp>
#include <core/tandem_host_view.hpp>
#include <core/tandem_types.hpp>
#include <vector>

namespace tandem::perf {

/// Delta-stepping as published (Meyer, Sanders, 2003), with the data structures that the GAP benchmarks
/// describe: every thread has bins of its own, of which the next one is copied to a frontier that all share;
/// no vertex is ever taken out of a bin, those that were settled in an earlier one are passed over; a thread
/// goes on with what it has put into the bin at hand while that is little (bucket fusion: Zhang et al.,
/// 2020). The graph as it is given.
class DeltaStepping {
 public:
  DeltaStepping(Host const& space, Csr<HostMemory> const& csr);

  /// Distances, infinity where there is no way. Overwritten by the next run.
  HostView<Weight const> run(VertexId source, Weight delta);

 private:
  using Bin = std::vector<VertexId>;

  std::size_t bin_of(Weight distance) const { return static_cast<std::size_t>(distance / m_delta); }
  /// Deals with the frontier, on all threads.
  void relax_frontier();
  void relax(VertexId u, std::vector<Bin>& bins);
  /// The first bin from the one at hand on that is not empty on all threads.
  bool find_next_bin();
  void gather_frontier();

  Host m_space;
  Csr<HostMemory> m_csr;
  HostView<Weight> m_distance;
  Weight m_delta = 1;
  std::size_t m_bin = 0;  ///< at hand
  std::vector<VertexId> m_frontier;
  std::vector<std::vector<Bin>> m_bins;  ///< of each thread
};

}  // namespace tandem::perf

#endif
