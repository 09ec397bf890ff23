// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_graph500_output.hpp"

#include <algorithms/tandem_graph500_result.hpp>
#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>
#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

namespace tandem::test {

namespace {

using Figures = std::vector<double>;

/// Keys and values of the official output, which are numbers all.
struct OfficialOutput {
  std::vector<std::string> keys;
  std::map<std::string, double> values;

  explicit OfficialOutput(std::string const& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      auto const colon = line.find(':');
      REQUIRE(colon != std::string::npos);
      REQUIRE(line.size() > 32);
      CHECK(line[31] == ' ');
      CHECK(line[32] != ' ');
      std::size_t end = 0;
      std::string const number = line.substr(32);
      keys.push_back(line.substr(0, colon));
      CHECK(values.emplace(keys.back(), std::stod(number, &end)).second);
      CHECK(end == number.size());
    }
  }

  /// The text has six digits.
  void check(std::string const& key, double value) const {
    CAPTURE(key, value, values.at(key));
    CHECK(std::abs(values.at(key) - value) <= 1e-5 * std::abs(value));
  }
};

/// As the specification's quartiles: half of the values between the outer two, the median in the middle.
double order_statistic(Figures values, std::size_t quarter) {
  std::sort(values.begin(), values.end());
  if (quarter == 3) {
    std::reverse(values.begin(), values.end());
    quarter = 1;
  }
  std::size_t const n = values.size(), below = (n - 1) * quarter / 4, above = n * quarter / 4;
  return 0.5 * (values[below] + values[above]);
}

double mean_of(Figures const& values) {
  double sum = 0;
  for (double const value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double deviation_of(Figures const& values) {
  double sum = 0;
  for (double const value : values) sum += std::pow(value - mean_of(values), 2);
  return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

void check_values(OfficialOutput const& text, std::string const& prefix, std::string const& what,
                  Figures const& values) {
  text.check(prefix + "min_" + what, *std::min_element(values.begin(), values.end()));
  text.check(prefix + "firstquartile_" + what, order_statistic(values, 1));
  text.check(prefix + "median_" + what, order_statistic(values, 2));
  text.check(prefix + "thirdquartile_" + what, order_statistic(values, 3));
  text.check(prefix + "max_" + what, *std::max_element(values.begin(), values.end()));
  text.check(prefix + "mean_" + what, mean_of(values));
  text.check(prefix + "stddev_" + what, deviation_of(values));
}

void check_rates(OfficialOutput const& text, std::string const& prefix, Figures const& seconds_per_edge) {
  Figures const& s = seconds_per_edge;
  double const mean = mean_of(s);
  text.check(prefix + "min_TEPS", 1 / *std::max_element(s.begin(), s.end()));
  text.check(prefix + "firstquartile_TEPS", 1 / order_statistic(s, 3));
  text.check(prefix + "median_TEPS", 1 / order_statistic(s, 2));
  text.check(prefix + "thirdquartile_TEPS", 1 / order_statistic(s, 1));
  text.check(prefix + "max_TEPS", 1 / *std::min_element(s.begin(), s.end()));
  text.check(prefix + "harmonic_mean_TEPS", 1 / mean);
  text.check(prefix + "harmonic_stddev_TEPS",
             deviation_of(s) / (mean * mean * std::sqrt(static_cast<double>(s.size() - 1))));
}

/// Names of kernels share a column.
std::string padded(std::string const& kernel) {
  return kernel + std::string(5 - kernel.size(), ' ');
}

/// The keys in the order of the reference code.
std::vector<std::string> official_keys(std::vector<std::string> const& kernels) {
  std::vector<std::string> keys{
      "SCALE", "edgefactor", "NBFS", "graph_generation", "num_mpi_processes", "construction_time"};
  std::vector<std::string> const order{"min_", "firstquartile_", "median_", "thirdquartile_", "max_"};
  auto const add = [&](std::string const& prefix, std::string const& what,
                       std::vector<std::string> const& means) {
    for (std::string const& which : order) keys.push_back(prefix + which + what);
    for (std::string const& which : means) keys.push_back(prefix + which + what);
  };
  for (std::string const& kernel : kernels) add(padded(kernel), "time", {"mean_", "stddev_"});
  add("", "nedge", {"mean_", "stddev_"});
  for (std::string const& kernel : kernels)
    add(padded(kernel), "TEPS", {"harmonic_mean_", "harmonic_stddev_"});
  for (std::string const& kernel : kernels) add(padded(kernel), "validate", {"mean_", "stddev_"});
  return keys;
}

/// A mark before the harmonic mean is part of the official form.
std::string without_marks(std::string text) {
  std::size_t marks = 0;
  for (char& c : text)
    if (c == '!') c = ' ', ++marks;
  CHECK(marks > 0);
  return text;
}

void check_kernel(OfficialOutput const& text, nlohmann::json const& kernel, std::string const& prefix) {
  Figures const seconds = kernel.at("seconds"), edges = kernel.at("edges"), rates = kernel.at("teps");
  Figures const init = kernel.at("init_seconds"), naming = kernel.at("naming_seconds");
  REQUIRE(seconds.size() == edges.size());
  REQUIRE(seconds.size() == rates.size());
  REQUIRE(seconds.size() == init.size());
  REQUIRE(seconds.size() == naming.size());
  Figures seconds_per_edge;
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    CHECK(init[i] + naming[i] <= seconds[i]);
    CHECK(std::abs(rates[i] * seconds[i] - edges[i]) <= 1e-9 * edges[i]);
    seconds_per_edge.push_back(seconds[i] / edges[i]);
  }
  check_values(text, prefix, "time", seconds);
  check_values(text, "", "nedge", edges);
  check_values(text, prefix, "validate", kernel.at("validate_seconds"));
  check_rates(text, prefix, seconds_per_edge);
  auto const& statistics = kernel.at("statistics");
  text.check(prefix + "firstquartile_time", statistics.at("seconds").at("first_quartile"));
  text.check(prefix + "thirdquartile_TEPS", statistics.at("teps").at("third_quartile"));
  text.check(prefix + "harmonic_mean_TEPS", statistics.at("teps").at("harmonic_mean"));
  text.check(prefix + "median_validate", statistics.at("validate_seconds").at("median"));
  text.check("max_nedge", statistics.at("edges").at("max"));
}

/// Two searches, so that every figure can be found by hand.
Graph500Result two_searches() {
  Graph500Kernel kernel;
  kernel.name = "bfs";
  kernel.seconds = {0.5, 0.25};
  kernel.init_seconds = {0.125, 0};
  kernel.naming_seconds = {0.25, 0.125};
  kernel.edges = {12345678901, 12345678901};
  Graph500Result result;
  result.scale = 10;
  result.edge_factor = 16;
  result.seed = 7;
  result.generation_seconds = 0.125;
  result.construction_seconds = 2;
  result.context.platform.spec = {1, 1};
  result.policy = "rand";
  result.alpha = 0.5;
  result.energy = "1 RAPL domains, 0 NVIDIA devices";
  result.roots = {3, 5};
  result.kernels = {kernel};
  return result;
}

}  // namespace

void check_graph500_output(std::string const& text, std::string const& json,
                           std::vector<std::string> const& kernels) {
  OfficialOutput const official(without_marks(text));
  CHECK(official.keys == official_keys(kernels));
  auto const record = nlohmann::json::parse(json);
  official.check("SCALE", record.at("scale"));
  official.check("edgefactor", record.at("edge_factor"));
  official.check("NBFS", static_cast<double>(record.at("roots").size()));
  official.check("graph_generation", record.at("generation_seconds"));
  official.check("num_mpi_processes", 1);
  official.check("construction_time", record.at("construction_seconds"));
  for (std::string const& kernel : kernels) {
    CAPTURE(kernel);
    REQUIRE(record.at(kernel).at("seconds").size() == record.at("roots").size());
    check_kernel(official, record.at(kernel), padded(kernel));
  }
}

TEST_CASE("Graph500's output is that of the reference code to the letter", "[graph500_output]") {
  CHECK(to_text(two_searches()) ==
        "SCALE:                          10\n"
        "edgefactor:                     16\n"
        "NBFS:                           2\n"
        "graph_generation:               0.125\n"
        "num_mpi_processes:              1\n"
        "construction_time:              2\n"
        "bfs  min_time:                  0.25\n"
        "bfs  firstquartile_time:        0.25\n"
        "bfs  median_time:               0.375\n"
        "bfs  thirdquartile_time:        0.5\n"
        "bfs  max_time:                  0.5\n"
        "bfs  mean_time:                 0.375\n"
        "bfs  stddev_time:               0.176777\n"
        "min_nedge:                      12345678901\n"
        "firstquartile_nedge:            12345678901\n"
        "median_nedge:                   12345678901\n"
        "thirdquartile_nedge:            12345678901\n"
        "max_nedge:                      12345678901\n"
        "mean_nedge:                     12345678901\n"
        "stddev_nedge:                   0\n"
        "bfs  min_TEPS:                  2.46914e+10\n"
        "bfs  firstquartile_TEPS:        2.46914e+10\n"
        "bfs  median_TEPS:               3.29218e+10\n"
        "bfs  thirdquartile_TEPS:        4.93827e+10\n"
        "bfs  max_TEPS:                  4.93827e+10\n"
        "bfs  harmonic_mean_TEPS:     !  3.29218e+10\n"
        "bfs  harmonic_stddev_TEPS:      1.55195e+10\n"
        "bfs  min_validate:              -1\n"
        "bfs  firstquartile_validate:    -1\n"
        "bfs  median_validate:           -1\n"
        "bfs  thirdquartile_validate:    -1\n"
        "bfs  max_validate:              -1\n"
        "bfs  mean_validate:             -1\n"
        "bfs  stddev_validate:           0\n");
}

TEST_CASE("Graph500's record has what the official output has no place for", "[graph500_output]") {
  Graph500Result result = two_searches();
  auto json = nlohmann::json::parse(to_json(result));
  CHECK(json.at("seed") == 7);
  CHECK(json.at("platform") == "1S1G");
  CHECK(json.at("partition") == "rand");
  CHECK(json.at("alpha") == 0.5);
  CHECK(json.at("roots") == nlohmann::json({3, 5}));
  CHECK(json.at("bfs").at("init_seconds") == nlohmann::json({0.125, 0.0}));
  CHECK(json.at("bfs").at("naming_seconds") == nlohmann::json({0.25, 0.125}));
  CHECK(json.at("bfs").at("teps").at(0) == 12345678901 / 0.5);
  CHECK_FALSE(json.at("bfs").contains("joules"));
  CHECK_FALSE(json.at("bfs").contains("partial_joules"));
  CHECK_FALSE(json.at("bfs").contains("metered_seconds"));
  CHECK_FALSE(json.at("bfs").contains("teps_per_watt"));
  CHECK(summary_lines(result).size() == 2);

  result.kernels.front().joules = 4;
  result.kernels.front().all_metered = true;
  result.kernels.front().metered_seconds = 1.5;
  json = nlohmann::json::parse(to_json(result));
  CHECK(json.at("bfs").at("joules") == 4);
  CHECK_FALSE(json.at("bfs").contains("partial_joules"));
  CHECK(json.at("bfs").at("metered_seconds") == 1.5);
  CHECK(json.at("bfs").at("teps_per_watt") == 2 * 12345678901.0 / 4);
  REQUIRE(summary_lines(result).size() == 3);
  CHECK(summary_lines(result).back() == "energy of bfs: 4 J, 6.17284e+09 TEPS/W");

  result.kernels.front().joules = 0;  // counters too coarse for so short a run
  CHECK_FALSE(nlohmann::json::parse(to_json(result)).at("bfs").contains("teps_per_watt"));
  CHECK(summary_lines(result).back() == "energy of bfs: 0 J, no TEPS/W");
}

TEST_CASE("Graph500 keeps the energy of a part of the machine apart, and divides nothing by it",
          "[graph500_output]") {
  Graph500Result result = two_searches();
  result.energy = "1 RAPL domains, 0 NVIDIA devices: energy of the processors only, no TEPS/W";
  result.kernels.front().joules = 4;
  result.kernels.front().metered_seconds = 1.5;
  auto const json = nlohmann::json::parse(to_json(result));
  CHECK(json.at("energy") == result.energy);
  CHECK(json.at("bfs").at("partial_joules") == 4);
  CHECK(json.at("bfs").at("metered_seconds") == 1.5);
  CHECK_FALSE(json.at("bfs").contains("joules"));
  CHECK_FALSE(json.at("bfs").contains("teps_per_watt"));
  REQUIRE(summary_lines(result).size() == 3);
  CHECK(summary_lines(result)[1] == "energy: " + result.energy);
  CHECK(summary_lines(result)[2] == "energy of bfs: 4 J, no TEPS/W");
}

TEST_CASE("Graph500's record has the context of the run", "[graph500_output]") {
  Graph500Result result = two_searches();
  CHECK(nlohmann::json::parse(to_json(result)).at("notes").empty());
  RunContext& context = result.context;
  context.command_line = "tandem graph500 --scale 10";
  context.version = "1.2.3 (abc)";
  context.kokkos_version = "4.5.1";
  context.kokkos_backends = {"OpenMP", "Serial"};
  context.platform.machine.cpu_name = "a processor";
  context.platform.units.resize(2);
  context.platform.units[1].threads = 3;
  context.platform.units[1].cpuset = {4, 5, 6};
  context.platform.units[1].bind = false;
  context.notes = {"alpha is 0.9"};
  auto const json = nlohmann::json::parse(to_json(result));
  CHECK(json.at("command") == "tandem graph500 --scale 10");
  CHECK(json.at("version") == "1.2.3 (abc)");
  CHECK(json.at("kokkos").at("version") == "4.5.1");
  CHECK(json.at("kokkos").at("backends") == nlohmann::json({"OpenMP", "Serial"}));
  CHECK(json.at("machine").at("name").get<std::string>().find("a processor") != std::string::npos);
  auto const& units = json.at("machine").at("units");
  REQUIRE(units.size() == 2);
  CHECK(units[0].at("bound") == true);
  CHECK(units[1].at("threads") == 3);
  CHECK(units[1].at("cpus") == nlohmann::json({4, 5, 6}));
  CHECK(units[1].at("bound") == false);
  CHECK(json.at("notes") == nlohmann::json::array({"alpha is 0.9"}));
  CHECK(summary_lines(result).back() == "note: alpha is 0.9");
}

}  // namespace tandem::test
