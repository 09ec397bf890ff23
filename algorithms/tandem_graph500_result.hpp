// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_GRAPH500_RESULT_HPP
#define TANDEM_GRAPH500_RESULT_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tandem {

/// Searches of one kernel, in the order of the roots.
struct Graph500Kernel {
  std::string name;
  std::vector<double> seconds;
  std::vector<double> edges;             ///< input edges within what was reached, parallel ones and loops too
  std::vector<double> validate_seconds;  ///< empty: not validated
  std::optional<double> joules;          ///< of all searches together, from start to collected result

  std::vector<double> rates() const;
};

struct Graph500Result {
  int scale = 0, edge_factor = 0;
  double generation_seconds = 0;
  double construction_seconds = 0;  ///< from the edge list to partitions on their units
  std::string platform, policy;
  double alpha = 1;
  std::string energy;  ///< what is counted, or why nothing is
  std::vector<std::uint64_t> roots;
  std::vector<Graph500Kernel> kernels;
};

/// The order statistics that the official output has.
struct Graph500Statistics {
  double min, first_quartile, median, third_quartile, max, mean, stddev;
};
Graph500Statistics graph500_statistics(std::vector<double> values);

/// Mean of rates and its standard deviation, from what a unit of work took.
struct HarmonicMean {
  double mean, stddev;
};
HarmonicMean harmonic_mean(std::vector<double> const& rates);

/// Lines "key: value" with the keys of the official output.
std::string to_text(Graph500Result const& result);
/// The same, with every search.
std::string to_json(Graph500Result const& result);

}  // namespace tandem

#endif
