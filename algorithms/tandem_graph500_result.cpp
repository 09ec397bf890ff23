// SPDX-License-Identifier: BSD-3-Clause
#include <algorithms/tandem_graph500_result.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <algorithm>
#include <cmath>

namespace tandem {

namespace {

/// Value at a part of the way through sorted values, between two of them if need be.
double quantile(std::vector<double> const& sorted, double part) {
  double const at = part * static_cast<double>(sorted.size() - 1);
  auto const below = static_cast<std::size_t>(at);
  std::size_t const above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

std::string line(std::string const& key, std::string const& value) {
  return fmt::format("{:<31} {}\n", key + ":", value);
}

std::string line(std::string const& key, double value) {
  return line(key, fmt::format("{:.10g}", value));
}

std::string statistics_text(std::string const& kernel, std::string const& what,
                            std::vector<double> const& values, bool with_mean) {
  if (values.empty()) return {};
  Graph500Statistics const s = graph500_statistics(values);
  std::string const prefix = kernel + " ";
  std::string text =
      line(prefix + "min_" + what, s.min) + line(prefix + "firstquartile_" + what, s.first_quartile) +
      line(prefix + "median_" + what, s.median) + line(prefix + "thirdquartile_" + what, s.third_quartile) +
      line(prefix + "max_" + what, s.max);
  if (with_mean) text += line(prefix + "mean_" + what, s.mean) + line(prefix + "stddev_" + what, s.stddev);
  return text;
}

std::string kernel_text(Graph500Kernel const& kernel) {
  std::string const& name = kernel.name;
  std::vector<double> const rates = kernel.rates();
  HarmonicMean const harmonic = harmonic_mean(rates);
  std::string text = statistics_text(name, "time", kernel.seconds, true) +
                     statistics_text(name, "nedge", kernel.edges, true) +
                     statistics_text(name, "TEPS", rates, false) +
                     line(name + " harmonic_mean_TEPS", harmonic.mean) +
                     line(name + " harmonic_stddev_TEPS", harmonic.stddev) +
                     statistics_text(name, "validate", kernel.validate_seconds, true);
  if (kernel.joules) {
    double edges = 0;
    for (double const part : kernel.edges) edges += part;
    text += line(name + " energy_J", *kernel.joules) + line(name + " TEPS_per_W", edges / *kernel.joules);
  }
  return text;
}

}  // namespace

std::vector<double> Graph500Kernel::rates() const {
  std::vector<double> result;
  for (std::size_t i = 0; i < seconds.size(); ++i) result.push_back(edges[i] / seconds[i]);
  return result;
}

Graph500Statistics graph500_statistics(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  auto const n = static_cast<double>(values.size());
  double sum = 0, squares = 0;
  for (double const value : values) sum += value;
  for (double const value : values) squares += (value - sum / n) * (value - sum / n);
  return {values.front(),
          quantile(values, 0.25),
          quantile(values, 0.5),
          quantile(values, 0.75),
          values.back(),
          sum / n,
          values.size() > 1 ? std::sqrt(squares / (n - 1)) : 0};
}

HarmonicMean harmonic_mean(std::vector<double> const& rates) {
  std::vector<double> inverse;
  for (double const rate : rates) inverse.push_back(1 / rate);
  Graph500Statistics const s = graph500_statistics(inverse);
  double const n = static_cast<double>(rates.size());
  return {1 / s.mean, rates.size() > 1 ? s.stddev / (s.mean * s.mean * std::sqrt(n - 1)) : 0};
}

std::string to_text(Graph500Result const& result) {
  std::string text =
      line("SCALE", std::to_string(result.scale)) + line("edgefactor", std::to_string(result.edge_factor)) +
      line("NBFS", std::to_string(result.roots.size())) +
      line("graph_generation", result.generation_seconds) + line("num_mpi_processes", "1") +
      line("construction_time", result.construction_seconds) + line("platform", result.platform) +
      line("partition", fmt::format("{}, alpha {:.3f}", result.policy, result.alpha)) +
      line("energy", result.energy);
  for (Graph500Kernel const& kernel : result.kernels) text += kernel_text(kernel);
  return text;
}

std::string to_json(Graph500Result const& result) {
  nlohmann::ordered_json json;
  json["scale"] = result.scale;
  json["edge_factor"] = result.edge_factor;
  json["platform"] = result.platform;
  json["partition"] = result.policy;
  json["alpha"] = result.alpha;
  json["energy"] = result.energy;
  json["generation_seconds"] = result.generation_seconds;
  json["construction_seconds"] = result.construction_seconds;
  json["roots"] = result.roots;
  for (Graph500Kernel const& kernel : result.kernels) {
    auto& part = json[kernel.name];
    part["seconds"] = kernel.seconds;
    part["edges"] = kernel.edges;
    part["validate_seconds"] = kernel.validate_seconds;
    part["harmonic_mean_teps"] = harmonic_mean(kernel.rates()).mean;
    if (kernel.joules) part["joules"] = *kernel.joules;
  }
  return json.dump(1) + "\n";
}

}  // namespace tandem
