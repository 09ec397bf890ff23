// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_id_map.hpp>

#include <core/impl/tandem_host_scan.hpp>

#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <optional>

namespace tandem::Impl {
namespace {

using Word = std::uint64_t;

/// The bitmap and its ranks then need at most 4 bytes an edge more than the edges themselves.
bool fits_bitmap(std::uint64_t max_id, std::size_t num_ids) {
  return max_id < 8 * static_cast<std::uint64_t>(num_ids) + (std::uint64_t(1) << 20);
}

/// Fibonacci hashing: the top bits of the product depend on all bits of the id.
std::size_t hash(std::uint64_t id, std::size_t slots) {
  return static_cast<std::size_t>((id * 0x9e3779b97f4a7c15) >> (64 - std::countr_zero(slots)));
}

Word load(Word const& word) {
  return std::atomic_ref<Word>(const_cast<Word&>(word)).load(std::memory_order_relaxed);
}

HostView<Word> make_zeros(Host const& space, std::string const& label, std::size_t n) {
  auto const words = make_host_view<Word>(space, label, n);
  Kokkos::parallel_for("tandem::IdMap::clear", Kokkos::RangePolicy(space, 0, n),
                       [=](std::size_t i) { words(i) = 0; });
  return words;
}

/// Work is handed out in blocks of ids, so that what is counted is added up once a block.
constexpr std::size_t block = std::size_t(1) << 14;

/// Puts the ids into the table and returns how many there are, or nothing once it is more than half full.
template <class RawId>
std::optional<std::size_t> fill_table(Host const& space, std::vector<HostView<RawId>> const& columns,
                                      HostView<Word> const& keys) {
  std::size_t const slots = keys.extent(0);
  std::atomic<std::size_t> used = 0;
  for (auto const& ids : columns) {
    std::size_t const n = ids.extent(0);
    Kokkos::parallel_for(
        "tandem::IdMap::insert", Kokkos::RangePolicy(space, 0, (n + block - 1) / block), [&](std::size_t b) {
          if (used > slots / 2) return;
          std::size_t added = 0;
          // All threads' blocks together can't fill the other half: see build_table.
          for (std::size_t i = b * block; i < std::min(n, (b + 1) * block); ++i) {
            Word const key = static_cast<Word>(ids(i)) + 1;
            for (std::size_t s = hash(key - 1, slots);; s = (s + 1) & (slots - 1)) {
              Word found = load(keys(s));
              if (found == 0 && std::atomic_ref<Word>(keys(s)).compare_exchange_strong(found, key)) {
                ++added;
                break;
              }
              if (found == key) break;
            }
          }
          used += added;
        });
    space.fence("tandem::IdMap: table filled");
    if (used > slots / 2) return std::nullopt;
  }
  return used.load();
}

/// Sorts pieces in parallel, then merges pairs of them.
void sort_ids(Host const& space, HostView<OriginalId> const& ids) {
  std::size_t const n = ids.extent(0);
  std::size_t const pieces = std::bit_ceil(static_cast<std::size_t>(num_threads(space)));
  OriginalId* const data = ids.data();
  auto const bound = [=](std::size_t i) { return data + n * i / pieces; };
  Kokkos::parallel_for("tandem::IdMap::sort", Kokkos::RangePolicy(space, 0, pieces),
                       [=](std::size_t i) { std::sort(bound(i), bound(i + 1)); });
  for (std::size_t width = 1; width < pieces; width *= 2)
    Kokkos::parallel_for("tandem::IdMap::merge", Kokkos::RangePolicy(space, 0, pieces / (2 * width)),
                         [=](std::size_t i) {
                           std::size_t const first = 2 * width * i;
                           std::inplace_merge(bound(first), bound(first + width), bound(first + 2 * width));
                         });
  space.fence("tandem::IdMap: ids sorted");
}

}  // namespace

template <class RawId>
IdMap IdMap::of(Host const& space, std::vector<HostView<RawId>> const& columns, std::uint64_t max_id) {
  Kokkos::Profiling::ScopedRegion const region("tandem::IdMap::of");
  IdMap map;
  std::size_t num_ids = 0;
  for (auto const& ids : columns) num_ids += ids.extent(0);
  if (num_ids == 0)
    map.m_identity = true;
  else if (fits_bitmap(max_id, num_ids))
    map.build_bitmap(space, columns, max_id);
  else
    map.build_table(space, columns, num_ids);
  return map;
}

template <class RawId>
void IdMap::build_bitmap(Host const& space, std::vector<HostView<RawId>> const& columns,
                         std::uint64_t max_id) {
  std::size_t const num_words = max_id / 64 + 1;
  auto const words = make_zeros(space, "tandem::IdMap::words", num_words);
  for (auto const& ids : columns)
    Kokkos::parallel_for("tandem::IdMap::mark", Kokkos::RangePolicy(space, 0, ids.extent(0)),
                         [=](std::size_t i) {
                           Word& word = words(ids(i) / 64);
                           Word const bit = Word(1) << (ids(i) % 64);
                           // Most ids come again and again: looking first keeps the cache line shared.
                           if ((load(word) & bit) == 0)
                             std::atomic_ref<Word>(word).fetch_or(bit, std::memory_order_relaxed);
                         });
  auto const ranks = make_host_view<Word>(space, "tandem::IdMap::ranks", num_words);
  space.fence("tandem::IdMap: ids marked");
  m_size = scan_on_host<Word>(
      space, "tandem::IdMap::rank", num_words,
      [=](std::size_t w) { return static_cast<Word>(std::popcount(words(w))); },
      [=](std::size_t w, Word rank, Word) { ranks(w) = rank; });
  m_identity = m_size == max_id + 1;
  m_words = words;
  m_ranks = ranks;
}

template <class RawId>
void IdMap::build_table(Host const& space, std::vector<HostView<RawId>> const& columns, std::size_t num_ids) {
  // The number of distinct ids isn't known: start small and begin anew when the table fills up. As that shows
  // early, all attempts together cost little more than the last one.
  auto const threads = static_cast<std::size_t>(num_threads(space));
  std::optional<std::size_t> filled;
  for (std::size_t slots = std::bit_ceil(4 * std::min(block * threads, num_ids)); !filled; slots *= 4) {
    m_keys = {};  // let go of the old table first
    m_keys = make_zeros(space, "tandem::IdMap::keys", slots);
    filled = fill_table(space, columns, m_keys);
  }
  m_size = *filled;

  auto const keys = m_keys;
  auto const sorted = make_host_view<OriginalId>(space, "tandem::IdMap::sorted", m_size);
  scan_on_host<std::size_t>(
      space, "tandem::IdMap::collect", keys.extent(0), [=](std::size_t s) { return keys(s) != 0 ? 1 : 0; },
      [=](std::size_t s, std::size_t position, std::size_t used) {
        if (used != 0) sorted(position) = keys(s) - 1;
      });
  sort_ids(space, sorted);
  m_sorted = sorted;
  auto const indices = make_host_view<VertexId>(space, "tandem::IdMap::indices", keys.extent(0));
  Kokkos::parallel_for(
      "tandem::IdMap::index", Kokkos::RangePolicy(space, 0, m_size),
      [=, this](std::size_t i) { indices(find_slot(sorted(i))) = static_cast<VertexId>(i); });
  space.fence("tandem::IdMap: table indexed");
  m_indices = indices;
  m_identity = false;  // ids this close together fit the bitmap
}

/// The slot of an id, or the free one where it would go.
std::size_t IdMap::find_slot(std::uint64_t id) const {
  std::size_t const slots = m_keys.extent(0);
  for (std::size_t s = hash(id, slots);; s = (s + 1) & (slots - 1))
    if (m_keys(s) == id + 1 || m_keys(s) == 0) return s;
}

std::uint64_t IdMap::find(std::uint64_t id) const {
  if (m_keys.is_allocated()) {
    std::size_t const slot = find_slot(id);
    return m_keys(slot) == 0 ? unknown : m_indices(slot);
  }
  if (id / 64 >= m_words.extent(0)) return unknown;
  Word const word = m_words(id / 64), bit = Word(1) << (id % 64);
  if ((word & bit) == 0) return unknown;
  return m_ranks(id / 64) + static_cast<Word>(std::popcount(word & (bit - 1)));
}

HostView<OriginalId> IdMap::original_ids(Host const& space) const {
  if (m_identity || m_keys.is_allocated()) return m_sorted;
  auto const ids = make_host_view<OriginalId>(space, "tandem::IdMap::original_ids", m_size);
  auto const words = m_words;
  auto const ranks = m_ranks;
  Kokkos::parallel_for("tandem::IdMap::list", Kokkos::RangePolicy(space, 0, words.extent(0)),
                       [=](std::size_t w) {
                         Word rank = ranks(w);
                         for (Word rest = words(w); rest != 0; rest &= rest - 1)
                           ids(rank++) = 64 * w + static_cast<Word>(std::countr_zero(rest));
                       });
  space.fence("tandem::IdMap: original ids on host");
  return ids;
}

template <class RawId>
std::size_t IdMap::apply(Host const& space, HostView<RawId> const& ids, HostView<VertexId>& indices) const {
  std::size_t const n = ids.extent(0);
  HostView<VertexId> out;
  if constexpr (std::is_same_v<RawId, VertexId>)
    out = ids;
  else
    out = make_host_view<VertexId>(space, "tandem::IdMap::mapped", n);
  std::size_t first_unknown = n;
  Kokkos::parallel_reduce(
      "tandem::IdMap::apply", Kokkos::RangePolicy(space, 0, n),
      [=, this](std::size_t i, std::size_t& bad) {
        std::uint64_t const index = find(ids(i));
        if (index == unknown)
          bad = std::min(bad, i);
        else
          out(i) = static_cast<VertexId>(index);
      },
      Kokkos::Min<std::size_t>(first_unknown));
  space.fence("tandem::IdMap: ids mapped");
  indices = out;
  return std::min(first_unknown, n);
}

HostView<OriginalId> count_from_one(Host const& space, std::size_t n) {
  auto const ids = make_host_view<OriginalId>(space, "tandem::count_from_one::ids", n);
  Kokkos::parallel_for("tandem::count_from_one::fill", Kokkos::RangePolicy(space, 0, n),
                       [=](std::size_t v) { ids(v) = v + 1; });
  space.fence("tandem::count_from_one: ids on host");
  return ids;
}

template IdMap IdMap::of(Host const&, std::vector<HostView<std::uint32_t>> const&, std::uint64_t);
template IdMap IdMap::of(Host const&, std::vector<HostView<std::uint64_t>> const&, std::uint64_t);
template std::size_t IdMap::apply(Host const&, HostView<std::uint32_t> const&, HostView<VertexId>&) const;
template std::size_t IdMap::apply(Host const&, HostView<std::uint64_t> const&, HostView<VertexId>&) const;

}  // namespace tandem::Impl
