// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_graph_arguments.hpp"
#include "tandem_plan_report.hpp"

#include <core/tandem_host_view.hpp>
#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace tandem::app {

namespace {

/// Every tenth of alpha, and the recommended one.
bool worth_a_line(double alpha, PlanPoint const& recommended) {
  return std::abs(10 * alpha - std::round(10 * alpha)) < 1e-9 || alpha == recommended.alpha;
}

std::string cell(PlanReport const& report, PlanPoint const& recommended, std::string const& policy,
                 double alpha) {
  bool const mark = policy == recommended.policy && alpha == recommended.alpha;
  for (PlanPoint const& point : report.points)
    if (point.policy == policy && point.alpha == alpha)
      return fmt::format("{:.1f}{}", point.rate / 1e6, mark ? '*' : ' ');
  return "- ";
}

std::string table(PlanReport const& report, PlanPoint const& recommended) {
  std::vector<std::string> policies;
  std::vector<double> alphas;
  for (PlanPoint const& point : report.points) {
    if (std::find(policies.begin(), policies.end(), point.policy) == policies.end())
      policies.push_back(point.policy);
    if (worth_a_line(point.alpha, recommended)) alphas.push_back(point.alpha);
  }
  std::sort(alphas.begin(), alphas.end());
  alphas.erase(std::unique(alphas.begin(), alphas.end()), alphas.end());
  std::string text = fmt::format("\npredicted for {}, in millions of edges a second; -: does not fit\n{:>6}",
                                 report.algorithm, "alpha");
  for (std::string const& policy : policies) text += fmt::format(" {:>9}", policy + ' ');
  text += '\n';
  for (double const alpha : alphas) {
    text += fmt::format("{:>6.2f}", alpha);
    for (std::string const& policy : policies)
      text += fmt::format(" {:>9}", cell(report, recommended, policy, alpha));
    text += '\n';
  }
  return text;
}

std::string predictions(PlanReport const& report, PlanPoint const& recommended) {
  std::string const gain =
      recommended.speedup ? fmt::format(", {:.2f} times the host alone", *recommended.speedup) : "";
  return (report.points.empty() ? "\n" : table(report, recommended)) +
         fmt::format("* recommended: {}, alpha {:.2f}, {:.3g} ms{}\n", recommended.policy, recommended.alpha,
                     1e3 * recommended.seconds, gain);
}

}  // namespace

std::string to_text(PlanReport const& report) {
  std::string text = fmt::format("graph        {}\nplatform     {}\npartition    {}", report.graph,
                                 report.platform, report.policy);
  if (report.units.size() > 1)
    text += fmt::format(", alpha {:.3f}, beta {:.3f} ({:.3f} aggregated)", report.alpha, report.beta,
                        report.beta_aggregated);
  text += fmt::format("\n\n{:<10} {:>7} {:>13} {:>10} {:>12} {:>12}\n", "unit", "threads", "vertices",
                      "edges", "needs up to", "has");
  for (PlanUnit const& unit : report.units)
    text += fmt::format("{:<10} {:>7} {:>13} {:>8.1f} % {:>12} {:>12}\n", unit.name,
                        unit.threads > 0 ? fmt::to_string(unit.threads) : "-", with_commas(unit.vertices),
                        100 * unit.share, format_bytes(unit.bytes),
                        unit.memory == 0 ? "unknown" : format_bytes(unit.memory));
  if (report.recommended) text += predictions(report, *report.recommended);
  for (std::string const& note : report.notes) text += fmt::format("note: {}\n", note);
  return text;
}

}  // namespace tandem::app
