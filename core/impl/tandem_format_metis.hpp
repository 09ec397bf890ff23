// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_FORMAT_METIS_HPP
#define TANDEM_FORMAT_METIS_HPP

#include <core/impl/tandem_input_file.hpp>
#include <core/impl/tandem_output_file.hpp>
#include <core/tandem_io.hpp>

namespace tandem::Impl {

/// "n m [fmt [ncon]]", then a line with the neighbours of each vertex. Always undirected; vertex sizes and
/// weights are skipped. Each edge stands in two lines and is kept once; a self loop stands once.
EdgeList parse_metis(Host const& space, InputFile const& file, ReadOptions const& options);

/// Vertex v becomes v + 1. Throws for a directed graph.
void write_metis(Host const& space, OutputFile& out, Graph const& graph, WriteOptions const& options);

}  // namespace tandem::Impl

#endif
