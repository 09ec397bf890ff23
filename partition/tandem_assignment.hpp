// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_ASSIGNMENT_HPP
#define TANDEM_ASSIGNMENT_HPP

#include <core/tandem_graph.hpp>
#include <array>
#include <filesystem>
#include <string_view>
#include <vector>

namespace tandem {

using PartitionId = std::uint8_t;
inline constexpr int max_partitions = 64;

/// Which vertices stay on the host, the first partition. The others share what is left at random.
enum class PartitionPolicy {
  random,  ///< any
  high,    ///< those of the highest degree
  low      ///< those of the lowest degree
};
inline constexpr std::array partition_policies{PartitionPolicy::random, PartitionPolicy::high,
                                               PartitionPolicy::low};

/// The name used by --partition.
std::string_view to_string(PartitionPolicy policy);
/// Throws Error with the list of names when there is no such policy.
PartitionPolicy parse_policy(std::string_view name);

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
/// vertex on the host's side, and up to chance among devices. Throws Error for shares that make no sense.
Assignment assign_vertices(Host const& space, Graph const& graph, AssignOptions const& options);

/// Arcs that lead from one partition to another. Linear in their number.
EdgeIndex count_boundary_edges(Host const& space, Graph const& graph, Assignment const& assignment);

/// Reads lines of "vertex partition", with the file's own vertex ids; '#' starts a comment. Throws Error for
/// an unknown vertex, a vertex that is missing or named twice, or a partition that is not in
/// 0..num_partitions-1.
Assignment read_assignment(std::filesystem::path const& path, Graph const& graph, int num_partitions);

}  // namespace tandem

#endif
