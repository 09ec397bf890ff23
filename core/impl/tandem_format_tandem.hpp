// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_FORMAT_TANDEM_HPP
#define TANDEM_FORMAT_TANDEM_HPP

#include <core/impl/tandem_input_file.hpp>
#include <core/impl/tandem_output_file.hpp>
#include <core/tandem_io.hpp>

#include <filesystem>
#include <string_view>

// Our own binary, .tdm: see docs/format-tandem.md.
namespace tandem::Impl {

bool looks_like_tandem(std::string_view head);

/// The graph in place: its arrays are those of the file, which the graph keeps, unless the file has ids of
/// another width. `undirected` is left to the caller.
Graph parse_tandem_graph(Host const& space, InputFile const& file, ReadOptions const& options);

void write_tandem(Host const& space, OutputFile& file, Graph const& graph, WriteOptions const& options);

}  // namespace tandem::Impl

#endif
