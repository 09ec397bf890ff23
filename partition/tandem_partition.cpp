// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_csr_assembly.hpp>
#include <core/impl/tandem_partition_point.hpp>
#include <core/tandem_bitmap.hpp>
#include <core/tandem_error.hpp>
#include <partition/impl/tandem_group_numbers.hpp>
#include <partition/tandem_partition.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <fmt/format.h>
#include <algorithm>
#include <numeric>

namespace tandem {

namespace {

constexpr std::size_t round_up(std::size_t n) {
  return (n + 63) / 64 * 64;
}

/// A channel is dense when its ghosts are at least this share of the owner's vertices: it then needs no list,
/// and copies instead of gathering.
constexpr double dense_share = 0.5;

/// Calls f(worker, begin, end) for ranges of rows of about equally many edges.
template <class F>
void for_each_row_block(Host const& space, std::string const& label, HostView<EdgeIndex const> const& offsets,
                        F const& f) {
  std::size_t const n = offsets.extent(0) - 1;
  // Rows count as well: most of a large graph's may be empty.
  auto const first_row = [&](std::size_t block) {
    return Impl::partition_point(
        0, n, [&](std::size_t row) { return offsets(row) + row >= block * Impl::edges_per_block; });
  };
  std::size_t const blocks = (offsets(n) + n) / Impl::edges_per_block + 1;
  Impl::run_host_tasks(space, label, blocks, [&](std::size_t worker, std::size_t block) {
    f(worker, first_row(block), block + 1 == blocks ? n : first_row(block + 1));
  });
}

/// The owner of a vertex that is in the set and not the partition's own.
struct OtherOwner {
  Bitmap<HostMemory> set;
  HostView<PartitionId const> owner;
  int partition;

  int operator()(std::size_t v) const {
    return set.test(v) && owner(v) != partition ? int(owner(v)) : Impl::no_group;
  }
};

class Cutter {
 public:
  Cutter(Host const& space, Graph const& graph, Assignment const& assignment, PartitionOptions const& options)
      : m_space(space),
        m_graph(graph),
        m_options(options),
        m_num_partitions(assignment.num_partitions),
        m_owner(assignment.owner),
        m_local_ids(
            make_host_view<VertexId>(space, "tandem::make_partitions::local_ids", graph.num_vertices())),
        m_slots(make_host_view<VertexId>(space, "tandem::make_partitions::slots", graph.num_vertices())),
        m_partitions(static_cast<std::size_t>(assignment.num_partitions)) {}

  PartitionedGraph run(OnCut const& on_cut) {
    number_owned();
    for (auto& partition : m_partitions) {
      cut(partition);
      if (on_cut) on_cut(partition);
    }
    return {std::move(m_partitions), m_owner, m_local_ids};
  }

 private:
  std::size_t num_vertices() const { return m_graph.num_vertices(); }

  /// Local ids keep the order of the graph, which is by falling degree.
  void number_owned() {
    auto const owner_of = [this](std::size_t v) { return int(m_owner(v)); };
    Impl::GroupNumbers const numbers(m_space, "tandem::make_partitions::owned", num_vertices(),
                                     m_num_partitions, owner_of);
    std::vector<HostView<VertexId>> global_ids;
    for (std::size_t p = 0; p < m_partitions.size(); ++p)
      global_ids.push_back(
          make_host_view<VertexId>(m_space, "tandem::make_partitions::global_ids", numbers.size(p)));
    numbers.place([&](std::size_t v, int p, std::size_t i) {
      m_local_ids(v) = static_cast<VertexId>(i);
      global_ids[static_cast<std::size_t>(p)](i) = static_cast<VertexId>(v);
    });
    for (std::size_t p = 0; p < m_partitions.size(); ++p) {
      auto& partition = m_partitions[p];
      partition.id = static_cast<int>(p);
      partition.num_owned = static_cast<VertexId>(numbers.size(p));
      partition.global_ids = global_ids[p];
      partition.channels.resize(m_partitions.size());
      // Only an undirected graph's order tells who has no edge at all.
      auto const& ids = global_ids[p];
      partition.num_active =
          m_graph.directed
              ? partition.num_owned
              : static_cast<VertexId>(Impl::partition_point(
                    0, numbers.size(p), [&](std::size_t i) { return m_graph.out.degree(ids(i)) == 0; }));
    }
  }

  void cut(Partition<HostMemory>& partition) {
    auto const out_offsets = list_offsets(partition, m_graph.out);
    auto const in_offsets =
        cuts_in_edges() ? list_offsets(partition, m_graph.in) : HostView<EdgeIndex const>();
    auto const seen = make_bitmap(m_space, "tandem::make_partitions::seen", num_vertices());
    mark_neighbors(partition, m_graph.out, out_offsets, seen);
    partition.num_boundary_targets = number_others(partition, seen).total();
    if (cuts_in_edges()) mark_neighbors(partition, m_graph.in, in_offsets, seen);
    number_slots(partition, seen);
    find_ghost_degrees(partition);
    partition.out = cut_lists(partition, m_graph.out, out_offsets, partition.num_boundary_edges);
    EdgeIndex in_boundary = 0;
    if (cuts_in_edges()) partition.in = cut_lists(partition, m_graph.in, in_offsets, in_boundary);
    if (!m_graph.directed) partition.in = partition.out;
  }

  bool cuts_in_edges() const { return m_options.in_edges && m_graph.directed; }

  HostView<EdgeIndex const> list_offsets(Partition<HostMemory> const& partition, Csr<HostMemory> const& csr) {
    auto const offsets = make_host_view<EdgeIndex>(m_space, "tandem::make_partitions::offsets",
                                                   std::size_t(partition.num_owned) + 1);
    auto const ids = partition.global_ids;
    Kokkos::parallel_for("tandem::make_partitions::degrees",
                         Kokkos::RangePolicy<Host>(m_space, 0, offsets.extent(0)),
                         [=](std::size_t const i) { offsets(i) = i == 0 ? 0 : csr.degree(ids(i - 1)); });
    m_space.fence("tandem::make_partitions: degrees on host");
    Impl::degrees_to_offsets(m_space, offsets);
    return offsets;
  }

  /// Owned neighbours are marked as well: asking whose a vertex is costs more than marking it.
  void mark_neighbors(Partition<HostMemory> const& partition, Csr<HostMemory> const& csr,
                      HostView<EdgeIndex const> const& offsets, Bitmap<HostMemory> const& seen) {
    auto const ids = partition.global_ids;
    for_each_row_block(m_space, "tandem::make_partitions::mark", offsets,
                       [&](std::size_t, std::size_t begin, std::size_t end) {
                         for (std::size_t i = begin; i < end; ++i)
                           for (EdgeIndex e = csr.offsets(ids(i)); e < csr.offsets(ids(i) + 1); ++e)
                             seen.set_atomic(csr.targets(e));
                       });
  }

  /// Numbers the vertices of a set that other partitions own, by owner.
  Impl::GroupNumbers<OtherOwner> number_others(Partition<HostMemory> const& partition,
                                               Bitmap<HostMemory> const& set) const {
    return {m_space, "tandem::make_partitions::ghosts", num_vertices(), m_num_partitions,
            OtherOwner{set, m_owner, partition.id}};
  }

  /// Lays out the ghosts and fills m_slots for every vertex that the partition sees.
  void number_slots(Partition<HostMemory>& partition, Bitmap<HostMemory> const& seen) {
    auto const numbers = number_others(partition, seen);
    std::size_t next = round_up(partition.num_owned);
    std::vector<HostView<VertexId>> boundary(m_partitions.size());
    for (std::size_t q = 0; q < m_partitions.size(); ++q) {
      auto& channel = partition.channels[q];
      std::size_t const all = m_partitions[q].num_active, ghosts = numbers.size(q);
      bool const dense = static_cast<double>(ghosts) >= dense_share * static_cast<double>(all);
      if (ghosts == 0) continue;
      if (!dense)
        boundary[q] = make_host_view<VertexId>(m_space, "tandem::make_partitions::boundary", ghosts);
      channel.first_ghost = static_cast<VertexId>(next);
      channel.num_ghosts = static_cast<VertexId>(dense ? all : ghosts);
      next += round_up(channel.num_ghosts);
      auto& peers_side = m_partitions[q].channels[static_cast<std::size_t>(partition.id)];
      peers_side.num_boundary = channel.num_ghosts;
      peers_side.boundary = boundary[q];
    }
    if (next > max_vertices)
      throw Error(
          fmt::format("a partition with {} vertices and ghosts needs 64-bit ids: build tandem with "
                      "-DTANDEM_VERTEX_BITS=64",
                      next));
    partition.num_slots = next;
    numbers.place([&](std::size_t v, int owner, std::size_t i) {
      auto const q = static_cast<std::size_t>(owner);
      auto const first = partition.channels[q].first_ghost;
      if (boundary[q].extent(0) == 0) {
        m_slots(v) = first + m_local_ids(v);
      } else {
        m_slots(v) = first + static_cast<VertexId>(i);
        boundary[q](i) = m_local_ids(v);
      }
    });
    auto const ids = partition.global_ids;
    auto const slots = m_slots;
    Kokkos::parallel_for("tandem::make_partitions::own_slots",
                         Kokkos::RangePolicy<Host>(m_space, 0, ids.extent(0)),
                         [=](std::size_t const i) { slots(ids(i)) = static_cast<VertexId>(i); });
    m_space.fence("tandem::make_partitions: slots on host");
  }

  void find_ghost_degrees(Partition<HostMemory>& partition) {
    auto const degrees = make_host_view<EdgeIndex>(m_space, "tandem::make_partitions::ghost_degrees",
                                                   partition.num_slots / 64);
    Kokkos::deep_copy(m_space, degrees, EdgeIndex(0));
    for (std::size_t q = 0; q < m_partitions.size(); ++q) {
      auto const& channel = partition.channels[q];
      auto const boundary = m_partitions[q].channels[static_cast<std::size_t>(partition.id)].boundary;
      auto const ids = m_partitions[q].global_ids;
      auto const csr = m_graph.out;
      std::size_t const n = channel.num_ghosts, first_word = channel.first_ghost / 64;
      Kokkos::parallel_for("tandem::make_partitions::ghost_degrees",
                           Kokkos::RangePolicy<Host>(m_space, 0, round_up(n) / 64), [=](std::size_t const w) {
                             std::size_t const end = std::min(n, w * 64 + 64);
                             EdgeIndex sum = 0;
                             for (std::size_t i = w * 64; i < end; ++i)
                               sum += csr.degree(ids(boundary.extent(0) == 0 ? i : boundary(i)));
                             std::size_t const count = end - w * 64;
                             degrees(first_word + w) = (sum + count / 2) / count;
                           });
    }
    m_space.fence("tandem::make_partitions: degrees of ghosts on host");
    partition.ghost_degrees = degrees;
  }

  Csr<HostMemory> cut_lists(Partition<HostMemory> const& partition, Csr<HostMemory> const& csr,
                            HostView<EdgeIndex const> const& offsets, EdgeIndex& num_boundary_edges) {
    std::size_t const m = offsets(partition.num_owned);
    auto const targets = make_host_view<VertexId>(m_space, "tandem::make_partitions::targets", m);
    HostView<Weight> weights;
    if (csr.weighted()) weights = make_host_view<Weight>(m_space, "tandem::make_partitions::weights", m);
    VertexId const owned = partition.num_owned;
    bool const local_first = m_options.order == NeighborOrder::local_first;
    std::vector<EdgeIndex> boundary_edges(Impl::num_host_workers(m_space), 0);
    auto const ids = partition.global_ids;
    // Copies the neighbours that `take` accepts; returns where the next ones go.
    auto const copy_list = [&](std::size_t v, EdgeIndex to, auto const& take) {
      for (EdgeIndex e = csr.offsets(v); e < csr.offsets(v + 1); ++e) {
        VertexId const slot = m_slots(csr.targets(e));
        if (!take(slot)) continue;
        targets(to) = slot;
        if (csr.weighted()) weights(to) = csr.weights(e);
        ++to;
      }
      return to;
    };
    for_each_row_block(m_space, "tandem::make_partitions::cut_lists", offsets,
                       [&](std::size_t worker, std::size_t begin, std::size_t end) {
                         EdgeIndex ghosts = 0;
                         for (std::size_t i = begin; i < end; ++i) {
                           if (local_first) {
                             EdgeIndex const middle =
                                 copy_list(ids(i), offsets(i), [=](VertexId s) { return s < owned; });
                             copy_list(ids(i), middle, [=](VertexId s) { return s >= owned; });
                             ghosts += offsets(i + 1) - middle;
                           } else {
                             copy_list(ids(i), offsets(i), [&](VertexId s) {
                               ghosts += s >= owned;
                               return true;
                             });
                           }
                         }
                         boundary_edges[worker] += ghosts;
                       });
    num_boundary_edges = std::accumulate(boundary_edges.begin(), boundary_edges.end(), EdgeIndex(0));
    return {offsets, targets, weights};
  }

  Host m_space;
  Graph const& m_graph;
  PartitionOptions m_options;
  int m_num_partitions;
  HostView<PartitionId const> m_owner;
  HostView<VertexId> m_local_ids;
  HostView<VertexId> m_slots;  ///< of the partition at work, for every vertex it sees
  std::vector<Partition<HostMemory>> m_partitions;
};

HostView<VertexId> count_up(Host const& space, std::size_t n) {
  auto const ids = make_host_view<VertexId>(space, "tandem::make_partitions::ids", n);
  Kokkos::parallel_for("tandem::make_partitions::count_up", Kokkos::RangePolicy<Host>(space, 0, n),
                       [=](std::size_t const i) { ids(i) = static_cast<VertexId>(i); });
  space.fence("tandem::make_partitions: ids on host");
  return ids;
}

/// The graph as it is.
PartitionedGraph whole_graph(Host const& space, Graph const& graph, Assignment const& assignment) {
  std::size_t const n = graph.num_vertices();
  auto const ids = count_up(space, n);
  Partition<HostMemory> all;
  all.num_owned = static_cast<VertexId>(n);
  all.num_active =
      graph.directed ? all.num_owned : static_cast<VertexId>(Impl::partition_point(0, n, [&](std::size_t v) {
        return graph.out.degree(static_cast<VertexId>(v)) == 0;
      }));
  all.num_slots = round_up(n);
  all.out = graph.out;
  all.in = graph.in;
  all.channels.resize(1);
  all.global_ids = ids;
  return {{all}, assignment.owner, ids};
}

}  // namespace

PartitionedGraph make_partitions(Host const& space, Graph const& graph, Assignment const& assignment,
                                 PartitionOptions const& options, OnCut const& on_cut) {
  Kokkos::Profiling::ScopedRegion const region("tandem::make_partitions");
  if (!graph.degree_ordered) throw Error("partitions are cut from graphs ordered by degree: order it first");
  if (options.in_edges && !graph.has_in_edges())
    throw Error("partitions with in-edges are cut from graphs that have them: add them first");
  if (assignment.num_partitions > 1) return Cutter(space, graph, assignment, options).run(on_cut);
  PartitionedGraph whole = whole_graph(space, graph, assignment);
  if (on_cut) on_cut(whole.partitions.front());
  return whole;
}

}  // namespace tandem
