// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_MEASURE_MACHINE_HPP
#define TANDEM_MEASURE_MACHINE_HPP

#include <core/tandem_graph.hpp>
#include <exec/tandem_platform.hpp>
#include <exec/tandem_run_record.hpp>
#include <partition/tandem_machine_profile.hpp>
#include <vector>

namespace tandem {

/// Measures how fast the units of a platform do each algorithm on a graph that has at least one edge
/// (shortest paths only if it has weights). Each runs on splits that differ in the degrees and the number of
/// the host's vertices, which tells the cost of an edge from that of a vertex, and how far units are busy at
/// the same time. A search that goes top-down only is "bfs-top-down". Takes some seconds for a graph of some
/// million edges. For large ones `seconds` is what it may take: further rounds and, behind the first three,
/// further splits are left out for it.
MachineProfile measure_machine(Host const& space, Graph const& graph, PlatformOptions const& options,
                               double seconds = 60);

namespace Impl {

/// What a unit had to do, and how long it took.
struct WorkSample {
  double edges = 0, vertices = 0, seconds = 0;
};

/// The rates that explain the samples best, in relative terms.
UnitRates fit_rates(std::vector<WorkSample> const& samples);

/// Seconds that host and devices were busy in a run; `together` adds up whoever took longer in each
/// superstep.
struct OverlapSample {
  double host = 0, device = 0, together = 0;
};
OverlapSample overlap_in(RunRecord const& record);

/// The overlap that explains the samples best (AlgorithmRates::overlap); without any, 1.
double fit_overlap(std::vector<OverlapSample> const& samples);

}  // namespace Impl

}  // namespace tandem

#endif
