// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_PARTITION_HPP
#define TANDEM_PARTITION_HPP

#include <core/tandem_graph.hpp>
#include <core/tandem_row_mapping.hpp>
#include <partition/impl/tandem_copy_csr.hpp>
#include <partition/tandem_assignment.hpp>
#include <functional>
#include <memory>
#include <vector>

namespace tandem {

/// What a partition shares with one other partition, its peer. Of the two sides, one owns a vertex and the
/// other has a ghost of it.
template <class MemorySpace>
struct Channel {
  VertexId first_ghost = 0;  ///< slot of the first ghost that the peer owns; a multiple of 64
  VertexId num_ghosts = 0;
  VertexId num_boundary = 0;  ///< vertices owned here that are ghosts there
  /// Local id of boundary vertex i, rising; empty: it is i itself (a dense channel).
  Kokkos::View<VertexId const*, MemorySpace> boundary;
};

/// The part of a graph that one processing unit works on.
///
/// State arrays have a *slot* for each vertex that is owned or seen here: slots [0, num_owned) are the owned
/// vertices by falling degree, those without any edge last; behind them come the ghosts, one for each
/// distinct vertex of another partition at the other end of an edge, grouped by owner. Edges lead to slots,
/// so that a kernel needs not know who owns a neighbour. Each group of slots starts at a multiple of 64: in a
/// bitmap, on a word.
template <class MemorySpace>
struct Partition {
  using memory_space = MemorySpace;

  int id = 0;
  VertexId num_owned = 0;
  /// Owned vertices from here on have no edge. Of a directed graph there are none, as its order does not tell
  /// them from those with in-edges only.
  VertexId num_active = 0;
  std::size_t num_slots = 0;
  Csr<MemorySpace> out;                                   ///< rows: owned vertices; targets: slots
  Csr<MemorySpace> in;                                    ///< in-edges, as Graph has them
  RowMapping<MemorySpace> out_mapping, in_mapping;        ///< of their rows to threads
  std::vector<Channel<MemorySpace>> channels;             ///< by peer; the one to itself is empty
  Kokkos::View<VertexId const*, MemorySpace> global_ids;  ///< vertex of the graph, for each owned vertex
  EdgeIndex num_boundary_edges = 0;                       ///< out-edges that lead to ghosts
  std::size_t num_boundary_targets = 0;                   ///< ghosts that they lead to, each counted once
  /// Of each 64 slots, a word of a bitmap: out-edges that a ghost there has on average, rounded. Ghosts are
  /// in the order of degrees, so that this is a good estimate for each. Nothing where there is one partition.
  Kokkos::View<EdgeIndex const*, MemorySpace> ghost_degrees;
  /// Owners of arrays that are in host memory, for the device to read from there.
  std::vector<std::shared_ptr<void>> pinned;

  /// In-edges are the out-edges, as the graph is undirected.
  bool shares_edges() const { return in.offsets.data() == out.offsets.data(); }

  std::size_t num_ghosts() const {
    std::size_t sum = 0;
    for (auto const& channel : channels) sum += channel.num_ghosts;
    return sum;
  }
};

template <class MemorySpace>
std::size_t num_bytes(Csr<MemorySpace> const& csr) {
  return csr.offsets.size() * sizeof(EdgeIndex) + csr.targets.size() * sizeof(VertexId) +
         csr.weights.size() * sizeof(Weight);
}

/// Of all arrays of a partition, wherever they are.
template <class MemorySpace>
std::size_t num_bytes(Partition<MemorySpace> const& partition) {
  std::size_t bytes = num_bytes(partition.out) + (partition.shares_edges() ? 0 : num_bytes(partition.in)) +
                      (partition.in_mapping.rows.size() + partition.global_ids.size()) * sizeof(VertexId) +
                      partition.ghost_degrees.size() * sizeof(EdgeIndex);
  for (auto const& channel : partition.channels) bytes += channel.boundary.size() * sizeof(VertexId);
  return bytes;
}

/// A graph cut into partitions, all still in host memory.
struct PartitionedGraph {
  std::vector<Partition<HostMemory>> partitions;
  /// Where each vertex of the graph went.
  HostView<PartitionId const> owner;
  HostView<VertexId const> local_ids;
};

enum class NeighborOrder {
  by_degree,   ///< neighbours by falling degree: who looks for any neighbour in a set finds it early
  local_first  ///< owned neighbours before ghosts, each by falling degree
};

struct PartitionOptions {
  bool in_edges = false;  ///< also cut the graph's in-edges, which it must have
  NeighborOrder order = NeighborOrder::by_degree;
};

/// Gets each partition as soon as it is cut, before the next one is. Its channels are not known yet, as those
/// of later ones decide on them. It may take edges and ghost degrees away, for which nobody asks again.
using OnCut = std::function<void(Partition<HostMemory>&)>;

/// Cuts the graph, whose vertices must be ordered by degree. Parallel on `space`; blocks until done. With one
/// partition nothing is copied.
PartitionedGraph make_partitions(Host const& space, Graph const& graph, Assignment const& assignment,
                                 PartitionOptions const& options = {}, OnCut const& on_cut = {});

/// A copy in the memory of the space, without channels. With `edges_on_host` its edges, nearly all of it,
/// stay in host memory that the device can read. Blocks until done.
template <class ExecutionSpace>
Partition<typename ExecutionSpace::memory_space> copy_partition(ExecutionSpace const& space,
                                                                Partition<HostMemory> const& partition,
                                                                bool edges_on_host = false) {
  Partition<typename ExecutionSpace::memory_space> result;
  result.id = partition.id;
  result.num_owned = partition.num_owned;
  result.num_active = partition.num_active;
  result.num_slots = partition.num_slots;
  result.num_boundary_edges = partition.num_boundary_edges;
  result.num_boundary_targets = partition.num_boundary_targets;
  result.out = Impl::copy_csr(space, partition.out, edges_on_host, result.pinned);
  result.out_mapping = mapping_by_degree_class(space, result.out);
  if (partition.shares_edges()) {
    result.in = result.out;
    result.in_mapping = result.out_mapping;
  } else if (partition.in.offsets.extent(0) != 0) {
    result.in = Impl::copy_csr(space, partition.in, edges_on_host, result.pinned);
    result.in_mapping = mapping_by_listed_class(space, partition.in);
  }
  result.global_ids = Impl::copy_array(space, partition.global_ids);
  result.ghost_degrees = Impl::copy_array(space, partition.ghost_degrees);
  space.fence("tandem::copy_partition: partition on the device");
  return result;
}

/// The channels of a partition, once all are cut. Blocks until done.
template <class ExecutionSpace>
std::vector<Channel<typename ExecutionSpace::memory_space>> copy_channels(
    ExecutionSpace const& space, Partition<HostMemory> const& partition) {
  std::vector<Channel<typename ExecutionSpace::memory_space>> result;
  for (auto const& channel : partition.channels)
    result.push_back({channel.first_ghost, channel.num_ghosts, channel.num_boundary,
                      Impl::copy_array(space, channel.boundary)});
  space.fence("tandem::copy_partition: channels on the device");
  return result;
}

}  // namespace tandem

#endif
