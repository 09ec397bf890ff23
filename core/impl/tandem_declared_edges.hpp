// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_DECLARED_EDGES_HPP
#define TANDEM_DECLARED_EDGES_HPP

#include <core/impl/tandem_edge_lines.hpp>

namespace tandem::Impl {

/// What the header of a format with vertices 1..n says.
struct DeclaredSizes {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  std::size_t offset = 0;  ///< of the line that says so
  std::size_t body = 0;    ///< where the edges start
};

/// The edges of such a file: `rules` without the range of ids, which follows from `sizes`. Throws when the
/// file does not hold what its header declares.
EdgeList parse_declared_edges(Host const& space, InputFile const& file, DeclaredSizes const& sizes,
                              EdgeLineRules rules);

}  // namespace tandem::Impl

#endif
