// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_host_tasks.hpp>
#include <core/tandem_host_view.hpp>
#include <partition/tandem_memory.hpp>
#include <algorithm>

namespace tandem {

namespace {

constexpr std::size_t round_up(std::size_t n, std::size_t multiple) {
  return (n + multiple - 1) / multiple * multiple;
}

/// Counters and the like, of which every program has some.
constexpr std::size_t small_arrays = 4096;

void add(std::vector<OwnedPart>& sum, std::vector<OwnedPart> const& parts) {
  for (std::size_t p = 0; p < sum.size(); ++p) {
    sum[p].vertices += parts[p].vertices;
    sum[p].active += parts[p].active;
    sum[p].out_edges += parts[p].out_edges;
    sum[p].in_edges += parts[p].in_edges;
  }
}

/// Calls f(parts, v) for all vertices, with parts for some of them at a time, and adds these up.
template <class F>
std::vector<OwnedPart> sum_over_vertices(Host const& space, std::size_t n, int num_partitions, F const& f) {
  constexpr std::size_t block_size = std::size_t(1) << 14;
  std::vector<OwnedPart> const nothing(static_cast<std::size_t>(num_partitions));
  std::vector<std::vector<OwnedPart>> of_worker(Impl::num_host_workers(space), nothing);
  Impl::run_host_tasks(space, "tandem::count_parts", n / block_size + 1,
                       [&](std::size_t worker, std::size_t block) {
                         std::vector<OwnedPart> of_block = nothing;  // threads must not share a cache line
                         std::size_t const end = std::min(n, (block + 1) * block_size);
                         for (std::size_t v = block * block_size; v < end; ++v)
                           f(of_block, static_cast<VertexId>(v));
                         add(of_worker[worker], of_block);
                       });
  std::vector<OwnedPart> sum = nothing;
  for (auto const& parts : of_worker) add(sum, parts);
  return sum;
}

/// Ghosts that one partition can have of another one's vertices. A channel with at least half of these is
/// dense and has them all, so that there may be twice as many ghosts as edges that lead to them.
std::size_t max_ghosts(OwnedPart const& part, OwnedPart const& peer) {
  return std::min<std::size_t>(peer.active, 2 * (part.out_edges + part.in_edges));
}

/// Length of the list of vertices that a peer has ghosts of: dense channels have none.
std::size_t max_listed(OwnedPart const& part, OwnedPart const& peer) {
  return std::min<std::size_t>(part.active / 2, peer.out_edges + peer.in_edges);
}

/// Of the longest mail between two partitions, in either direction.
std::size_t max_mail_bytes(OwnedPart const& part, OwnedPart const& peer, std::size_t message_bytes) {
  std::size_t const n = std::max(max_ghosts(part, peer), max_ghosts(peer, part));
  return message_bytes == 0 ? round_up(n, 64) / 8 : round_up(n * message_bytes, 8);
}

template <class F>
std::size_t sum_over_peers(std::vector<OwnedPart> const& parts, std::size_t unit, F const& f) {
  std::size_t sum = 0;
  for (std::size_t peer = 0; peer < parts.size(); ++peer)
    if (peer != unit) sum += f(parts[peer]);
  return sum;
}

std::size_t max_slots(std::vector<OwnedPart> const& parts, std::size_t unit) {
  OwnedPart const& mine = parts[unit];
  return round_up(mine.vertices, 64) + sum_over_peers(parts, unit, [&](OwnedPart const& peer) {
           return round_up(max_ghosts(mine, peer), 64);
         });
}

std::size_t mean_degree_bytes(std::size_t slots) {
  return slots / 64 * sizeof(EdgeIndex);
}

std::size_t edge_bytes(OwnedPart const& part, PartStorage const& storage) {
  std::size_t const offsets = (part.vertices + 1) * sizeof(EdgeIndex) * (storage.in_edges ? 2 : 1);
  std::size_t const each = sizeof(VertexId) + (storage.weighted ? sizeof(Weight) : 0);
  return offsets + (part.out_edges + part.in_edges) * each;
}

/// Large arrays in host memory start on a huge page (make_host_view): what that may leave unused.
std::size_t padding(std::size_t num_arrays, std::size_t bytes_of_largest) {
  return bytes_of_largest < huge_page_bytes ? 0 : num_arrays * huge_page_bytes;
}

std::size_t edge_padding(OwnedPart const& part, PartStorage const& storage) {
  std::size_t sum = padding(storage.in_edges ? 2 : 1, (part.vertices + 1) * sizeof(EdgeIndex));
  for (EdgeIndex const edges : {part.out_edges, part.in_edges})
    sum += padding(1, edges * sizeof(VertexId)) + padding(storage.weighted ? 1 : 0, edges * sizeof(Weight));
  return sum;
}

/// Lists of the vertices that a unit owns and that its peers have ghosts of, in host memory.
std::size_t list_bytes_on_host(std::vector<OwnedPart> const& parts, std::size_t unit) {
  auto const bytes = [](std::size_t n) { return n * sizeof(VertexId) + padding(1, n * sizeof(VertexId)); };
  return bytes(parts[unit].vertices) + sum_over_peers(parts, unit, [&](OwnedPart const& peer) {
           return bytes(max_listed(parts[unit], peer));
         });
}

/// The rest of a partition, in host memory.
std::size_t cut_bytes_on_host(std::vector<OwnedPart> const& parts, std::size_t unit,
                              PartStorage const& storage) {
  std::size_t const mean_degrees = mean_degree_bytes(max_slots(parts, unit));
  return edge_bytes(parts[unit], storage) + edge_padding(parts[unit], storage) + mean_degrees +
         padding(1, mean_degrees);
}

/// What there is for each vertex of the graph while it is cut: its owner, and at most three more at a time of
/// its local id, its slot, its caller's id and its place in the engine.
std::size_t whole_graph_bytes(std::size_t vertices) {
  std::size_t const ids = vertices * sizeof(VertexId), owners = vertices * sizeof(PartitionId);
  return 3 * ids + padding(3, ids) + owners + padding(1, owners);
}

/// A value of a program's array has 4 to 8 bytes.
std::size_t max_padding(OwnedPart const& part, std::size_t slots, PartStorage const& storage) {
  return padding(storage.program.slot / 4 + 1, slots * sizeof(double)) +
         padding(storage.program.vertex / 4 + 2, part.vertices * sizeof(double)) +
         edge_padding(part, storage);
}

}  // namespace

std::vector<OwnedPart> count_parts(Host const& space, Graph const& graph, Assignment const& assignment,
                                   bool in_edges) {
  bool const apart = in_edges && graph.directed;
  return sum_over_vertices(space, graph.num_vertices(), assignment.num_partitions,
                           [&](std::vector<OwnedPart>& parts, VertexId v) {
                             OwnedPart& part = parts[assignment.owner(v)];
                             EdgeIndex const degree = graph.out.degree(v);
                             ++part.vertices;
                             part.active += graph.directed || degree > 0;
                             part.out_edges += degree;
                             if (!apart) return;
                             if (graph.has_in_edges())
                               part.in_edges += graph.in.degree(v);
                             else
                               for (EdgeIndex e = graph.out.offsets(v); e < graph.out.offsets(v + 1); ++e)
                                 ++parts[assignment.owner(graph.out.targets(e))].in_edges;
                           });
}

UnitBytes max_unit_bytes(std::vector<OwnedPart> const& parts, std::size_t unit, PartStorage const& storage) {
  OwnedPart const& mine = parts[unit];
  std::size_t const slots = max_slots(parts, unit);
  std::size_t const listed =
      sum_over_peers(parts, unit, [&](OwnedPart const& peer) { return max_listed(mine, peer); });
  std::size_t const mail = sum_over_peers(parts, unit, [&](OwnedPart const& peer) {
    return max_mail_bytes(mine, peer, storage.program.message);
  });
  std::size_t const edges = edge_bytes(mine, storage);
  UnitBytes bytes;
  bytes.own = (mine.vertices + listed) * sizeof(VertexId) + mean_degree_bytes(slots) +
              slots * storage.program.slot + mine.vertices * storage.program.vertex + small_arrays;
  // Mails to every peer come in pairs, in host memory.
  (storage.own_memory ? bytes.on_host : bytes.own) += 2 * mail;
  bytes.own += storage.own_memory ? mail : max_padding(mine, slots, storage);
  // In-edges are in no order of degrees: a list of rows by degree class.
  if (storage.own_memory && storage.in_edges) bytes.own += mine.vertices * sizeof(VertexId);
  if (storage.own_memory)
    bytes.on_host += slots * storage.program.slot_on_host + mine.vertices * storage.program.vertex_on_host;
  (storage.edges_on_host ? bytes.on_host : bytes.own) += edges;
  return bytes;
}

std::size_t max_layout_bytes(std::vector<OwnedPart> const& parts, std::vector<PartStorage> const& storage) {
  std::size_t vertices = 0, kept = 0, staged = 0;
  for (std::size_t u = 0; u < parts.size(); ++u) {
    std::size_t const cut = cut_bytes_on_host(parts, u, storage[u]);
    vertices += parts[u].vertices;
    kept += list_bytes_on_host(parts, u) + small_arrays;
    if (!storage[u].own_memory) {
      kept += cut;
      continue;
    }
    // A list of rows by degree class is made there as well; edges that stay on the host are a copy.
    staged = std::max(staged, cut + (storage[u].in_edges ? parts[u].vertices * sizeof(VertexId) : 0));
    if (storage[u].edges_on_host) kept += edge_bytes(parts[u], storage[u]);
  }
  return kept + staged + whole_graph_bytes(vertices);
}

}  // namespace tandem
