// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_csr_assembly.hpp>

namespace tandem::Impl {

void degrees_to_offsets(Host const& space, HostView<EdgeIndex> const& offsets) {
  Kokkos::parallel_scan("tandem::degrees_to_offsets::scan",
                        Kokkos::RangePolicy<Host>(space, 0, offsets.extent(0)),
                        [=](std::size_t const i, EdgeIndex& sum, bool const final) {
                          sum += offsets(i);
                          if (final) offsets(i) = sum;
                        });
  space.fence("tandem::degrees_to_offsets: offsets on host");
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

/// Calls visit(source, begin, end) for each run of records of one source.
template <class Visit>
void for_each_source(SortKey const* keys, std::size_t size, int bits, Visit const& visit) {
  for (std::size_t i = 0; i < size;) {
    std::uint64_t const source = high_part(keys[i], bits);
    std::size_t end = i + 1;
    while (end < size && high_part(keys[end], bits) == source) ++end;
    visit(source, i, end);
    i = end;
  }
}

/// Where the records of each bucket go when they stay in order; the total at the end.
std::vector<EdgeIndex> bucket_places(std::vector<Bucket> const& buckets) {
  std::vector<EdgeIndex> places(buckets.size() + 1, 0);
  for (std::size_t b = 0; b < buckets.size(); ++b) places[b + 1] = places[b] + buckets[b].size();
  return places;
}

}  // namespace

Csr<HostMemory> assemble_csr(Host const& space, Records records, std::uint64_t num_vertices,
                             AssemblyOptions const& options) {
  int const bits = id_bits(num_vertices);
  auto const offsets = make_host_view<EdgeIndex>(space, "tandem::assemble_csr::offsets", num_vertices + 1);
  Kokkos::deep_copy(space, offsets, EdgeIndex(0));
  SortKey* const keys = records.keys.data();
  Weight* const weights = records.weighted() ? records.weights.data() : nullptr;
  bool const renamed = !options.sources.empty();
  auto const rank = options.sources.rank;
  auto const new_name = [=](std::uint64_t source) { return renamed ? std::uint64_t(rank(source)) : source; };
  sort_buckets(space, "tandem::assemble_csr", records, options.targets_sorted ? bits : 0, [&](std::size_t b) {
    Bucket& bucket = records.buckets[b];
    if (options.drop_duplicates)
      bucket.end = bucket.begin + merge_equal(keys + bucket.begin, weights ? weights + bucket.begin : nullptr,
                                              bucket.size());
    // Atomic, as the records of a hub may be spread over several buckets; there is one update for a whole
    // run.
    for_each_source(keys + bucket.begin, bucket.size(), bits,
                    [&](std::uint64_t source, std::size_t begin, std::size_t end) {
                      Kokkos::atomic_add(&offsets(new_name(source) + 1), EdgeIndex(end - begin));
                    });
  });
  degrees_to_offsets(space, offsets);

  EdgeIndex const num_edges = offsets(num_vertices);
  auto const targets = make_host_view<VertexId>(space, "tandem::assemble_csr::targets", num_edges);
  HostView<Weight> sorted_weights;
  if (weights)
    sorted_weights = make_host_view<Weight>(space, "tandem::assemble_csr::sorted_weights", num_edges);
  auto const unpack = [&](std::size_t from, std::size_t count, EdgeIndex to) {
    for (std::size_t i = 0; i < count; ++i)
      targets(to + i) = static_cast<VertexId>(low_part(keys[from + i], bits));
    if (weights) std::copy_n(weights + from, count, sorted_weights.data() + to);
  };
  auto const places = bucket_places(records.buckets);
  run_host_tasks(space, "tandem::assemble_csr::unpack", records.buckets.size(),
                 [&](std::size_t, std::size_t b) {
                   Bucket const& bucket = records.buckets[b];
                   if (!renamed) return unpack(bucket.begin, bucket.size(), places[b]);
                   // With sorted targets no bucket is split inside of a source: its records are all here.
                   for_each_source(keys + bucket.begin, bucket.size(), bits,
                                   [&](std::uint64_t source, std::size_t begin, std::size_t end) {
                                     unpack(bucket.begin + begin, end - begin, offsets(new_name(source)));
                                   });
                 });
  return {offsets, targets, sorted_weights};
}

namespace {

/// Offsets of the lists of `csr` when its vertices come in the given order.
HostView<EdgeIndex const> reordered_offsets(Host const& space, Csr<HostMemory> const& csr,
                                            HostView<VertexId const> const& order) {
  if (order.extent(0) == 0) return csr.offsets;
  auto const offsets =
      make_host_view<EdgeIndex>(space, "tandem::reverse_csr::offsets", csr.offsets.extent(0));
  Kokkos::parallel_for("tandem::reverse_csr::degrees", Kokkos::RangePolicy<Host>(space, 0, offsets.extent(0)),
                       [=](std::size_t const i) { offsets(i) = i == 0 ? 0 : csr.degree(order(i - 1)); });
  degrees_to_offsets(space, offsets);
  return offsets;
}

/// Calls visit(i, begin, end) for the part [begin, end) of list i that lies in a block of edges.
template <class Visit>
void for_each_list_in_block(HostView<EdgeIndex const> const& offsets, std::size_t block, Visit const& visit) {
  EdgeIndex const first = block * edges_per_block;
  EdgeIndex const last = std::min<EdgeIndex>(offsets(offsets.extent(0) - 1), first + edges_per_block);
  EdgeIndex const* const table = offsets.data();
  auto i = static_cast<std::size_t>(std::upper_bound(table, table + offsets.extent(0), first) - table) - 1;
  for (EdgeIndex e = first; e < last; ++i) {
    EdgeIndex const end = std::min(last, table[i + 1]);
    visit(i, e, end);
    e = end;
  }
}

}  // namespace

Csr<HostMemory> reverse_csr(Host const& space, Csr<HostMemory> const& csr, Renumbering const& names) {
  std::size_t const n = csr.num_vertices(), m = csr.num_edges();
  bool const renamed = !names.empty();
  auto const order = names.order;
  auto const offsets = reordered_offsets(space, csr, order);
  int const bits = id_bits(n);
  VertexId const* const targets = csr.targets.data();
  Weight const* const weights = csr.weighted() ? csr.weights.data() : nullptr;
  // New names go in as targets only, where each is one for a whole list. The sources keep their old names
  // until their lists are complete: renaming arc by arc would be a cache miss each.
  auto const reversed_arcs = [&](std::size_t block, auto const& emit) {
    for_each_list_in_block(offsets, block, [&](std::size_t i, EdgeIndex begin, EdgeIndex end) {
      EdgeIndex const old = csr.offsets(renamed ? std::size_t(order(i)) : i) - offsets(i);
      for (EdgeIndex e = begin; e < end; ++e)
        emit(pack_key(targets[old + e], i, bits), weights ? weights[old + e] : Weight(0));
    });
  };
  auto records = partition_records(space, "tandem::reverse_csr", 2 * bits, csr.weighted(), m,
                                   num_edge_blocks(m), reversed_arcs);
  return assemble_csr(space, std::move(records), n, {.targets_sorted = true, .sources = names});
}

}  // namespace tandem::Impl
