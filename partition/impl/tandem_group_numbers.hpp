// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_GROUP_NUMBERS_HPP
#define TANDEM_GROUP_NUMBERS_HPP

#include <core/impl/tandem_host_tasks.hpp>
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace tandem::Impl {

inline constexpr int no_group = -1;

/// Numbers things 0..n-1 within the groups to which they belong, each group from 0 in the order of the
/// things, in parallel.
template <class GroupOf>
class GroupNumbers {
 public:
  /// group_of(i): the group of thing i, or no_group.
  GroupNumbers(Host const& space, std::string label, std::size_t n, int num_groups, GroupOf group_of)
      : m_space(space),
        m_label(std::move(label)),
        m_n(n),
        m_num_groups(static_cast<std::size_t>(num_groups)),
        m_group_of(group_of),
        m_counts(num_blocks() * m_num_groups, 0),
        m_sizes(m_num_groups, 0) {
    run_host_tasks(m_space, m_label + "::count", num_blocks(), [&](std::size_t, std::size_t block) {
      std::size_t* const counts = m_counts.data() + block * m_num_groups;
      for (std::size_t i = block * block_size; i < end_of(block); ++i)
        if (int const group = m_group_of(i); group >= 0) ++counts[group];
    });
    for (std::size_t block = 0; block < num_blocks(); ++block)
      for (std::size_t group = 0; group < m_num_groups; ++group) {
        std::size_t& count = m_counts[block * m_num_groups + group];
        m_sizes[group] += std::exchange(count, m_sizes[group]);
      }
  }

  std::size_t size(std::size_t group) const { return m_sizes[group]; }
  /// Of all groups.
  std::size_t total() const { return std::accumulate(m_sizes.begin(), m_sizes.end(), std::size_t(0)); }

  /// Calls place(i, group, number) for every thing that has a group.
  template <class Place>
  void place(Place const& place) const {
    run_host_tasks(m_space, m_label + "::place", num_blocks(), [&](std::size_t, std::size_t block) {
      auto const first = m_counts.begin() + static_cast<std::ptrdiff_t>(block * m_num_groups);
      std::vector<std::size_t> next(first, first + static_cast<std::ptrdiff_t>(m_num_groups));
      for (std::size_t i = block * block_size; i < end_of(block); ++i)
        if (int const group = m_group_of(i); group >= 0)
          place(i, group, next[static_cast<std::size_t>(group)]++);
    });
  }

 private:
  static constexpr std::size_t block_size = std::size_t(1) << 15;

  std::size_t num_blocks() const { return (m_n + block_size - 1) / block_size; }
  std::size_t end_of(std::size_t block) const { return std::min(m_n, (block + 1) * block_size); }

  Host m_space;
  std::string m_label;
  std::size_t m_n;
  std::size_t m_num_groups;
  GroupOf m_group_of;
  std::vector<std::size_t> m_counts;  ///< of each block: number of the first thing of each group
  std::vector<std::size_t> m_sizes;
};

}  // namespace tandem::Impl

#endif
