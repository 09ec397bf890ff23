// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_RADIX_SORT_HPP
#define TANDEM_RADIX_SORT_HPP

#include <core/impl/tandem_bucket_writer.hpp>
#include <core/impl/tandem_host_tasks.hpp>
#include <core/tandem_host_view.hpp>
#include <core/tandem_types.hpp>
#include <algorithm>
#include <bit>
#include <type_traits>
#include <vector>

// A parallel, stable radix sort of (key, weight) records on the host, in two steps:
//   1. partition_records: one pass splits the records by the high bits of their key into buckets that fit a
//      core's cache.
//   2. sort_buckets: each bucket is sorted in cache by its remaining bits, least significant digit first.
// Buckets that stay too large (a hub of a skewed graph) are split again by all threads together, so that no
// thread is left alone with them. Nothing depends on the number of threads but the speed.
namespace tandem::Impl {

/// A pair of vertex ids as one number: the first id in the high bits, the second in the low `id_bits`.
__extension__ typedef unsigned __int128 WideKey;
using SortKey = std::conditional_t<sizeof(VertexId) == 4, std::uint64_t, WideKey>;

/// Bits needed for ids 0..n-1; at least one, so that shifts by it stay defined.
inline int id_bits(std::uint64_t n) {
  return std::max(1, static_cast<int>(std::bit_width(n == 0 ? 0 : n - 1)));
}

inline SortKey pack_key(std::uint64_t high, std::uint64_t low, int low_bits) {
  return (static_cast<SortKey>(high) << low_bits) | static_cast<SortKey>(low);
}
inline std::uint64_t high_part(SortKey key, int low_bits) {
  return static_cast<std::uint64_t>(key >> low_bits);
}
inline std::uint64_t low_part(SortKey key, int low_bits) {
  return static_cast<std::uint64_t>(key & ((static_cast<SortKey>(1) << low_bits) - 1));
}

/// A run of records whose keys agree above their lowest `open_bits` bits.
struct Bucket {
  std::size_t begin;
  std::size_t end;
  int open_bits;

  std::size_t size() const { return end - begin; }
};

/// Records grouped into buckets; buckets stand in the order of their keys.
struct Records {
  HostView<SortKey> keys;
  HostView<Weight> weights;  ///< empty: records are keys only
  std::vector<Bucket> buckets;

  bool weighted() const { return weights.is_allocated(); }
};

/// Buckets of up to this many records are sorted by one thread: keys and their copy then fit a 2 MiB L2.
inline constexpr std::size_t bucket_target = std::size_t(1) << 16;
/// Larger ones than this are split by all threads.
inline constexpr std::size_t bucket_limit = bucket_target * 16;
/// More buckets than this in one pass would not leave their half-filled lines in L2.
inline constexpr int max_split_bits = 11;

/// How many high bits to split `count` records with `open_bits` open bits by.
inline int split_bits(std::size_t count, int open_bits) {
  int const wanted = static_cast<int>(std::bit_width(count / bucket_target));
  return std::clamp(wanted, 0, std::min(max_split_bits, open_bits));
}

/// Splits the records that `produce(block, emit)` gives to emit(key, weight), block by block and twice, by
/// the highest of their `key_bits` bits. `expected` (an upper bound of their number) decides into how many
/// buckets. Stable: within a bucket records keep the order of blocks and of emission.
template <class Produce>
Records partition_records(Host const& space, std::string const& label, int key_bits, bool weighted,
                          std::size_t expected, std::size_t num_blocks, Produce const& produce) {
  // At least one bit: a key that fills its type can't be shifted by all of them.
  int const bits = std::max(1, split_bits(expected, key_bits));
  int const shift = key_bits - bits;
  std::size_t const num_buckets = std::size_t(1) << bits;
  std::vector<std::size_t> counts(num_blocks * num_buckets, 0);
  run_host_tasks(space, label + "::count", num_blocks, [&](std::size_t, std::size_t block) {
    std::size_t* const mine = counts.data() + block * num_buckets;
    produce(block, [&](SortKey key, Weight) { ++mine[static_cast<std::size_t>(key >> shift)]; });
  });
  auto const begins = scan_block_counts(counts.data(), num_blocks, num_buckets, num_buckets);

  Records records;
  records.keys = make_host_view<SortKey>(space, label + "::keys", begins.back());
  if (weighted) records.weights = make_host_view<Weight>(space, label + "::weights", begins.back());
  SortKey* const keys = records.keys.data();
  Weight* const weights = records.weights.data();
  run_host_tasks(space, label + "::distribute", num_blocks, [&](std::size_t, std::size_t block) {
    std::size_t* const position = counts.data() + block * num_buckets;
    auto const fill = [&](auto& writer, auto const&... weight_of) {
      produce(block, [&](SortKey key, [[maybe_unused]] Weight weight) {
        writer.push(static_cast<std::size_t>(key >> shift), key, weight_of(weight)...);
      });
      writer.flush();
    };
    if (weighted) {
      BucketWriter<SortKey, Weight> writer(position, num_buckets, keys, weights);
      fill(writer, [](Weight weight) { return weight; });
    } else {
      BucketWriter<SortKey> writer(position, num_buckets, keys);
      fill(writer);
    }
  });
  for (std::size_t bucket = 0; bucket < num_buckets; ++bucket)
    if (begins[bucket] != begins[bucket + 1])
      records.buckets.push_back({begins[bucket], begins[bucket + 1], shift});
  return records;
}

/// Replaces buckets over `bucket_limit` by smaller ones, split by all threads together. Buckets with no more
/// than `sorted_bits` open bits need no sorting and stay as they are.
inline void split_large_buckets(Host const& space, std::string const& label, Records& records,
                                int sorted_bits) {
  for (std::size_t b = 0; b < records.buckets.size();) {
    Bucket const bucket = records.buckets[b];
    if (bucket.size() <= bucket_limit || bucket.open_bits <= sorted_bits) {
      ++b;
      continue;
    }
    SortKey* const keys = records.keys.data() + bucket.begin;
    Weight* const weights = records.weighted() ? records.weights.data() + bucket.begin : nullptr;
    SortKey const mask = (static_cast<SortKey>(1) << bucket.open_bits) - 1;
    std::size_t const block_size = bucket_target;
    auto const open_bits_of = [=](std::size_t block, auto const& emit) {
      std::size_t const end = std::min(bucket.size(), (block + 1) * block_size);
      for (std::size_t i = block * block_size; i < end; ++i)
        emit(keys[i] & mask, weights ? weights[i] : Weight(0));
    };
    std::size_t const num_blocks = (bucket.size() + block_size - 1) / block_size;
    Records parts = partition_records(space, label + "::split", bucket.open_bits, records.weighted(),
                                      bucket.size(), num_blocks, open_bits_of);
    SortKey const above = keys[0] & ~mask;
    run_host_tasks(space, label + "::put_back", num_blocks, [&](std::size_t, std::size_t block) {
      std::size_t const end = std::min(bucket.size(), (block + 1) * block_size);
      for (std::size_t i = block * block_size; i < end; ++i) keys[i] = parts.keys(i) | above;
      if (weights)
        std::copy(parts.weights.data() + block * block_size, parts.weights.data() + end,
                  weights + block * block_size);
    });
    for (Bucket& part : parts.buckets) {
      part.begin += bucket.begin;
      part.end += bucket.begin;
    }
    records.buckets.erase(records.buckets.begin() + static_cast<std::ptrdiff_t>(b));
    records.buckets.insert(records.buckets.begin() + static_cast<std::ptrdiff_t>(b), parts.buckets.begin(),
                           parts.buckets.end());
  }
}

/// Memory that one thread needs to sort a bucket.
struct BucketScratch {
  SortKey* keys;
  Weight* weights;
};

/// Stable sort of a bucket by its open bits above the lowest `sorted_bits`, by which it is in order already.
template <bool Weighted>
void sort_bucket(SortKey* keys, Weight* weights, Bucket const& bucket, int sorted_bits,
                 BucketScratch const& scratch) {
  constexpr int max_digit_bits = 11;
  int const bits = bucket.open_bits - sorted_bits;
  std::size_t const size = bucket.size();
  if (bits <= 0 || size < 2) return;
  int const passes = (bits + max_digit_bits - 1) / max_digit_bits;
  int const digit_bits = (bits + passes - 1) / passes;
  std::size_t const digit_mask = (std::size_t(1) << digit_bits) - 1;
  SortKey *from = keys + bucket.begin, *to = scratch.keys;
  Weight *from_weights = Weighted ? weights + bucket.begin : nullptr, *to_weights = scratch.weights;
  std::uint32_t position[std::size_t(1) << max_digit_bits];
  for (int pass = 0; pass < passes; ++pass) {
    int const shift = sorted_bits + pass * digit_bits;
    int const open = std::min(digit_bits, bucket.open_bits - shift);
    std::size_t const mask = digit_mask >> (digit_bits - open);
    std::fill_n(position, mask + 1, 0u);
    for (std::size_t i = 0; i < size; ++i) ++position[static_cast<std::size_t>(from[i] >> shift) & mask];
    std::uint32_t sum = 0;
    for (std::size_t digit = 0; digit <= mask; ++digit) sum += std::exchange(position[digit], sum);
    for (std::size_t i = 0; i < size; ++i) {
      std::uint32_t const at = position[static_cast<std::size_t>(from[i] >> shift) & mask]++;
      to[at] = from[i];
      if constexpr (Weighted) to_weights[at] = from_weights[i];
    }
    std::swap(from, to);
    std::swap(from_weights, to_weights);
  }
  if (from == scratch.keys) {
    std::copy_n(from, size, keys + bucket.begin);
    if constexpr (Weighted) std::copy_n(from_weights, size, weights + bucket.begin);
  }
}

/// Sorts the records of every bucket, whose lowest `sorted_bits` bits are in order already. `done(b)` is
/// called once bucket b is sorted, by the thread that still has it in cache; it may change the bucket's
/// records.
template <class Done>
void sort_buckets(Host const& space, std::string const& label, Records& records, int sorted_bits,
                  Done const& done) {
  split_large_buckets(space, label, records, sorted_bits);
  std::size_t largest = 0;
  for (Bucket const& bucket : records.buckets)
    if (bucket.open_bits > sorted_bits) largest = std::max(largest, bucket.size());
  std::size_t const workers = num_host_workers(space);
  auto const scratch_keys = make_host_view<SortKey>(space, label + "::scratch_keys", workers * largest);
  HostView<Weight> scratch_weights;
  if (records.weighted())
    scratch_weights = make_host_view<Weight>(space, label + "::scratch_weights", workers * largest);
  auto const sort = [&](auto with_weights) {
    run_host_tasks(space, label + "::sort", records.buckets.size(), [&](std::size_t worker, std::size_t b) {
      BucketScratch const scratch{scratch_keys.data() + worker * largest,
                                  records.weighted() ? scratch_weights.data() + worker * largest : nullptr};
      sort_bucket<decltype(with_weights)::value>(records.keys.data(), records.weights.data(),
                                                 records.buckets[b], sorted_bits, scratch);
      done(b);
    });
  };
  records.weighted() ? sort(std::true_type{}) : sort(std::false_type{});
}

}  // namespace tandem::Impl

#endif
