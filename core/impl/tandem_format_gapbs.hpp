// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_FORMAT_GAPBS_HPP
#define TANDEM_FORMAT_GAPBS_HPP

#include <core/impl/tandem_input_file.hpp>
#include <core/impl/tandem_output_file.hpp>
#include <core/tandem_io.hpp>

// Serialized graphs of the GAP Benchmark Suite, as its `converter` writes them: .sg, or .wsg with weights.
//
//   1 byte    1 when the graph is directed
//   int64     number of stored arcs m
//   int64     number of vertices n
//   int64     offsets, n + 1
//   int32     neighbours, m; in a .wsg file each is followed by its weight, an int32
//
// A directed graph goes on with offsets and neighbours of its in-edges. Nothing in the file says whether it
// has weights: its size does. The 17 bytes in front leave every array unaligned, so that reading is a copy.
namespace tandem::Impl {

Graph parse_gapbs_graph(Host const& space, InputFile const& file, ReadOptions const& options);

/// Vertices get the graph's own numbering 0..n-1: the format has no place for original ids.
void write_gapbs(Host const& space, OutputFile& file, Graph const& graph, WriteOptions const& options);

}  // namespace tandem::Impl

#endif
