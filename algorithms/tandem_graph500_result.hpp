// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_GRAPH500_RESULT_HPP
#define TANDEM_GRAPH500_RESULT_HPP

#include <exec/tandem_run_context.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tandem {

/// Searches of one kernel, in the order of the roots.
struct Graph500Kernel {
  std::string name;
  std::vector<double> seconds;
  std::vector<double> init_seconds;      ///< of them, before the first superstep
  std::vector<double> naming_seconds;    ///< of them, after the last: parents, and all in the input's numbers
  std::vector<double> edges;             ///< input edges within what was reached, parallel ones and loops too
  std::vector<double> validate_seconds;  ///< empty: not validated
  /// Of all searches together, each as a whole: also for the memory of its result and the count of its edges,
  /// which are no part of `seconds`.
  std::optional<double> joules;
  double metered_seconds = 0;  ///< that the joules cover
  bool all_metered = false;    ///< the joules are of all that the searches used, not of the processors alone

  std::vector<double> rates() const;
  /// Traversed edges a second and watt, of all searches together; nothing where not all energy was counted.
  std::optional<double> teps_per_watt() const;
};

struct Graph500Result {
  RunContext context;
  int scale = 0, edge_factor = 0;
  std::uint64_t seed = 0;
  double generation_seconds = 0;
  double construction_seconds = 0;  ///< from the edge list to all that searches use
  std::string policy;
  double alpha = 1;
  std::string energy;  ///< what is counted, what of the platform isn't, or why nothing is
  std::vector<std::uint64_t> roots;
  std::vector<Graph500Kernel> kernels;
};

/// The statistics that the official output has. Quartiles are those of the reference code: an element, or the
/// middle of two neighbours.
struct Graph500Statistics {
  double min, first_quartile, median, third_quartile, max, mean, stddev;
};
Graph500Statistics graph500_statistics(std::vector<double> values);

/// The same of rates, found from what a unit of work took: the mean is harmonic, and the deviation is that
/// of the mean (Norris 1940).
Graph500Statistics graph500_rate_statistics(std::vector<double> const& rates);

/// The official output: lines "key: value" as the reference code prints them, and nothing else, so that
/// programs made for it can read ours. Times of a validation left out are -1, as there.
std::string to_text(Graph500Result const& result);
/// What the official output does not have, for people: units, split, energy, notes.
std::vector<std::string> summary_lines(Graph500Result const& result);
/// All of it, with every search.
std::string to_json(Graph500Result const& result);

}  // namespace tandem

#endif
