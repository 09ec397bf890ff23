// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_TYPES_HPP
#define TANDEM_TYPES_HPP

#include <core/tandem_config.hpp>
#include <cstdint>

namespace tandem {

/// Index of a vertex inside one graph, 0..n-1. 32 bits unless built with TANDEM_VERTEX_BITS=64.
#if TANDEM_VERTEX_BITS == 32
using VertexId = std::uint32_t;
#elif TANDEM_VERTEX_BITS == 64
using VertexId = std::uint64_t;
#else
#error "TANDEM_VERTEX_BITS must be 32 or 64"
#endif

/// Position in an edge array: 64 bits always, as graphs pass 2^32 edges long before 2^32 vertices.
using EdgeIndex = std::uint64_t;

/// Edge weights hold every integer up to 2^24 exactly; readers refuse integers that would be rounded.
using Weight = float;

/// The id that a vertex has in the user's file; it may be sparse or start at 1.
using OriginalId = std::uint64_t;

/// "No vertex": never a valid id.
inline constexpr VertexId invalid_vertex = static_cast<VertexId>(-1);

/// A graph has at most this many: nearly all ids, a multiple of 64 as sets of vertices are words; or with 64
/// bits so many that neither n + 1 nor a pair of ids in one key can overflow.
inline constexpr std::uint64_t max_vertices =
    sizeof(VertexId) == 4 ? std::uint64_t(invalid_vertex) / 64 * 64 : std::uint64_t(1) << 62;

}  // namespace tandem

#endif
