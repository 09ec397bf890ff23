// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_run_summary.hpp"

#include "tandem_graph_arguments.hpp"

#include <algorithms/tandem_graph500_result.hpp>
#include <core/tandem_host_view.hpp>
#include <fmt/format.h>
#include <algorithm>
#include <array>

namespace tandem::app {

namespace {

std::string line(std::string_view name, std::string const& value) {
  return fmt::format("{:<12} {}\n", name, value);
}

std::string duration(double seconds) {
  return seconds >= 1 ? fmt::format("{:.3f} s", seconds) : fmt::format("{:.3f} ms", seconds * 1e3);
}

std::string rate(double edges_per_second) {
  constexpr std::array<char const*, 4> prefixes{"", "k", "M", "G"};
  std::size_t p = 0;
  while (edges_per_second >= 1000 && p + 1 < prefixes.size()) {
    edges_per_second /= 1000;
    ++p;
  }
  return fmt::format("{:.2f} {}", edges_per_second, prefixes[p]);
}

std::string describe_times(std::vector<RunRecord> const& records) {
  std::vector<double> seconds;
  std::size_t steps = 0;
  for (RunRecord const& record : records) {
    seconds.push_back(record.seconds);
    steps += record.num_steps();
  }
  std::sort(seconds.begin(), seconds.end());
  auto const runs = static_cast<double>(seconds.size());
  double sum = 0;
  for (double const value : seconds) sum += value;
  if (seconds.size() == 1) return fmt::format("{} in {} supersteps", duration(sum), steps);
  return fmt::format("mean {}, from {} to {}; {:.1f} supersteps", duration(sum / runs),
                     duration(seconds.front()), duration(seconds.back()), static_cast<double>(steps) / runs);
}

/// Mean over the runs, for one unit.
StepRecord mean_of(std::vector<RunRecord> const& records, std::size_t unit) {
  StepRecord sum;
  for (RunRecord const& record : records) sum.add(RunRecord::total(record.units[unit]));
  auto const runs = static_cast<double>(records.size());
  for (double* phase : {&sum.compute, &sum.pack, &sum.copy_out, &sum.wait, &sum.copy_in, &sum.scatter})
    *phase /= runs;
  for (auto& bytes : sum.bytes) bytes /= records.size();
  return sum;
}

std::string sent(StepRecord const& mean) {
  std::string text;
  for (std::size_t f = 1; f < num_mail_formats; ++f)
    if (mean.bytes[f] != 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", format_bytes(mean.bytes[f]),
                          to_string(static_cast<MailFormat>(f)));
  return text.empty() ? "-" : text;
}

std::string unit_table(std::vector<RunRecord> const& records) {
  std::string text =
      fmt::format("\n{:<10} {:>7} {:>13} {:>15} {:>9} {:>9} {:>8} {:>8} {:>8} {:>8}  {}\n", "unit", "threads",
                  "vertices", "edges", "memory", "compute", "pack", "copy", "scatter", "wait", "sent");
  for (std::size_t u = 0; u < records.front().units.size(); ++u) {
    UnitRecord const& unit = records.front().units[u];
    StepRecord const mean = mean_of(records, u);
    text += fmt::format("{:<10} {:>7} {:>13} {:>15} {:>9} {:>9.3f} {:>8.3f} {:>8.3f} {:>8.3f} {:>8.3f}  {}\n",
                        unit.name, unit.threads, with_commas(unit.vertices), with_commas(unit.edges),
                        format_bytes(unit.bytes), mean.compute * 1e3, mean.pack * 1e3, mean.copy() * 1e3,
                        mean.scatter * 1e3, mean.wait * 1e3, sent(mean));
  }
  return text + fmt::format("(memory of partitions; times in ms{})\n",
                            records.size() > 1 ? ", means over the runs" : "");
}

}  // namespace

std::string to_text(RunReport const& report) {
  RunRecord const& first = report.records.front();
  std::string text =
      line("algorithm", report.records.size() > 1
                            ? fmt::format("{}, {} runs", report.algorithm, report.records.size())
                            : report.algorithm);
  text += line("graph", report.graph);
  text += line("platform", to_string(report.context.platform.spec));
  if (first.units.size() > 1)
    text += line("partition", fmt::format("{}, alpha {:.3f}, beta {:.3f} ({:.3f} aggregated)", report.policy,
                                          first.alpha(), first.beta(), first.beta_aggregated()));
  text += line("time", describe_times(report.records));
  if (!report.rates.empty())
    text += line("rate", fmt::format("{}{}{}", rate(graph500_rate_statistics(report.rates).mean),
                                     report.rate_of, report.rates.size() > 1 ? " (harmonic mean)" : ""));
  for (auto const& figure : report.figures) text += line(figure.first, fmt::format("{:.6g}", figure.second));
  std::string around;
  for (auto const& phase : report.times.phases())
    around += fmt::format("{}{} {}", around.empty() ? "" : ", ", phase.name, duration(phase.seconds));
  text += line("around it", around);
  text += line("validation", report.validation);
  for (std::string const& note : report.context.notes) text += line("note", note);
  return text + unit_table(report.records);
}

}  // namespace tandem::app
