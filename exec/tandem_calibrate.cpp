// SPDX-License-Identifier: BSD-3-Clause
#include <core/tandem_build.hpp>
#include <core/tandem_edge_loops.hpp>
#include <core/tandem_generate.hpp>
#include <core/tandem_timer.hpp>
#include <core/tandem_view.hpp>
#include <exec/impl/tandem_crew.hpp>
#include <exec/impl/tandem_device_space.hpp>
#include <exec/impl/tandem_device_turn.hpp>
#include <exec/tandem_calibrate.hpp>
#include <exec/tandem_unit_threads.hpp>
#include <algorithm>
#include <limits>

namespace tandem {

namespace {

/// Large enough to leave the second-level cache, small enough to be built in a tenth of a second.
constexpr char const* sample_graph = "kron:17";

template <class MemorySpace>
struct NeighborValue {
  Kokkos::View<float*, MemorySpace> values;
  KOKKOS_FUNCTION float operator()(VertexId, VertexId v, EdgeIndex) const { return values(v); }
};

template <class MemorySpace>
struct StoreSum {
  Kokkos::View<float*, MemorySpace> sums;
  KOKKOS_FUNCTION void operator()(VertexId u, float sum) const { sums(u) = sum; }
};

template <class ExecutionSpace>
double measure_rate(ExecutionSpace const& space, Csr<typename ExecutionSpace::memory_space> const& csr) {
  using MemorySpace = typename ExecutionSpace::memory_space;
  constexpr int trials = 4;  // the first warms up
  auto const values = make_view<float>(space, "tandem::calibrate::values", csr.num_vertices());
  auto const sums = make_view<float>(space, "tandem::calibrate::sums", csr.num_vertices());
  Kokkos::deep_copy(space, values, 1.0F);
  auto const mapping = mapping_by_degree_class(space, csr);
  double best = std::numeric_limits<double>::infinity();
  for (int trial = 0; trial < trials; ++trial) {
    space.fence("tandem::calibrate: ready");
    Timer const timer;
    reduce_edges<Kokkos::Sum<float>>(space, "tandem::calibrate::gather", csr, RowRange{0, csr.num_vertices()},
                                     mapping, NeighborValue<MemorySpace>{values},
                                     StoreSum<MemorySpace>{sums});
    space.fence("tandem::calibrate: gathered");
    best = std::min(best, timer.seconds());
  }
  return static_cast<double>(csr.num_edges()) / best;
}

}  // namespace

std::vector<double> calibrate(Host const& space, Platform const& platform) {
  Graph const graph = order_by_degree(space, build_graph(space, generate(space, sample_graph)));
  auto const owner = make_host_view<PartitionId>(space, "tandem::calibrate::owner", graph.num_vertices());
  Kokkos::deep_copy(space, owner, PartitionId(0));
  Partition<HostMemory> const sample = make_partitions(space, graph, {owner, 1}).partitions.front();
  std::vector<double> rates(platform.units.size());
  Impl::Crew crew(platform.units.size());
  crew.run([&](std::size_t u) {
    Unit const& unit = platform.units[u];
    if (device_is_host_v || unit.kind == UnitKind::host) {
      Host const unit_space = make_host_space(unit);
      bind_threads(unit_space, unit);
      rates[u] = measure_rate(unit_space, sample.out);
    } else {
      auto const binding = bind_dispatch_thread(unit);
      auto const device = Impl::make_device_unit(unit, sample, false);
      Impl::DeviceTurn<Device> const turn;
      rates[u] = measure_rate(device.space, device.partition.out);
    }
  });
  return rates;
}

}  // namespace tandem
