// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_PLAN_REPORT_HPP
#define TANDEM_PLAN_REPORT_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

// What `tandem plan` and `tandem model` tell: a table for people, a record for programs.
namespace tandem::app {

struct PlanUnit {
  std::string name;
  int threads = 0;
  std::size_t vertices = 0;
  double share = 0;        ///< of the edges
  std::size_t bytes = 0;   ///< that it needs at most
  std::size_t memory = 0;  ///< that it has; 0: unknown
};

/// What the model says of a split.
struct PlanPoint {
  std::string policy;
  double alpha = 1;
  double beta = 0, beta_aggregated = 0;
  double seconds = 0;
  double rate = 0;                ///< edges a second
  std::optional<double> speedup;  ///< over the host alone, if there is one
};

struct PlanReport {
  std::string graph, platform, algorithm, policy;
  double alpha = 1;  ///< share of the edges on the host
  /// Share of the edges that lead to another unit, and of the messages that are left when those to the same
  /// vertex are joined.
  double beta = 0, beta_aggregated = 0;
  std::vector<PlanUnit> units;
  std::vector<PlanPoint> points;
  /// What a run would take. Not among the points where memory has changed its alpha.
  std::optional<PlanPoint> recommended;
  std::vector<std::string> notes;
};

std::string to_text(PlanReport const& report);
std::string to_json(PlanReport const& report);

struct ModelPoint {
  double alpha = 1;
  double speedup = 1;
};

std::string to_json(std::vector<ModelPoint> const& points);

}  // namespace tandem::app

#endif
