// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_graphs.hpp"
#include "tandem_test_spaces.hpp"

#include <core/tandem_bitmap.hpp>
#include <core/tandem_build.hpp>
#include <core/tandem_edge_loops.hpp>
#include <core/tandem_generate.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <algorithm>
#include <limits>
#include <vector>
#if defined(TANDEM_HAVE_KOKKOSKERNELS)
#include <KokkosSparse_CrsMatrix.hpp>
#include <KokkosSparse_spmv.hpp>
#endif

// Functions with kernels have their own names: nvcc takes no device lambda inside a test case's body for
// granted.
namespace tandem::test {

/// Small integers, so that sums of doubles are exact in any order.
KOKKOS_FUNCTION double value_of(VertexId v) {
  return static_cast<double>(v % 101);
}

/// The loops over one CSR, each with its result in memory of the space.
template <class ExecutionSpace>
struct Loops {
  using MemorySpace = typename ExecutionSpace::memory_space;
  template <class T>
  using View = Kokkos::View<T*, MemorySpace>;

  ExecutionSpace space;
  Csr<MemorySpace> csr;
  RowRange rows;
  RowMapping<MemorySpace> mapping;

  /// How often each vertex was visited.
  View<int> vertex_visits() const {
    auto const visits = make_filled<int>(space, csr.num_vertices(), 0);
    for_each_vertex(
        space, "tandem::test::vertex_visits", rows,
        KOKKOS_LAMBDA(VertexId u) { Kokkos::atomic_inc(&visits(u)); });
    return visits;
  }

  /// How often each edge was visited; 1000 more for each wrong end.
  View<int> edge_visits() const {
    auto const visits = make_filled<int>(space, csr.num_edges(), 0);
    auto const graph = csr;
    for_each_edge(
        space, "tandem::test::edge_visits", csr, rows, mapping,
        KOKKOS_LAMBDA(VertexId u, VertexId v, EdgeIndex e) {
          bool const right = graph.offsets(u) <= e && e < graph.offsets(u + 1) && v == graph.targets(e);
          Kokkos::atomic_add(&visits(e), right ? 1 : 1000);
        });
    return visits;
  }

  /// The same for the rows in a set.
  View<int> edge_visits(Bitmap<MemorySpace> const& set) const {
    auto const visits = make_filled<int>(space, csr.num_edges(), 0);
    for_each_edge_of_set(
        space, "tandem::test::edge_visits_of_set", csr, set, mapping,
        KOKKOS_LAMBDA(VertexId, VertexId, EdgeIndex e) { Kokkos::atomic_inc(&visits(e)); });
    return visits;
  }

  /// What was added to each target: a push.
  View<int> in_degrees() const {
    auto const degrees = make_filled<int>(space, csr.num_vertices(), 0);
    for_each_edge(
        space, "tandem::test::in_degrees", csr, rows, mapping,
        KOKKOS_LAMBDA(VertexId, VertexId v, EdgeIndex) { Kokkos::atomic_inc(&degrees(v)); });
    return degrees;
  }

  /// Weighted sum of the neighbours' values, -1 for rows not finished.
  View<double> sums() const {
    auto const result = make_filled<double>(space, csr.num_vertices(), -1);
    auto const weights = csr.weights;
    bool const weighted = csr.weighted();
    reduce_edges<Kokkos::Sum<double>>(
        space, "tandem::test::sums", csr, rows, mapping,
        KOKKOS_LAMBDA(VertexId, VertexId v, EdgeIndex e) {
          return value_of(v) * (weighted ? static_cast<double>(weights(e)) : 1.0);
        },
        KOKKOS_LAMBDA(VertexId u, double sum) { result(u) += sum + 1; });
    return result;
  }

  /// Smallest neighbour with the most negative sign where there is none.
  View<VertexId> smallest() const {
    auto const result = make_filled<VertexId>(space, csr.num_vertices(), 0);
    reduce_edges<Kokkos::Min<VertexId>>(
        space, "tandem::test::smallest", csr, rows, mapping,
        KOKKOS_LAMBDA(VertexId, VertexId v, EdgeIndex) { return v; },
        KOKKOS_LAMBDA(VertexId u, VertexId min) { result(u) = min; });
    return result;
  }

  /// Largest (row + neighbour), which needs the row inside of the map.
  View<std::int64_t> largest() const {
    auto const result = make_filled<std::int64_t>(space, csr.num_vertices(), 0);
    reduce_edges<Kokkos::Max<std::int64_t>>(
        space, "tandem::test::largest", csr, rows, mapping,
        KOKKOS_LAMBDA(VertexId u, VertexId v, EdgeIndex) { return static_cast<std::int64_t>(u) + v; },
        KOKKOS_LAMBDA(VertexId u, std::int64_t max) { result(u) = max; });
    return result;
  }
};

/// The same on the host in plain serial loops.
struct Expected {
  std::vector<int> vertex_visits, edge_visits, in_degrees;
  std::vector<double> sums;
  std::vector<VertexId> smallest;
  std::vector<std::int64_t> largest;

  Expected(Csr<HostMemory> const& csr, RowRange rows)
      : vertex_visits(csr.num_vertices(), 0),
        edge_visits(csr.num_edges(), 0),
        in_degrees(csr.num_vertices(), 0),
        sums(csr.num_vertices(), -1),
        smallest(csr.num_vertices(), 0),
        largest(csr.num_vertices(), 0) {
    for (std::size_t u = rows.begin; u < rows.end; ++u) {
      vertex_visits[u] = 1;
      sums[u] = 0;
      smallest[u] = std::numeric_limits<VertexId>::max();
      largest[u] = std::numeric_limits<std::int64_t>::min();
      for (EdgeIndex e = csr.offsets(u); e < csr.offsets(u + 1); ++e) {
        VertexId const v = csr.targets(e);
        edge_visits[e] = 1;
        in_degrees[v] += 1;
        sums[u] += value_of(v) * (csr.weighted() ? static_cast<double>(csr.weights(e)) : 1.0);
        smallest[u] = std::min(smallest[u], v);
        largest[u] = std::max(largest[u], static_cast<std::int64_t>(u + v));
      }
    }
  }
};

template <class ExecutionSpace, class T, class MemorySpace>
bool same(ExecutionSpace const& space, Kokkos::View<T*, MemorySpace> const& view,
          std::vector<T> const& expected) {
  auto const copy = copy_back(space, view);
  return std::equal(expected.begin(), expected.end(), copy.data(), copy.data() + copy.extent(0));
}

template <class ExecutionSpace>
void check_loops(Loops<ExecutionSpace> const& loops, Expected const& expected) {
  CHECK(same(loops.space, loops.vertex_visits(), expected.vertex_visits));
  CHECK(same(loops.space, loops.edge_visits(), expected.edge_visits));
  CHECK(same(loops.space, loops.in_degrees(), expected.in_degrees));
  CHECK(same(loops.space, loops.sums(), expected.sums));
  CHECK(same(loops.space, loops.smallest(), expected.smallest));
  CHECK(same(loops.space, loops.largest(), expected.largest));
}

enum class Mapping { by_mean_degree, by_degree_class, by_listed_class };

template <class ExecutionSpace, class MemorySpace>
RowMapping<MemorySpace> make_mapping(ExecutionSpace const& space, Csr<HostMemory> const& csr,
                                     Csr<MemorySpace> const& copy, Mapping mapping) {
  if (mapping == Mapping::by_mean_degree) return mapping_by_mean_degree(copy);
  if (mapping == Mapping::by_degree_class) return mapping_by_degree_class(space, copy);
  return mapping_by_listed_class(space, csr);
}

/// All loops over all rows and over parts of them, for a mapping of `csr`.
template <class ExecutionSpace>
void check_ranges(ExecutionSpace const& space, Csr<HostMemory> const& csr, Mapping kind) {
  auto const copy = copy_to(space, csr);
  auto const mapping = make_mapping(space, csr, copy, kind);
  std::size_t const n = csr.num_vertices();
  for (RowRange const rows : {RowRange{0, n}, RowRange{0, n / 2}, RowRange{n / 3, n}, RowRange{n / 2, n / 2},
                              RowRange{n == 0 ? 0 : n - 1, n}}) {
    CAPTURE(rows.begin, rows.end);
    check_loops(Loops<ExecutionSpace>{space, copy, rows, mapping}, Expected(csr, rows));
  }
}

/// The loops that take a set of rows, for every third row. The set has numbers beyond the rows.
template <class ExecutionSpace>
void check_set(ExecutionSpace const& space, Csr<HostMemory> const& csr) {
  std::size_t const n = csr.num_vertices();
  auto const set = make_bitmap(Host(), "tandem::test::set", n + 100);
  std::vector<int> visits(csr.num_edges(), 0);
  EdgeIndex edges = 0;
  for (std::size_t u = 0; u < set.num_bits(); u += 3) {
    set.set(u);
    if (u >= n) continue;
    edges += csr.degree(static_cast<VertexId>(u));
    std::fill(visits.begin() + static_cast<std::ptrdiff_t>(csr.offsets(u)),
              visits.begin() + static_cast<std::ptrdiff_t>(csr.offsets(u + 1)), 1);
  }
  auto const copy = copy_to(space, csr);
  auto const copy_of_set = make_bitmap(space, "tandem::test::copy_of_set", set.num_bits());
  Kokkos::deep_copy(copy_of_set.words(), set.words());
  Loops<ExecutionSpace> const loops{space, copy, {0, n}, mapping_by_degree_class(space, copy)};
  CHECK(same(space, loops.edge_visits(copy_of_set), visits));
  CHECK(count_edges_of_set(space, "tandem::test::count_of_set", copy, copy_of_set) == edges);
}

Csr<HostMemory> skewed_csr(bool order_by_degree) {
  Host const space;
  return build_graph(space, generate(space, "kron:12", {.weights = WeightKind::integer}),
                     {.symmetrize = true, .order_by_degree = order_by_degree})
      .out;
}

}  // namespace tandem::test

using namespace tandem;
using namespace tandem::test;

TEMPLATE_LIST_TEST_CASE("edge loops over the zoo", "[edge_loops]", Spaces) {
  TestType const space;
  for (auto const& [name, edges] : zoo()) {
    CAPTURE(name);
    for (Mapping const mapping : {Mapping::by_mean_degree, Mapping::by_listed_class})
      check_ranges(space, build_graph(Host(), edges).out, mapping);
    check_ranges(space, build_graph(Host(), edges, {.symmetrize = true, .order_by_degree = true}).out,
                 Mapping::by_degree_class);
  }
}

TEMPLATE_LIST_TEST_CASE("edge loops over a skewed graph", "[edge_loops]", Spaces) {
  TestType const space;
  for (Mapping const mapping : {Mapping::by_mean_degree, Mapping::by_listed_class})
    check_ranges(space, skewed_csr(false), mapping);
  check_ranges(space, skewed_csr(true), Mapping::by_degree_class);
}

TEMPLATE_LIST_TEST_CASE("edge loops over rows of a set", "[edge_loops]", Spaces) {
  TestType const space;
  check_set(space, skewed_csr(true));
  for (auto const& [name, edges] : zoo()) {
    CAPTURE(name);
    check_set(space, build_graph(Host(), edges, {.order_by_degree = true}).out);
  }
}

TEMPLATE_LIST_TEST_CASE("edge loops for every number of lanes", "[edge_loops]", Spaces) {
  TestType const space;
  auto const csr = skewed_csr(false);
  RowRange const rows{0, csr.num_vertices()};
  Expected const expected(csr, rows);
  for (int lanes = 1; lanes <= warp_lanes; lanes *= 2) {
    CAPTURE(lanes);
    // The classes are only a choice of threads: any bounds must do.
    check_loops(Loops<TestType>{space, copy_to(space, csr), rows, {100, 1000, lanes}}, expected);
  }
}

TEMPLATE_LIST_TEST_CASE("rows are mapped by degree", "[edge_loops]", Spaces) {
  TestType const space;
  auto const csr = skewed_csr(true);
  auto const found = Impl::find_degree_classes(space, copy_to(space, csr));
  std::size_t team_end = 0, warp_end = 0;
  while (team_end < csr.num_vertices() && csr.degree(team_end) >= Impl::team_degree) ++team_end;
  while (warp_end < csr.num_vertices() && csr.degree(warp_end) >= Impl::warp_degree) ++warp_end;
  CHECK(found.team_end == team_end);
  CHECK(found.warp_end == warp_end);
  CHECK(found.warp_edges == csr.offsets(warp_end));
  CHECK(0 < team_end);  // else the tests above test less than they say
  CHECK(team_end < warp_end);
  CHECK(warp_end < csr.num_vertices());

  auto const unordered = skewed_csr(false);
  auto const [rows, classes] = Impl::list_by_degree_class(unordered);
  CHECK(classes.team_end == team_end);
  CHECK(classes.warp_end == warp_end);
  CHECK(classes.warp_edges == found.warp_edges);
  std::vector<int> listed(unordered.num_vertices(), 0);
  for (std::size_t i = 0; i < rows.extent(0); ++i) {
    ++listed[rows(i)];
    EdgeIndex const degree = unordered.degree(rows(i));
    CHECK((degree >= Impl::team_degree) == (i < team_end));
    CHECK((degree >= Impl::warp_degree) == (i < warp_end));
    if (i > 0 && i != team_end && i != warp_end) CHECK(rows(i - 1) < rows(i));
  }
  CHECK(listed == std::vector<int>(unordered.num_vertices(), 1));

  CHECK(Impl::lanes_for(0, 0) >= 1);
  CHECK(Impl::lanes_for(100, 0) == 1);
  CHECK(Impl::lanes_for(100, 199) == 1);
  CHECK(Impl::lanes_for(100, 200) == 2);
  CHECK(Impl::lanes_for(100, 799) == 4);
  CHECK(Impl::lanes_for(1, 1000000) == warp_lanes);
}

TEST_CASE("host loops split hubs and empty rows into pieces", "[edge_loops]") {
  Host const space;
  // One row with nearly all edges, between long stretches of rows without any: many pieces start in no row at
  // all.
  std::size_t const n = 300000, hub = 150000, degree = 1000000;
  HostView<EdgeIndex> const offsets("tandem::test::offsets", n + 1);
  HostView<VertexId> const targets("tandem::test::targets", degree);
  for (std::size_t u = 0; u <= n; ++u) offsets(u) = u > hub ? degree : 0;
  for (std::size_t e = 0; e < degree; ++e) targets(e) = static_cast<VertexId>(e % n);
  Csr<HostMemory> const csr{offsets, targets, {}};
  for (RowRange const rows :
       {RowRange{0, n}, RowRange{hub, hub + 1}, RowRange{hub + 1, n}, RowRange{0, hub}}) {
    CAPTURE(rows.begin, rows.end);
    check_loops(Loops<Host>{space, csr, rows, {}}, Expected(csr, rows));
  }
}

#if defined(TANDEM_HAVE_KOKKOSKERNELS)
TEST_CASE("reduce_edges agrees with Kokkos Kernels' spmv", "[edge_loops]") {
  using Matrix = KokkosSparse::CrsMatrix<double, int, Host, void, std::size_t>;
  Host const space;
  for (bool const order_by_degree : {false, true}) {
    auto const csr = skewed_csr(order_by_degree);
    std::size_t const n = csr.num_vertices();
    Matrix::row_map_type::non_const_type const offsets("tandem::test::offsets", n + 1);
    Matrix::index_type::non_const_type const targets("tandem::test::targets", csr.num_edges());
    Matrix::values_type::non_const_type const weights("tandem::test::weights", csr.num_edges());
    for (std::size_t v = 0; v <= n; ++v) offsets(v) = csr.offsets(v);
    for (std::size_t e = 0; e < csr.num_edges(); ++e) {
      targets(e) = static_cast<int>(csr.targets(e));
      weights(e) = csr.weights(e);
    }
    HostView<double> const x("tandem::test::x", n), y("tandem::test::y", n);
    for (std::size_t v = 0; v < n; ++v) x(v) = value_of(static_cast<VertexId>(v));
    Matrix const matrix("tandem::test::matrix", n, n, csr.num_edges(), weights, offsets, targets);
    KokkosSparse::spmv(space, "N", 1.0, matrix, x, 0.0, y);
    space.fence("tandem::test: spmv done");

    auto const sums = Loops<Host>{space, csr, {0, n}, {}}.sums();
    CHECK(std::equal(y.data(), y.data() + n, sums.data()));
  }
}
#endif
