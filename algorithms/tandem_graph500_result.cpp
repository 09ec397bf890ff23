// SPDX-License-Identifier: BSD-3-Clause
#include <algorithms/tandem_graph500_result.hpp>
#include <core/impl/tandem_json_text.hpp>
#include <exec/impl/tandem_run_context_json.hpp>
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace tandem {

namespace {

/// Values start in column 32; a mark, if any, stands a little before them.
std::string line(std::string const& key, std::string const& value, std::string const& mark = "") {
  return fmt::format("{:<29}{:<3}{}\n", key + ":", mark, value);
}

/// Six digits of what was measured; of a count, all that an edge list of scale 32 needs.
std::string as_measured(double value) {
  return fmt::format("{:g}", value);
}
std::string as_counted(double value) {
  return fmt::format("{:.11g}", value);
}

/// Names of kernels share a column: "bfs  min_time", "sssp min_time".
std::string name_column(Graph500Kernel const& kernel) {
  return fmt::format("{:<5}", kernel.name);
}

template <class Format>
std::string order_statistics_text(std::string const& prefix, std::string const& what,
                                  Graph500Statistics const& s, Format const& format) {
  return line(prefix + "min_" + what, format(s.min)) +
         line(prefix + "firstquartile_" + what, format(s.first_quartile)) +
         line(prefix + "median_" + what, format(s.median)) +
         line(prefix + "thirdquartile_" + what, format(s.third_quartile)) +
         line(prefix + "max_" + what, format(s.max));
}

template <class Format>
std::string statistics_text(std::string const& prefix, std::string const& what,
                            std::vector<double> const& values, Format const& format) {
  Graph500Statistics const s = graph500_statistics(values);
  return order_statistics_text(prefix, what, s, format) + line(prefix + "mean_" + what, format(s.mean)) +
         line(prefix + "stddev_" + what, format(s.stddev));
}

std::string rates_text(Graph500Kernel const& kernel) {
  Graph500Statistics const s = graph500_rate_statistics(kernel.rates());
  return order_statistics_text(name_column(kernel), "TEPS", s, as_measured) +
         line(name_column(kernel) + "harmonic_mean_TEPS", as_measured(s.mean), "!") +
         line(name_column(kernel) + "harmonic_stddev_TEPS", as_measured(s.stddev));
}

std::string validation_text(Graph500Kernel const& kernel) {
  std::vector<double> const left_out(kernel.seconds.size(), -1);
  return statistics_text(name_column(kernel), "validate",
                         kernel.validate_seconds.empty() ? left_out : kernel.validate_seconds, as_measured);
}

nlohmann::ordered_json statistics_json(Graph500Statistics const& s, std::string const& mean_prefix = "") {
  return {{"min", s.min},
          {"first_quartile", s.first_quartile},
          {"median", s.median},
          {"third_quartile", s.third_quartile},
          {"max", s.max},
          {mean_prefix + "mean", s.mean},
          {mean_prefix + "stddev", s.stddev}};
}

/// Under another name where they are of a part, lest they be taken for all.
void add_energy(nlohmann::ordered_json& json, Graph500Kernel const& kernel) {
  if (!kernel.joules) return;
  json[kernel.all_metered ? "joules" : "partial_joules"] = *kernel.joules;
  json["metered_seconds"] = kernel.metered_seconds;
  if (auto const value = kernel.teps_per_watt()) json["teps_per_watt"] = *value;
}

std::string energy_line(Graph500Kernel const& kernel) {
  auto const value = kernel.teps_per_watt();
  return fmt::format("energy of {}: {:.6g} J, {}", kernel.name, *kernel.joules,
                     value ? fmt::format("{:.6g} TEPS/W", *value) : "no TEPS/W");
}

nlohmann::ordered_json kernel_json(Graph500Kernel const& kernel) {
  std::vector<double> const rates = kernel.rates();
  nlohmann::ordered_json json;
  json["seconds"] = kernel.seconds;
  json["init_seconds"] = kernel.init_seconds;
  json["naming_seconds"] = kernel.naming_seconds;
  json["edges"] = kernel.edges;
  json["teps"] = rates;
  json["validate_seconds"] = kernel.validate_seconds;
  auto& statistics = json["statistics"];
  statistics["seconds"] = statistics_json(graph500_statistics(kernel.seconds));
  statistics["edges"] = statistics_json(graph500_statistics(kernel.edges));
  statistics["teps"] = statistics_json(graph500_rate_statistics(rates), "harmonic_");
  if (!kernel.validate_seconds.empty())
    statistics["validate_seconds"] = statistics_json(graph500_statistics(kernel.validate_seconds));
  add_energy(json, kernel);
  return json;
}

}  // namespace

std::vector<double> Graph500Kernel::rates() const {
  std::vector<double> result;
  for (std::size_t i = 0; i < seconds.size(); ++i) result.push_back(edges[i] / seconds[i]);
  return result;
}

std::optional<double> Graph500Kernel::teps_per_watt() const {
  if (!joules || !all_metered || !(*joules > 0)) return std::nullopt;
  return std::accumulate(edges.begin(), edges.end(), 0.0) / *joules;  // a watt is a joule a second
}

Graph500Statistics graph500_statistics(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  std::size_t const n = values.size(), last = n - 1;
  auto const middle = [&](std::size_t i, std::size_t j) { return (values[i] + values[j]) / 2; };
  double const mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(n);
  double squares = 0;
  for (double const value : values) squares += (value - mean) * (value - mean);
  return {values.front(),
          middle(last / 4, n / 4),
          middle(last / 2, n / 2),
          middle(last - last / 4, last - n / 4),
          values.back(),
          mean,
          n > 1 ? std::sqrt(squares / static_cast<double>(last)) : 0};
}

Graph500Statistics graph500_rate_statistics(std::vector<double> const& rates) {
  std::vector<double> inverse;
  for (double const rate : rates) inverse.push_back(1 / rate);
  Graph500Statistics const s = graph500_statistics(inverse);
  double const root = std::sqrt(static_cast<double>(rates.size()) - 1);
  return {1 / s.max,
          1 / s.third_quartile,
          1 / s.median,
          1 / s.first_quartile,
          1 / s.min,
          1 / s.mean,
          rates.size() > 1 ? s.stddev / (s.mean * s.mean * root) : 0};
}

std::string to_text(Graph500Result const& result) {
  std::string text =
      line("SCALE", std::to_string(result.scale)) + line("edgefactor", std::to_string(result.edge_factor)) +
      line("NBFS", std::to_string(result.roots.size())) +
      line("graph_generation", as_measured(result.generation_seconds)) + line("num_mpi_processes", "1") +
      line("construction_time", as_measured(result.construction_seconds));
  for (Graph500Kernel const& kernel : result.kernels)
    text += statistics_text(name_column(kernel), "time", kernel.seconds, as_measured);
  // All kernels reach the same vertices.
  text += statistics_text("", "nedge", result.kernels.front().edges, as_counted);
  for (Graph500Kernel const& kernel : result.kernels) text += rates_text(kernel);
  for (Graph500Kernel const& kernel : result.kernels) text += validation_text(kernel);
  return text;
}

std::vector<std::string> summary_lines(Graph500Result const& result) {
  std::vector<std::string> lines{
      fmt::format("platform {}, partition {}, alpha {:.3f}", to_string(result.context.platform.spec),
                  result.policy, result.alpha),
      "energy: " + result.energy};
  for (Graph500Kernel const& kernel : result.kernels)
    if (kernel.joules) lines.push_back(energy_line(kernel));
  for (std::string const& note : result.context.notes) lines.push_back("note: " + note);
  return lines;
}

std::string to_json(Graph500Result const& result) {
  nlohmann::ordered_json json = Impl::to_json(result.context);
  json["scale"] = result.scale;
  json["edge_factor"] = result.edge_factor;
  json["seed"] = result.seed;
  json["partition"] = result.policy;
  json["alpha"] = result.alpha;
  json["energy"] = result.energy;
  json["generation_seconds"] = result.generation_seconds;
  json["construction_seconds"] = result.construction_seconds;
  json["roots"] = result.roots;
  for (Graph500Kernel const& kernel : result.kernels) json[kernel.name] = kernel_json(kernel);
  return Impl::json_text(json) + "\n";
}

}  // namespace tandem
