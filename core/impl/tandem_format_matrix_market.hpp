// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_FORMAT_MATRIX_MARKET_HPP
#define TANDEM_FORMAT_MATRIX_MARKET_HPP

#include <core/impl/tandem_input_file.hpp>
#include <core/impl/tandem_output_file.hpp>
#include <core/tandem_io.hpp>

namespace tandem::Impl {

/// Text that starts with "%%MatrixMarket".
bool looks_like_matrix_market(std::string_view head);

/// A square sparse matrix: entry (i, j) is the edge i -> j. `symmetric` makes the graph undirected.
EdgeList parse_matrix_market(Host const& space, InputFile const& file, ReadOptions const& options);

/// Vertex v becomes row and column v + 1. An undirected graph is a symmetric matrix: its lower triangle.
void write_matrix_market(Host const& space, OutputFile& out, Graph const& graph, WriteOptions const& options);

}  // namespace tandem::Impl

#endif
