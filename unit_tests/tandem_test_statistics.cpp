// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_graphs.hpp"

#include <core/tandem_build.hpp>
#include <core/tandem_generate.hpp>
#include <core/tandem_statistics.hpp>
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

namespace {

using namespace tandem;

DegreeStatistics plain_statistics(std::vector<EdgeIndex> degrees) {
  DegreeStatistics result;
  if (degrees.empty()) return result;
  std::sort(degrees.begin(), degrees.end());
  result.min = degrees.front();
  result.max = degrees.back();
  result.median = degrees[degrees.size() / 2];
  result.mean = static_cast<double>(std::accumulate(degrees.begin(), degrees.end(), EdgeIndex(0))) /
                static_cast<double>(degrees.size());
  result.histogram.assign(static_cast<std::size_t>(std::bit_width(degrees.back())) + 1, 0);
  for (EdgeIndex const degree : degrees) ++result.histogram[static_cast<std::size_t>(std::bit_width(degree))];
  return result;
}

void check_equal(DegreeStatistics const& found, DegreeStatistics const& expected) {
  CHECK(found.min == expected.min);
  CHECK(found.median == expected.median);
  CHECK(found.max == expected.max);
  CHECK(found.mean == Catch::Approx(expected.mean));
  CHECK(found.histogram == expected.histogram);
}

/// Weakly connected components by repeated relabelling.
std::pair<std::uint64_t, std::uint64_t> plain_components(Graph const& graph) {
  std::vector<std::size_t> label(graph.num_vertices());
  std::iota(label.begin(), label.end(), std::size_t(0));
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t u = 0; u < label.size(); ++u)
      for (EdgeIndex e = graph.out.offsets(u); e < graph.out.offsets(u + 1); ++e) {
        auto& a = label[u];
        auto& b = label[graph.out.targets(e)];
        changed = changed || a != b;
        a = b = std::min(a, b);
      }
  }
  std::map<std::size_t, std::uint64_t> sizes;
  for (std::size_t const l : label) ++sizes[l];
  std::uint64_t largest = 0;
  for (auto const& [l, size] : sizes) largest = std::max(largest, size);
  return {sizes.size(), largest};
}

TEST_CASE("statistics agree with plain counting", "[statistics]") {
  for (auto const& [name, edges] : test::zoo())
    for (unsigned bits = 0; bits < 4; ++bits) {
      BuildOptions const options{.symmetrize = (bits & 1) != 0, .transpose = (bits & 2) != 0};
      Graph const graph = build_graph(Host(), edges, options);
      auto const statistics = compute_statistics(Host(), graph);
      CAPTURE(name, options.symmetrize, options.transpose);
      std::size_t const n = graph.num_vertices();
      std::vector<EdgeIndex> out(n, 0), in(n, 0);
      std::map<std::pair<OriginalId, OriginalId>, EdgeIndex> multiplicity;
      Weight min = std::numeric_limits<Weight>::max(), max = 0;
      for (auto const& [u, v, weight] : test::arcs_of(graph)) {
        ++out[u];
        ++in[v];
        ++multiplicity[{u, v}];
        min = std::min(min, weight);
        max = std::max(max, weight);
      }
      EdgeIndex loops = 0, duplicates = 0;
      std::uint64_t isolated = 0;
      for (auto const& [ends, count] : multiplicity) {
        loops += ends.first == ends.second ? count : 0;
        duplicates += count - 1;
      }
      for (std::size_t v = 0; v < n; ++v) isolated += out[v] + in[v] == 0;
      CHECK(statistics.num_vertices == n);
      CHECK(statistics.num_arcs == graph.num_arcs());
      CHECK(statistics.num_edges == edges.num_edges());
      CHECK(statistics.self_loops == loops);
      CHECK(statistics.duplicate_arcs == duplicates);
      CHECK(statistics.isolated == isolated);
      check_equal(statistics.out_degree, plain_statistics(out));
      check_equal(statistics.in_degree, plain_statistics(in));
      if (graph.weighted()) {
        CHECK(statistics.min_weight == min);
        CHECK(statistics.max_weight == max);
      }
      auto const [components, largest] = plain_components(graph);
      CHECK(statistics.components >= components);
      CHECK(statistics.largest_component <= largest);
      // Looking at every edge, the estimate is exact.
      auto const exact = estimate_components(Host(), graph, graph.num_arcs());
      CHECK(exact.components == components);
      CHECK(exact.largest == largest);
    }
}

TEST_CASE("the estimate of components is near the truth on usual graphs", "[statistics]") {
  for (auto const* spec : {"kron:14", "uniform:14:2", "grid:200x150", "ring:5000"}) {
    Graph const graph = build_graph(Host(), generate(Host(), spec), {});
    auto const exact = estimate_components(Host(), graph, graph.num_arcs());
    auto const estimate = estimate_components(Host(), graph);
    CAPTURE(spec);
    CHECK(static_cast<double>(estimate.components) <= 1.05 * static_cast<double>(exact.components));
    CHECK(static_cast<double>(estimate.largest) >= 0.95 * static_cast<double>(exact.largest));
  }
}

TEST_CASE("the memory of a graph is that of its arrays", "[statistics]") {
  Graph const graph = build_graph(Host(), generate(Host(), "path:10", {.weights = WeightKind::unit}), {});
  CHECK(compute_statistics(Host(), graph).bytes ==
        11 * sizeof(EdgeIndex) + 18 * (sizeof(VertexId) + sizeof(Weight)));
}

}  // namespace
