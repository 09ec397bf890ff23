// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_ID_MAP_HPP
#define TANDEM_ID_MAP_HPP

#include <core/tandem_edge_list.hpp>

#include <vector>

namespace tandem::Impl {

/// Maps the ids that occur in a file, in ascending order, to 0..n-1. Ids that lie close together are kept as
/// a bitmap with prefix sums, others in a hash table; either way a look-up is a cache miss or two. An id of
/// 2^64 - 1 can't be held.
class IdMap {
 public:
  static constexpr std::uint64_t unknown = static_cast<std::uint64_t>(-1);

  /// The map of all ids in `columns`, none larger than `max_id`. When they are more than max_vertices, only
  /// its size is of use.
  template <class RawId>
  static IdMap of(Host const& space, std::vector<HostView<RawId>> const& columns, std::uint64_t max_id);

  std::uint64_t size() const { return m_size; }
  /// True when the ids are just 0..n-1 and each maps to itself.
  bool identity() const { return m_identity; }
  /// The index of an id, or `unknown`.
  std::uint64_t find(std::uint64_t id) const;
  /// The id of each index; empty for the identity.
  HostView<OriginalId> original_ids(Host const& space) const;

  /// Replaces ids by their indices, in place where the types allow. Returns the position of the first unknown
  /// id, or the size of the column when there is none.
  template <class RawId>
  std::size_t apply(Host const& space, HostView<RawId> const& ids, HostView<VertexId>& indices) const;

 private:
  template <class RawId>
  void build_bitmap(Host const& space, std::vector<HostView<RawId>> const& columns, std::uint64_t max_id);
  template <class RawId>
  void build_table(Host const& space, std::vector<HostView<RawId>> const& columns, std::size_t num_ids);
  std::size_t find_slot(std::uint64_t id) const;

  std::uint64_t m_size = 0;
  bool m_identity = false;
  // Bitmap: bit i of word w stands for id 64 w + i; m_ranks(w) is the index of the word's first id.
  HostView<std::uint64_t> m_words;
  HostView<std::uint64_t> m_ranks;
  // Hash table with linear probing: keys are ids + 1, 0 is a free slot; m_indices goes with m_keys.
  HostView<std::uint64_t> m_keys;
  HostView<VertexId> m_indices;
  HostView<OriginalId> m_sorted;
};

/// 1, 2, ..., n: the ids of formats that count from 1.
HostView<OriginalId> count_from_one(Host const& space, std::size_t n);

extern template IdMap IdMap::of(Host const&, std::vector<HostView<std::uint32_t>> const&, std::uint64_t);
extern template IdMap IdMap::of(Host const&, std::vector<HostView<std::uint64_t>> const&, std::uint64_t);
extern template std::size_t IdMap::apply(Host const&, HostView<std::uint32_t> const&,
                                         HostView<VertexId>&) const;
extern template std::size_t IdMap::apply(Host const&, HostView<std::uint64_t> const&,
                                         HostView<VertexId>&) const;

}  // namespace tandem::Impl

#endif
