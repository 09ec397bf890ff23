// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_FORMAT_EDGE_LIST_HPP
#define TANDEM_FORMAT_EDGE_LIST_HPP

#include <core/impl/tandem_input_file.hpp>
#include <core/impl/tandem_output_file.hpp>
#include <core/tandem_io.hpp>

namespace tandem::Impl {

/// Text whose first line that is no comment starts with two numbers.
bool looks_like_edge_list(std::string_view head);

/// "source target [weight]" a line, separated by blanks or commas, with SNAP's header comments:
/// "# Undirected graph", "# Nodes: n Edges: m".
EdgeList parse_edge_list(Host const& space, InputFile const& file, ReadOptions const& options);

/// In the graph's original ids; commas for a .csv, tabs for others. An undirected edge stands once.
void write_edge_list(Host const& space, OutputFile& out, Graph const& graph, WriteOptions const& options);

}  // namespace tandem::Impl

#endif
