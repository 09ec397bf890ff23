// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_EDGE_LINES_HPP
#define TANDEM_EDGE_LINES_HPP

#include <core/impl/tandem_input_file.hpp>
#include <core/tandem_edge_list.hpp>

#include <limits>
#include <optional>

namespace tandem::Impl {

/// How a line with an edge looks. Edge lists, Matrix Market, DIMACS and LDBC differ in no more than this.
struct EdgeLineRules {
  std::string_view comments;  ///< a line that starts with one of these is skipped
  char tag = '\0';            ///< stands before each edge, if any ('a' in DIMACS)
  bool weighted = false;      ///< a weight follows the ids
  bool skip_rest = false;     ///< whatever follows the ids is skipped
  bool pairs = true;          ///< two ids a line; else one, and no targets
  std::uint64_t first_id = 0;
  std::uint64_t num_ids =
      std::numeric_limits<std::uint64_t>::max();   ///< ids are less than first_id + num_ids
  std::string_view columns_by = "the first edge";  ///< who said whether there are weights
};

/// Edges as they stand in a file, ids counted from first_id on.
template <class RawId>
struct RawEdges {
  HostView<RawId> sources;
  HostView<RawId> targets;
  HostView<Weight> weights;  ///< allocated when weighted
  RawId max_id = 0;          ///< of all ids; 0 when there are none

  std::size_t size() const { return sources.extent(0); }
};

/// Parses the lines of `file` from byte `first` on, in parallel and in the order of the file. Throws Error
/// for the first bad line. Returns nothing when an id needs more bits than RawId has.
template <class RawId>
std::optional<RawEdges<RawId>> parse_edge_lines(Host const& space, InputFile const& file, std::size_t first,
                                                EdgeLineRules const& rules);

extern template std::optional<RawEdges<std::uint32_t>> parse_edge_lines(Host const&, InputFile const&,
                                                                        std::size_t, EdgeLineRules const&);
extern template std::optional<RawEdges<std::uint64_t>> parse_edge_lines(Host const&, InputFile const&,
                                                                        std::size_t, EdgeLineRules const&);

/// parse_edge_lines for ids that become VertexIds, narrow ones first, as they nearly always do. `finish`
/// takes the RawEdges of either width.
template <class Finish>
EdgeList parse_any_width(Host const& space, InputFile const& file, std::size_t first,
                         EdgeLineRules const& rules, Finish const& finish) {
  if constexpr (sizeof(VertexId) < sizeof(std::uint64_t))
    if (auto const narrow = parse_edge_lines<VertexId>(space, file, first, rules)) return finish(*narrow);
  return finish(*parse_edge_lines<std::uint64_t>(space, file, first, rules));
}

/// Number of columns of the first edge from byte `first` on; 0 when there is no edge.
std::size_t count_columns(InputFile const& file, std::size_t first, EdgeLineRules const& rules);

/// Byte offset of the line of edge number `edge`: slow, for messages.
std::size_t offset_of_edge(InputFile const& file, std::size_t first, EdgeLineRules const& rules,
                           std::size_t edge);

}  // namespace tandem::Impl

#endif
