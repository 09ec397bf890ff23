// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_BUCKET_WRITER_HPP
#define TANDEM_BUCKET_WRITER_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <utility>
#include <vector>

namespace tandem::Impl {

/// Spreads records, a value for each column, over buckets. Collects a cache line of the first column per
/// bucket and writes it at once: plain scattered stores would miss the TLB and the cache at nearly every
/// record.
template <class First, class... Others>
class BucketWriter {
 public:
  /// `position`: where the next record of each bucket goes in the columns; moved on as records are written.
  BucketWriter(std::size_t* position, std::size_t num_buckets, First* first, Others*... others)
      : m_position(position),
        m_columns(first, others...),
        m_fill(num_buckets, 0),
        m_lines(std::vector<First>(num_buckets * line), std::vector<Others>(num_buckets * line)...) {}

  void push(std::size_t bucket, First first, Others... others) {
    std::size_t const fill = m_fill[bucket];
    put(std::index_sequence_for<First, Others...>{}, bucket * line + fill, first, others...);
    if (fill + 1 == line) {
      write(bucket, line);
      // The bucket's next line goes there, when many others have been written: by then it is in the cache,
      // and the store does not wait for memory.
      prefetch(std::index_sequence_for<First, Others...>{}, m_position[bucket] + line - 1);
      m_fill[bucket] = 0;
    } else {
      m_fill[bucket] = static_cast<std::uint16_t>(fill + 1);
    }
  }

  /// Writes what is left; to be called once, at the end.
  void flush() {
    for (std::size_t bucket = 0; bucket < m_fill.size(); ++bucket) write(bucket, m_fill[bucket]);
  }

 private:
  static constexpr std::size_t line = 64 / sizeof(First);

  template <std::size_t... Column, class... Values>
  void put(std::index_sequence<Column...>, std::size_t at, Values... values) {
    ((std::get<Column>(m_lines)[at] = values), ...);
  }

  void write(std::size_t bucket, std::size_t count) {
    write_columns(std::index_sequence_for<First, Others...>{}, bucket * line, m_position[bucket], count);
    m_position[bucket] += count;
  }

  template <std::size_t... Column>
  void write_columns(std::index_sequence<Column...>, std::size_t from, std::size_t to, std::size_t count) {
    (std::memcpy(std::get<Column>(m_columns) + to, &std::get<Column>(m_lines)[from],
                 count * sizeof(std::get<Column>(m_lines)[0])),
     ...);
  }

  template <std::size_t... Column>
  void prefetch(std::index_sequence<Column...>, std::size_t at) const {
    (__builtin_prefetch(std::get<Column>(m_columns) + at, 1), ...);
  }

  std::size_t* m_position;
  std::tuple<First*, Others*...> m_columns;
  std::vector<std::uint16_t>
      m_fill;  ///< no bytes: a store to one could change anything, for all the compiler knows
  std::tuple<std::vector<First>, std::vector<Others>...> m_lines;
};

/// Turns counts[block * stride + bucket] into the place where each block's records of each bucket begin;
/// returns where the buckets begin, with the total at the end.
inline std::vector<std::size_t> scan_block_counts(std::size_t* counts, std::size_t num_blocks,
                                                  std::size_t stride, std::size_t num_buckets) {
  std::vector<std::size_t> begins(num_buckets + 1);
  std::size_t sum = 0;
  for (std::size_t bucket = 0; bucket < num_buckets; ++bucket) {
    begins[bucket] = sum;
    for (std::size_t block = 0; block < num_blocks; ++block)
      sum += std::exchange(counts[block * stride + bucket], sum);
  }
  begins[num_buckets] = sum;
  return begins;
}

}  // namespace tandem::Impl

#endif
