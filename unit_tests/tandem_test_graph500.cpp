// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_graph500_output.hpp"
#include "tandem_test_graphs.hpp"
#include "tandem_test_oracles.hpp"

#include <algorithms/tandem_graph500.hpp>
#include <core/tandem_error.hpp>
#include <exec/tandem_energy.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>

namespace {

using namespace tandem;
using Catch::Matchers::ContainsSubstring;

bool near(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

/// A path 0 - 1 - 2 - 3 with an edge 1 - 3, doubled, and a loop; 4 - 5 apart.
EdgeList small_graph() {
  return test::make_edge_list(6, {{0, 1}, {2, 1}, {2, 3}, {1, 3}, {3, 1}, {2, 2}, {4, 5}}, {}, false);
}

std::string complaint_about(std::vector<VertexId> const& parent, VertexId root = 0) {
  return validate_graph500_tree(Host(), small_graph(), root, test::to_view<VertexId>(parent)).value_or("");
}

TEST_CASE("trees are held to the five rules of Graph500", "[graph500]") {
  VertexId const none = invalid_vertex;
  CHECK(complaint_about({0, 0, 1, 1, none, none}) == "");
  CHECK(complaint_about({none, none, none, none, 4, 4}, 4) == "");
  CHECK_THAT(complaint_about({1, 0, 1, 1, none, none}), ContainsSubstring("not its own parent"));
  CHECK_THAT(complaint_about({0, 0, 3, 2, none, none}), ContainsSubstring("do not lead to the root"));
  CHECK_THAT(complaint_about({0, 0, 1, 99, none, none}), ContainsSubstring("do not lead to the root"));
  CHECK_THAT(complaint_about({0, 0, 1, none, none, none}), ContainsSubstring("joins levels"));
  CHECK_THAT(complaint_about({0, 0, 1, 2, none, none}), ContainsSubstring("joins levels 1 and 3"));
  CHECK_THAT(complaint_about({0, 0, 1, 1, 1, 1}), ContainsSubstring("no edge to its parent"));
  CHECK_THAT(complaint_about({0, 0, 1, 1, none}), ContainsSubstring("5 parents for 6"));
}

TEST_CASE("Graph500's statistics", "[graph500]") {
  Graph500Statistics const s = graph500_statistics({4, 1, 2, 3});
  CHECK(s.min == 1);
  CHECK(near(s.first_quartile, 1.5));
  CHECK(near(s.median, 2.5));
  CHECK(near(s.third_quartile, 3.5));
  CHECK(s.max == 4);
  CHECK(near(s.mean, 2.5));
  CHECK(near(s.stddev, std::sqrt(5.0 / 3)));
  CHECK(graph500_statistics({5, 1, 4, 2, 3}).first_quartile == 2);
  CHECK(graph500_statistics({5, 1, 4, 2, 3}).third_quartile == 4);
  Graph500Statistics const h = graph500_rate_statistics({1, 0.5, 0.25});  // seconds for each: 1, 2, 4
  CHECK(near(h.min, 0.25));
  CHECK(near(h.median, 0.5));
  CHECK(near(h.max, 1));
  CHECK(near(h.mean, 3.0 / 7));
  CHECK(near(h.stddev, std::sqrt(7.0 / 3) / (49.0 / 9 * std::sqrt(2.0))));
  CHECK(graph500_rate_statistics({5}).stddev == 0);
}

TEST_CASE("a small Graph500 run, read back", "[graph500]") {
  for (char const* platform : {"1S", "1S1G", "1S2G"}) {
    CAPTURE(platform);
    Graph500Options options;
    options.scale = 8;
    options.num_roots = 9;
    options.engine.platform = {.spec = platform, .bind = false};
    options.engine.split.alpha = platform[2] == '\0' ? 1.0 : 0.5;
    std::size_t calls = 0;
    Graph500Result const result = run_graph500(
        Host(), options, [&](std::string const&, std::size_t, std::size_t all) { calls += all == 9; });
    CHECK(calls == 18);
    test::check_graph500_output(to_text(result), to_json(result), {"bfs", "sssp"});
    for (Graph500Kernel const& kernel : result.kernels) {
      // Nearly all of the 4096 input edges are in one component.
      double const most = graph500_statistics(kernel.edges).max;
      CHECK((4000 < most && most <= 4096));
    }
  }
}

TEST_CASE("Graph500 without kernel 3 and without validation", "[graph500]") {
  Graph500Options options;
  options.scale = 6;
  options.num_roots = 1000;  // more than there are vertices
  options.shortest_paths = options.validate = false;
  options.engine.platform = {.spec = "1S", .bind = false};
  Graph500Result const result = run_graph500(Host(), options);
  CHECK(result.kernels.size() == 1);
  CHECK(result.roots.size() <= 64);
  CHECK(result.kernels.front().validate_seconds.empty());
  CHECK(to_text(result).find("sssp") == std::string::npos);
  options.num_roots = 0;
  CHECK_THROWS_AS(run_graph500(Host(), options), Error);
}

TEST_CASE("energy is counted or said not to be", "[graph500]") {
  EnergyMeter meter;
  CHECK((meter.describe().find("not available") == std::string::npos) == meter.joules().has_value());
}

}  // namespace
