// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_FORMAT_GRAPH500_HPP
#define TANDEM_FORMAT_GRAPH500_HPP

#include <core/impl/tandem_input_file.hpp>
#include <core/impl/tandem_output_file.hpp>
#include <core/tandem_io.hpp>

// Packed edge lists of the Graph500 reference code: 12 bytes for each undirected edge and nothing else. The
// three 32-bit words are the low parts of both ids, and their high parts, 16 bits each, that of the first id
// below. Weights, when there are any, are floats in a second file of the same name with ".weights" behind it.
namespace tandem::Impl {

/// Ids of a Graph500 graph go from 0 to 2^scale - 1, so that there is a power of two of vertices, many of
/// them isolated: the smallest power above the largest id.
EdgeList parse_graph500(Host const& space, InputFile const& file, ReadOptions const& options);

/// The content of a weights file, which parse_graph500 opens itself.
HostView<Weight> parse_graph500_weights(Host const& space, InputFile const& file, EdgeIndex num_edges);

/// Vertices get the graph's own numbering 0..n-1.
void write_graph500(Host const& space, OutputFile& file, Graph const& graph, WriteOptions const& options);

}  // namespace tandem::Impl

#endif
