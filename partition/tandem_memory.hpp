// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_MEMORY_HPP
#define TANDEM_MEMORY_HPP

#include <core/tandem_graph.hpp>
#include <partition/tandem_assignment.hpp>
#include <cstddef>
#include <vector>

// How much memory partitions will take, before they are made: from what each unit owns, which is counted, and
// from bounds on what it sees of others. docs/engine.md has the formula.
namespace tandem {

/// What a unit owns of a graph.
struct OwnedPart {
  std::size_t vertices = 0;
  std::size_t active = 0;  ///< of them those that others may have ghosts of: with an edge, as far as is known
  EdgeIndex out_edges = 0;
  EdgeIndex in_edges = 0;  ///< that are kept beside the out-edges; undirected graphs have none
};

/// Of each partition. `in_edges`: those of a directed graph are to be kept, too. Linear in the vertices; in
/// the edges where in-edges must be counted that the graph does not have.
std::vector<OwnedPart> count_parts(Host const& space, Graph const& graph, Assignment const& assignment,
                                   bool in_edges);

/// What a program keeps on every unit, at most.
struct ProgramBytes {
  std::size_t slot = 16;    ///< for each slot
  std::size_t vertex = 8;   ///< for each owned vertex besides
  std::size_t message = 8;  ///< 0: that a message comes says all
  /// Of a device that has memory of its own, in the host's besides: copies of results, and the like.
  std::size_t slot_on_host = 0, vertex_on_host = 0;
};

/// How a unit stores its part.
struct PartStorage {
  bool weighted = false;
  bool in_edges = false;       ///< of a directed graph, beside the out-edges
  bool own_memory = false;     ///< a device that has some: mail is packed there, and copied to host memory
  bool edges_on_host = false;  ///< a device reads offsets and lists from host memory, not from its own
  ProgramBytes program = {};
};

struct UnitBytes {
  std::size_t own = 0;      ///< in the unit's memory
  std::size_t on_host = 0;  ///< of a device, in memory of the host
};

/// Upper bound on the memory of a unit's partition, program and mail; `parts` are those of all units. Results
/// and what Kokkos keeps for itself come on top.
UnitBytes max_unit_bytes(std::vector<OwnedPart> const& parts, std::size_t unit, PartStorage const& storage);

/// Upper bound on host memory while partitions are made and moved to units, before there are programs and
/// mail. What devices get is made there, too: all of their lists of vertices, and the edges of one at a time.
std::size_t max_layout_bytes(std::vector<OwnedPart> const& parts, std::vector<PartStorage> const& storage);

}  // namespace tandem

#endif
