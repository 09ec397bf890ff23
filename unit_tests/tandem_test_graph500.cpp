// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_graphs.hpp"
#include "tandem_test_oracles.hpp"

#include <algorithms/tandem_graph500.hpp>
#include <core/tandem_error.hpp>
#include <exec/tandem_energy.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <map>
#include <sstream>

namespace {

using namespace tandem;
using Catch::Matchers::ContainsSubstring;

/// Keys and values of the official form.
std::map<std::string, std::string> parse(std::string const& text) {
  std::map<std::string, std::string> values;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    auto const colon = line.find(':');
    REQUIRE(colon != std::string::npos);
    auto const value = line.find_first_not_of(' ', colon + 1);
    REQUIRE(value != std::string::npos);
    CHECK(values.emplace(line.substr(0, colon), line.substr(value)).second);
  }
  return values;
}

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
  CHECK(near(s.first_quartile, 1.75));
  CHECK(near(s.median, 2.5));
  CHECK(near(s.third_quartile, 3.25));
  CHECK(s.max == 4);
  CHECK(near(s.mean, 2.5));
  CHECK(near(s.stddev, std::sqrt(5.0 / 3)));
  HarmonicMean const h = harmonic_mean({1, 0.5, 0.25});  // seconds for each: 1, 2, 4
  CHECK(near(h.mean, 3.0 / 7));
  CHECK(near(h.stddev, std::sqrt(7.0 / 3) / (49.0 / 9 * std::sqrt(2.0))));
  CHECK(harmonic_mean({5}).stddev == 0);
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
    auto const values = parse(to_text(result));
    CHECK(values.at("SCALE") == "8");
    CHECK(values.at("edgefactor") == "16");
    CHECK(values.at("NBFS") == "9");
    CHECK(values.at("num_mpi_processes") == "1");
    CHECK(near(std::stod(values.at("graph_generation")), result.generation_seconds));
    CHECK(near(std::stod(values.at("construction_time")), result.construction_seconds));
    for (std::string const kernel : {"bfs", "sssp"}) {
      for (char const* what : {"time", "nedge", "TEPS", "validate"})
        for (char const* which : {"min_", "firstquartile_", "median_", "thirdquartile_", "max_"})
          CHECK(std::stod(values.at(kernel + " " + which + what)) > 0);
      Graph500Kernel const& measured = result.kernels[kernel == "bfs" ? 0 : 1];
      CHECK(measured.name == kernel);
      CHECK(near(std::stod(values.at(kernel + " mean_time")), graph500_statistics(measured.seconds).mean));
      CHECK(near(std::stod(values.at(kernel + " stddev_nedge")), graph500_statistics(measured.edges).stddev));
      CHECK(near(std::stod(values.at(kernel + " harmonic_stddev_TEPS")),
                 harmonic_mean(measured.rates()).stddev));
      double const mean = std::stod(values.at(kernel + " harmonic_mean_TEPS"));
      CHECK(mean >= std::stod(values.at(kernel + " min_TEPS")));
      CHECK(mean <= std::stod(values.at(kernel + " max_TEPS")));
      // Nearly all of the 4096 input edges are in one component.
      CHECK(std::stod(values.at(kernel + " max_nedge")) > 4000);
      CHECK(std::stod(values.at(kernel + " max_nedge")) <= 4096);
    }
    CHECK_THAT(to_json(result), ContainsSubstring("\"harmonic_mean_teps\""));
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
  CHECK(to_text(result).find("validate") == std::string::npos);
  options.num_roots = 0;
  CHECK_THROWS_AS(run_graph500(Host(), options), Error);
}

TEST_CASE("energy is counted or said not to be", "[graph500]") {
  EnergyMeter meter;
  CHECK((meter.describe().find("not available") == std::string::npos) == meter.joules().has_value());
}

}  // namespace
