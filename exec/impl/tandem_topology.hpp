// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_TOPOLOGY_HPP
#define TANDEM_TOPOLOGY_HPP

#include <exec/tandem_platform.hpp>
#include <hwloc.h>
#include <memory>
#include <string>

namespace tandem::Impl {

struct TopologyDestroy {
  void operator()(hwloc_topology_t topology) const { hwloc_topology_destroy(topology); }
};
using Topology = std::unique_ptr<hwloc_topology, TopologyDestroy>;

/// This machine with all that is closed to us, or the machine described by `synthetic` in hwloc's notation.
/// hwloc's own variables (HWLOC_XMLFILE, HWLOC_SYNTHETIC) may put another machine in this one's place.
Topology load_topology(std::string const& synthetic = {});

/// The processors, caches and memory of a machine. Only cores with a PU in `process_pus` count as allowed; it
/// says nothing of a machine that is not this one.
Machine machine_from(hwloc_topology_t topology, CpuSet const& process_pus);

}  // namespace tandem::Impl

#endif
