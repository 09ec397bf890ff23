// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_LAYOUT_HPP
#define TANDEM_LAYOUT_HPP

#include <core/tandem_graph.hpp>
#include <exec/tandem_platform.hpp>
#include <exec/tandem_split.hpp>
#include <partition/tandem_partition.hpp>
#include <cstdint>
#include <filesystem>

// What becomes of a graph before it is cut: the same for who runs programs on it and for who only plans to.
namespace tandem {

struct EngineOptions {
  PlatformOptions platform = {};
  SplitOptions split = {};
  std::filesystem::path assignment = {};  ///< file that says which vertex goes where; empty: by the policy
  std::uint64_t seed = 1;
  NeighborOrder order = NeighborOrder::by_degree;
};

/// The graph as its units will have it: what the program needs of it, ordered by degree. Its original ids are
/// the vertices of `graph`.
Graph prepare_graph(Host const& space, Graph const& graph, ProgramNeeds const& needs);

/// How the prepared graph is split over the units of a platform, which should say what memory is free now
/// that it is there. Throws Error as choose_split, adopt_assignment and read_assignment do.
Split split_graph(Host const& space, Platform const& platform, Graph const& graph, Graph const& prepared,
                  EngineOptions const& options);

}  // namespace tandem

#endif
