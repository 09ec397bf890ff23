// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_SOURCES_HPP
#define TANDEM_SOURCES_HPP

#include <core/tandem_graph.hpp>
#include <cstdint>
#include <vector>

namespace tandem {

/// Different vertices to start from: each has an out-edge, and is as likely as any other; all of them if they
/// are fewer than `count`. The same on every machine for a seed. Throws Error when no vertex has an out-edge.
std::vector<VertexId> pick_sources(Graph const& graph, std::size_t count, std::uint64_t seed);

}  // namespace tandem

#endif
