// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_perf_relabel.hpp"

#include <core/tandem_error.hpp>
#include <core/tandem_host_view.hpp>
#include <fmt/format.h>
#include <algorithm>
#include <utility>
#include <vector>
#ifdef TANDEM_HAVE_KOKKOSKERNELS
#include <KokkosSparse_SortCrs.hpp>
#endif

namespace tandem::perf {

namespace {

using Lists = Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Dynamic>, Kokkos::IndexType<std::size_t>>;

std::vector<std::pair<EdgeIndex, VertexId>> sorted_degrees(Csr<HostMemory> const& csr) {
  std::vector<std::pair<EdgeIndex, VertexId>> degrees(csr.num_vertices());
  for (std::size_t v = 0; v < degrees.size(); ++v)
    degrees[v] = {csr.degree(static_cast<VertexId>(v)), static_cast<VertexId>(v)};
  std::sort(degrees.begin(), degrees.end(), [](auto const& a, auto const& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  return degrees;
}

void sort_all_lists(Host const& space, HostView<EdgeIndex> const& offsets,
                    HostView<VertexId> const& targets) {
#ifdef TANDEM_HAVE_KOKKOSKERNELS
  KokkosSparse::sort_crs_graph(space, offsets, targets);
  space.fence("tandem::perf::relabel_by_degree: lists sorted");
#else
  (void)space, (void)offsets, (void)targets;
  throw Error("this build has no Kokkos Kernels");
#endif
}

}  // namespace

Csr<HostMemory> relabel_by_degree(Host const& space, Csr<HostMemory> const& csr, ListSort sort) {
  std::size_t const n = csr.num_vertices();
  auto const degrees = sorted_degrees(csr);
  auto const rank = make_host_view<VertexId>(space, "tandem::perf::relabel_by_degree::rank", n);
  auto const offsets = make_host_view<EdgeIndex>(space, "tandem::perf::relabel_by_degree::offsets", n + 1);
  offsets(0) = 0;
  for (std::size_t i = 0; i < n; ++i) {
    rank(degrees[i].second) = static_cast<VertexId>(i);
    offsets(i + 1) = offsets(i) + degrees[i].first;
  }
  auto const targets =
      make_host_view<VertexId>(space, "tandem::perf::relabel_by_degree::targets", csr.num_edges());
  bool const sort_here = sort == ListSort::std_sort;
  Kokkos::parallel_for("tandem::perf::relabel_by_degree::lists", Lists(space, 0, n, Kokkos::ChunkSize(256)),
                       [=](std::size_t const v) {
                         VertexId* const list = targets.data() + offsets(rank(v));
                         VertexId* to = list;
                         for (EdgeIndex e = csr.offsets(v); e < csr.offsets(v + 1); ++e)
                           *to++ = rank(csr.targets(e));
                         if (sort_here) std::sort(list, to);
                       });
  space.fence("tandem::perf::relabel_by_degree: lists renamed");
  if (!sort_here) sort_all_lists(space, offsets, targets);
  return {offsets, targets, {}};
}

void require_equal(Csr<HostMemory> const& expected, Csr<HostMemory> const& found, char const* what) {
  auto const equal = [](auto const& a, auto const& b) {
    return std::equal(a.data(), a.data() + a.extent(0), b.data(), b.data() + b.extent(0));
  };
  if (!equal(expected.offsets, found.offsets) || !equal(expected.targets, found.targets))
    throw Error(fmt::format("{} gives another graph than order_by_degree", what));
}

}  // namespace tandem::perf
