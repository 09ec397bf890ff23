// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_graphs.hpp"

#include <core/tandem_build.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_generate.hpp>
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <algorithm>
#include <set>

namespace {

using namespace tandem;

std::vector<std::size_t> degrees(EdgeList const& edges) {
  std::vector<std::size_t> degree(edges.num_vertices, 0);
  for (std::size_t e = 0; e < edges.num_edges(); ++e) {
    ++degree[edges.sources(e)];
    ++degree[edges.targets(e)];
  }
  return degree;
}

std::set<test::Edge> edge_set(EdgeList const& edges) {
  std::set<test::Edge> set;
  for (std::size_t e = 0; e < edges.num_edges(); ++e)
    set.emplace(std::min(edges.sources(e), edges.targets(e)), std::max(edges.sources(e), edges.targets(e)));
  return set;
}

bool equal(EdgeList const& a, EdgeList const& b) {
  if (a.num_edges() != b.num_edges() || a.weighted() != b.weighted()) return false;
  for (std::size_t e = 0; e < a.num_edges(); ++e)
    if (a.sources(e) != b.sources(e) || a.targets(e) != b.targets(e) ||
        (a.weighted() && a.weights(e) != b.weights(e)))
      return false;
  return true;
}

TEST_CASE("small graphs are what their names say", "[generate]") {
  Host const space;
  using Edges = std::set<test::Edge>;
  CHECK(edge_set(generate(space, "path:4")) == Edges{{0, 1}, {1, 2}, {2, 3}});
  CHECK(edge_set(generate(space, "ring:4")) == Edges{{0, 1}, {1, 2}, {2, 3}, {0, 3}});
  CHECK(edge_set(generate(space, "star:4")) == Edges{{0, 1}, {0, 2}, {0, 3}});
  CHECK(edge_set(generate(space, "wheel:5")) ==
        Edges{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {2, 3}, {3, 4}, {1, 4}});
  CHECK(edge_set(generate(space, "tree:6")) == Edges{{0, 1}, {0, 2}, {1, 3}, {1, 4}, {2, 5}});
  CHECK(edge_set(generate(space, "complete:4")) == Edges{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}});
  CHECK(edge_set(generate(space, "bipartite:2x3")) == Edges{{0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}});
  CHECK(edge_set(generate(space, "grid:3x2")) ==
        Edges{{0, 1}, {1, 2}, {3, 4}, {4, 5}, {0, 3}, {1, 4}, {2, 5}});
}

TEST_CASE("sizes and directions", "[generate]") {
  struct Case {
    char const* spec;
    std::uint64_t vertices, edges;
    bool directed;
  };
  for (auto const& [spec, vertices, edges, directed] :
       std::vector<Case>{{"path:0", 0, 0, false},
                         {"path:1", 1, 0, false},
                         {"ring:1", 1, 1, false},
                         {"star:1", 1, 0, false},
                         {"wheel:1", 1, 0, false},
                         {"tree:0", 0, 0, false},
                         {"complete:1", 1, 0, false},
                         {"complete:2000", 2000, 1999000, false},
                         {"bipartite:0x5", 5, 0, false},
                         {"grid:1x1", 1, 0, false},
                         {"grid:0x7", 0, 0, false},
                         {"grid:1000x3", 3000, 4997, false},
                         {"kron:0", 1, 16, false},
                         {"kron:1:3", 2, 6, false},
                         {"kron:9", 512, 8192, false},
                         {"rmat:9:4", 512, 2048, true},
                         {"uniform:9", 512, 8192, false}}) {
    EdgeList const list = generate(Host(), spec);
    CAPTURE(spec);
    CHECK(list.num_vertices == vertices);
    CHECK(list.num_edges() == edges);
    CHECK(list.directed == directed);
    CHECK_FALSE(list.weighted());
    for (std::size_t e = 0; e < list.num_edges(); ++e)
      if (list.sources(e) >= vertices || list.targets(e) >= vertices)
        FAIL("edge " << e << " leaves the graph");
  }
}

TEST_CASE("a complete graph has every pair once", "[generate]") {
  EdgeList const edges = generate(Host(), "complete:700");
  CHECK(edge_set(edges).size() == 700 * 699 / 2);
  for (std::size_t const degree : degrees(edges)) REQUIRE(degree == 699);
}

TEST_CASE("Kronecker edges fall into the quadrants as Graph500 asks", "[generate]") {
  // At scale 1 an edge shows one quadrant, up to the swap of both ids by the scrambling.
  EdgeList const edges = generate(Host(), "rmat:1:500000", {.seed = 11});
  double count[2][2] = {};
  for (std::size_t e = 0; e < edges.num_edges(); ++e) ++count[edges.sources(e)][edges.targets(e)];
  double const m = static_cast<double>(edges.num_edges());
  double const diagonal[] = {count[0][0] / m, count[1][1] / m};
  CHECK(std::max(diagonal[0], diagonal[1]) == Catch::Approx(0.57).margin(0.003));
  CHECK(std::min(diagonal[0], diagonal[1]) == Catch::Approx(0.05).margin(0.003));
  CHECK(count[0][1] / m == Catch::Approx(0.19).margin(0.003));
  CHECK(count[1][0] / m == Catch::Approx(0.19).margin(0.003));
}

TEST_CASE("Kronecker graphs are skewed, uniform ones are not", "[generate]") {
  auto const kron = degrees(generate(Host(), "kron:14")), uniform = degrees(generate(Host(), "uniform:14"));
  auto const largest = [](auto const& d) { return *std::max_element(d.begin(), d.end()); };
  // Degree of the largest hub: every bit of both ids favours it with .57 + .19, twice 2^18 edges' ends.
  // Expected 2 * 2^18 * .76^14 = 11,237, a few per cent more for the luckiest vertex.
  CHECK(largest(kron) == Catch::Approx(11237).epsilon(0.05));
  CHECK(std::count(kron.begin(), kron.end(), 0u) > 2000);
  // Poisson with mean 32 and deviation 5.7.
  CHECK(largest(uniform) < 32 + 8 * 5.7);
  CHECK(std::count(uniform.begin(), uniform.end(), 0u) == 0);
}

TEST_CASE("scrambling spreads the hubs over the ids", "[generate]") {
  auto const degree = degrees(generate(Host(), "kron:14"));
  std::vector<std::size_t> order(degree.size());
  for (std::size_t v = 0; v < order.size(); ++v) order[v] = v;
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return degree[a] > degree[b]; });
  // The mean id of the 1000 largest hubs is near the middle: uniform ids would deviate by about 150.
  double mean = 0;
  for (std::size_t i = 0; i < 1000; ++i) mean += static_cast<double>(order[i]) / 1000;
  CHECK(mean == Catch::Approx(8192).margin(750));
}

TEST_CASE("edges depend on the seed, never on the number of threads", "[generate]") {
  for (auto const* spec : {"kron:12", "rmat:13", "uniform:12"}) {
    GenerateOptions const options{.seed = 42, .weights = WeightKind::integer};
    EdgeList const reference = generate(Host(), spec, options);
    CAPTURE(spec);
    CHECK(equal(reference, generate(Host(), spec, options)));
    CHECK_FALSE(equal(reference, generate(Host(), spec, {.seed = 43, .weights = WeightKind::integer})));
#if defined(KOKKOS_ENABLE_OPENMP)
    for (int threads = 1; threads <= 3; ++threads)
      CHECK(equal(reference, generate(Kokkos::OpenMP(threads), spec, options)));
#endif
  }
}

TEST_CASE("the same seed gives the same edges on every machine and in every version", "[generate]") {
  // A change here changes every published figure that names a seed: it needs a word in CHANGELOG.md.
  EdgeList const edges = generate(Host(), "kron:10", {.seed = 1, .weights = WeightKind::integer});
  std::uint64_t sum = 0;
  for (std::size_t e = 0; e < edges.num_edges(); ++e)
    sum = sum * 1000003 + edges.sources(e) * 2048 + edges.targets(e) +
          static_cast<std::uint64_t>(edges.weights(e)) * 7;
  CHECK(sum == 0x703aabf8f1901792u);
}

TEST_CASE("weights", "[generate]") {
  EdgeList const integer = generate(Host(), "uniform:12", {.seed = 2, .weights = WeightKind::integer});
  std::set<Weight> values(integer.weights.data(), integer.weights.data() + integer.num_edges());
  CHECK(values.size() == 255);
  CHECK(*values.begin() == 1);
  CHECK(*values.rbegin() == 255);
  EdgeList const unit = generate(Host(), "uniform:12", {.seed = 2, .weights = WeightKind::unit});
  double mean = 0;
  for (std::size_t e = 0; e < unit.num_edges(); ++e) {
    REQUIRE(unit.weights(e) >= 0);
    REQUIRE(unit.weights(e) < 1);
    mean += unit.weights(e) / static_cast<double>(unit.num_edges());
  }
  CHECK(mean == Catch::Approx(0.5).margin(0.01));
}

TEST_CASE("a generator that can't be read says how it is written", "[generate]") {
  using Catch::Matchers::ContainsSubstring, Catch::Matchers::MessageMatches;
  for (auto const* spec : {"kron:", "kron:x", "kron:20:", "kron:20:16:3", "grid:10", "grid:10:10", "path:-1",
                           "star:1e3", "ring:99999999999999999999", "kron:2 0"}) {
    CAPTURE(spec);
    CHECK(is_generator(spec));
    CHECK_THROWS_MATCHES(generate(Host(), spec), Error, MessageMatches(ContainsSubstring("expected")));
  }
  for (auto const* spec : {"", "kron", "graph.txt", "crown:20", ":20"}) {
    CHECK_FALSE(is_generator(spec));
    CHECK_THROWS_AS(generate(Host(), spec), Error);
  }
  CHECK_THROWS_MATCHES(generate(Host(), "kron:64"), Error, MessageMatches(ContainsSubstring("too large")));
  for (auto const* spec : {"grid:99999999999x99999999999", "wheel:9223372036854775809"})
    CHECK_THROWS_MATCHES(generate(Host(), spec), Error, MessageMatches(ContainsSubstring("too many")));
  if (sizeof(VertexId) == 8)  // 2^58 vertices, 2^88 edges: 0 modulo 2^64
    for (auto const* spec : {"kron:58:1073741824", "rmat:58:1073741824", "uniform:58:1073741824"})
      CHECK_THROWS_MATCHES(generate(Host(), spec), Error, MessageMatches(ContainsSubstring("too many")));
  CHECK_THROWS_AS(generate(Host(), "path:9999999999999"), Error);
  CHECK_THROWS_MATCHES(generate(Host(), "path:18446744073709551615"), Error,
                       MessageMatches(ContainsSubstring("18446744073709551615 vertices are more than")));
}

}  // namespace
