// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_DEGREE_PROFILE_HPP
#define TANDEM_DEGREE_PROFILE_HPP

#include <core/tandem_graph.hpp>
#include <cstddef>
#include <vector>

namespace tandem {

/// Degrees beyond are so rare that they may share a class.
inline constexpr std::size_t max_degree_classes = std::size_t(1) << 16;

/// How many vertices, and arcs from them, there are of each degree: enough to know what a split by degree
/// gives without making it.
class DegreeProfile {
 public:
  /// Linear in the number of vertices.
  DegreeProfile(Host const& space, Csr<HostMemory> const& csr);

  std::size_t num_vertices() const { return m_num_vertices; }
  EdgeIndex num_arcs() const { return m_num_arcs; }
  /// Entry d is for degree d, the last one for all degrees from there on.
  std::vector<std::size_t> const& vertices_by_degree() const { return m_vertices; }
  std::vector<EdgeIndex> const& arcs_by_degree() const { return m_arcs; }
  /// Number of vertices of the lowest degrees that together have this share of all arcs; of those of one
  /// degree some, if need be. Vertices without an arc count as lowest.
  std::size_t lowest_with(double arc_share) const;
  /// The same from the highest degrees down.
  std::size_t highest_with(double arc_share) const {
    return arc_share >= 1 ? m_num_vertices : m_num_vertices - lowest_with(1 - arc_share);
  }
  /// The share of all arcs that this share of the vertices that have any has, from the highest degrees down.
  double arc_share_of_highest(double vertex_share) const;

 private:
  std::vector<std::size_t> m_vertices;
  std::vector<EdgeIndex> m_arcs;
  std::size_t m_num_vertices = 0;
  EdgeIndex m_num_arcs = 0;
};

}  // namespace tandem

#endif
