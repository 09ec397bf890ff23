// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_FORMAT_LDBC_HPP
#define TANDEM_FORMAT_LDBC_HPP

#include <core/impl/tandem_input_file.hpp>
#include <core/tandem_io.hpp>

#include <array>

// LDBC Graphalytics: vertex ids in <name>.v, edges in <name>.e, and in <name>.properties whether the graph is
// directed. Any of the three paths, or the common <name>, stands for the graph. The files may be compressed.
namespace tandem::Impl {

/// True for names of the three files, and for a <name> that is no file itself but has them beside it.
bool is_ldbc_path(std::filesystem::path const& path);

EdgeList read_ldbc(Host const& space, std::filesystem::path const& path, ReadOptions const& options);

/// The same from the files' content; `properties` may be null.
EdgeList parse_ldbc(Host const& space, InputFile const& vertices, InputFile const& edges,
                    InputFile const* properties, ReadOptions const& options);

/// The files that `path` stands for when it is written.
std::array<std::filesystem::path, 3> ldbc_output_paths(std::filesystem::path const& path);

/// In the graph's original ids. All three files appear or none does, the properties last.
void write_ldbc(Host const& space, std::filesystem::path const& path, Graph const& graph,
                WriteOptions const& options);

}  // namespace tandem::Impl

#endif
