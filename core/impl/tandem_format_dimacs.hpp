// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_FORMAT_DIMACS_HPP
#define TANDEM_FORMAT_DIMACS_HPP

#include <core/impl/tandem_input_file.hpp>
#include <core/impl/tandem_output_file.hpp>
#include <core/tandem_io.hpp>

namespace tandem::Impl {

/// Text whose first line that is no comment ("c ...") starts with "p".
bool looks_like_dimacs(std::string_view head);

/// "p sp n m" with arcs "a u v w" (shortest paths, directed), or "p tw n m" with edges "u v" (PACE,
/// undirected).
EdgeList parse_dimacs(Host const& space, InputFile const& file, ReadOptions const& options);

/// Vertex v becomes v + 1. An undirected graph without weights is written as "p tw", any other as "p sp" with
/// all arcs, weight 1 where there is none.
void write_dimacs(Host const& space, OutputFile& out, Graph const& graph, WriteOptions const& options);

}  // namespace tandem::Impl

#endif
