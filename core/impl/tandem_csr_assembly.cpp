// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_csr_assembly.hpp>
#include <core/impl/tandem_host_scan.hpp>

namespace tandem::Impl {

void degrees_to_offsets(Host const& space, HostView<EdgeIndex> const& offsets) {
  EdgeIndex* const data = offsets.data();
  scan_on_host<EdgeIndex>(
      space, "tandem::degrees_to_offsets", offsets.extent(0), [=](std::size_t i) { return data[i]; },
      [=](std::size_t i, EdgeIndex before, EdgeIndex degree) { data[i] = before + degree; });
}

namespace {

/// Keeps one record of each run of equal keys, with the smallest weight; returns how many are left.
std::size_t merge_equal(SortKey* keys, Weight* weights, std::size_t size) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < size; ++i) {
    if (kept != 0 && keys[kept - 1] == keys[i]) {
      if (weights) weights[kept - 1] = std::min(weights[kept - 1], weights[i]);
    } else {
      if (weights) weights[kept] = weights[i];
      keys[kept++] = keys[i];
    }
  }
  return kept;
}

/// Adds the number of records of each source to offsets(source + 1). Atomic, as the records of a hub may be
/// spread over several buckets; there is one update for a whole run.
void count_sources(SortKey const* keys, std::size_t size, int bits, HostView<EdgeIndex> const& offsets) {
  for (std::size_t i = 0; i < size;) {
    std::uint64_t const source = high_part(keys[i], bits);
    std::size_t end = i + 1;
    while (end < size && high_part(keys[end], bits) == source) ++end;
    Kokkos::atomic_add(&offsets(source + 1), EdgeIndex(end - i));
    i = end;
  }
}

}  // namespace

Csr<HostMemory> assemble_csr(Host const& space, Records records, std::uint64_t num_vertices,
                             bool drop_duplicates) {
  int const bits = id_bits(num_vertices);
  auto const offsets = make_host_view<EdgeIndex>(space, "tandem::assemble_csr::offsets", num_vertices + 1);
  Kokkos::deep_copy(space, offsets, EdgeIndex(0));
  SortKey* const keys = records.keys.data();
  Weight* const weights = records.weighted() ? records.weights.data() : nullptr;
  sort_buckets(space, "tandem::assemble_csr", records, 0, [&](std::size_t b) {
    Bucket& bucket = records.buckets[b];
    if (drop_duplicates)
      bucket.end = bucket.begin + merge_equal(keys + bucket.begin, weights ? weights + bucket.begin : nullptr,
                                              bucket.size());
    count_sources(keys + bucket.begin, bucket.size(), bits, offsets);
  });
  degrees_to_offsets(space, offsets);

  auto const targets =
      make_host_view<VertexId>(space, "tandem::assemble_csr::targets", offsets(num_vertices));
  HostView<Weight> sorted_weights;
  if (weights)
    sorted_weights =
        make_host_view<Weight>(space, "tandem::assemble_csr::sorted_weights", offsets(num_vertices));
  std::vector<EdgeIndex> places(records.buckets.size());
  EdgeIndex sum = 0;
  for (std::size_t b = 0; b < places.size(); ++b) {
    places[b] = sum;
    sum += records.buckets[b].size();
  }
  run_host_tasks(space, "tandem::assemble_csr::unpack", places.size(), [&](std::size_t, std::size_t b) {
    Bucket const& bucket = records.buckets[b];
    for (std::size_t i = 0; i < bucket.size(); ++i)
      targets(places[b] + i) = static_cast<VertexId>(low_part(keys[bucket.begin + i], bits));
    if (weights) std::copy_n(weights + bucket.begin, bucket.size(), sorted_weights.data() + places[b]);
  });
  return {offsets, targets, sorted_weights};
}

}  // namespace tandem::Impl
