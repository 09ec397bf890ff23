// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_HOST_SCAN_HPP
#define TANDEM_HOST_SCAN_HPP

#include <core/impl/tandem_host_tasks.hpp>
#include <algorithm>
#include <utility>
#include <vector>

namespace tandem::Impl {

/// A parallel exclusive scan on the host, in two steps, so that the result can be allocated in between.
///
/// Used in place of Kokkos::parallel_scan: threads meet only between kernels, which thread sanitizers can
/// see, and not in barriers of Kokkos's own, which they can't.
template <class Sum, class Value>
class HostScan {
 public:
  /// Adds up value(0) .. value(size - 1).
  HostScan(Host const& space, std::string label, std::size_t size, Value value)
      : m_space(space), m_label(std::move(label)), m_size(size), m_value(value) {
    std::size_t const num_blocks = (size + block_size - 1) / block_size;
    m_sums.resize(num_blocks);
    run_host_tasks(m_space, m_label + "::sum", num_blocks, [&](std::size_t, std::size_t block) {
      Sum sum = 0;
      for (std::size_t i = block * block_size; i < end_of(block); ++i) sum += m_value(i);
      m_sums[block] = sum;
    });
    for (Sum& sum : m_sums) m_total += std::exchange(sum, m_total);
  }

  Sum total() const { return m_total; }

  /// Calls place(i, before, value(i)) for every i, with `before` the sum of all values before value(i). Each
  /// value is asked for once more just before it is placed, so that place(i, ...) may overwrite what value(i)
  /// reads.
  template <class Place>
  void place(Place const& place) const {
    run_host_tasks(m_space, m_label + "::place", m_sums.size(), [&](std::size_t, std::size_t block) {
      Sum sum = m_sums[block];
      for (std::size_t i = block * block_size; i < end_of(block); ++i) {
        Sum const here = m_value(i);
        place(i, sum, here);
        sum += here;
      }
    });
  }

 private:
  static constexpr std::size_t block_size = std::size_t(1) << 15;

  std::size_t end_of(std::size_t block) const { return std::min(m_size, (block + 1) * block_size); }

  Host m_space;
  std::string m_label;
  std::size_t m_size;
  Value m_value;
  std::vector<Sum> m_sums;  ///< of all blocks before each block
  Sum m_total = 0;
};

/// Both steps at once; returns the total.
template <class Sum, class Value, class Place>
Sum scan_on_host(Host const& space, std::string const& label, std::size_t size, Value const& value,
                 Place const& place) {
  HostScan<Sum, Value> const scan(space, label, size, value);
  scan.place(place);
  return scan.total();
}

}  // namespace tandem::Impl

#endif
