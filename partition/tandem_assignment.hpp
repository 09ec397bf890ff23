// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_ASSIGNMENT_HPP
#define TANDEM_ASSIGNMENT_HPP

#include <core/tandem_graph.hpp>
#include <partition/tandem_policy.hpp>
#include <filesystem>
#include <vector>

namespace tandem {

using PartitionId = std::uint8_t;
inline constexpr int max_partitions = 64;

/// A partition for each vertex.
struct Assignment {
  HostView<PartitionId const> owner;
  int num_partitions = 1;
};

struct AssignOptions {
  PartitionPolicy policy = PartitionPolicy::high;
  /// Share of the arcs (by their source) that each partition is to get; they sum to 1. The host's, alpha, is
  /// the first.
  std::vector<double> shares = {1.0};
  std::uint64_t seed = 1;  ///< of what is left to chance
};

/// Assigns the vertices. Linear in their number: degrees are counted, never sorted. Shares are met up to one
/// vertex on the host's side; among devices up to chance by RAND, else up to some vertices. Throws Error for
/// shares that make no sense.
Assignment assign_vertices(Host const& space, Graph const& graph, AssignOptions const& options);

/// What leads from one partition to another.
struct Boundary {
  EdgeIndex edges = 0;
  /// Vertices that these arcs lead to, counted once for each partition that they come from: the messages that
  /// are left when those to the same vertex are joined.
  std::size_t targets = 0;
};

/// Linear in the arcs; takes a bit for each vertex and partition meanwhile.
Boundary count_boundary(Host const& space, Graph const& graph, Assignment const& assignment);

/// Reads lines of "vertex partition", with the file's own vertex ids; '#' starts a comment. Throws Error for
/// an unknown vertex, a vertex that is missing or named twice, or a partition that is not in
/// 0..num_partitions-1.
Assignment read_assignment(std::filesystem::path const& path, Graph const& graph, int num_partitions);

}  // namespace tandem

#endif
