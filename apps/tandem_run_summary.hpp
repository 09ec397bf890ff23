// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_RUN_SUMMARY_HPP
#define TANDEM_RUN_SUMMARY_HPP

#include <core/tandem_timer.hpp>
#include <exec/tandem_run_context.hpp>
#include <exec/tandem_run_record.hpp>
#include <string>
#include <utility>
#include <vector>

// What `tandem run` tells: a table for people, a record for programs.
namespace tandem::app {

/// One or several runs of an algorithm.
struct RunReport {
  RunContext context;
  std::string algorithm;
  std::string graph;
  std::string policy;
  std::string rate_of = "TEPS";                         ///< what `rates` counts
  std::vector<RunRecord> records;                       ///< one for each run
  std::vector<double> rates;                            ///< edges a second, for each run
  std::vector<double> fetch_parents;                    ///< seconds behind the supersteps, for each search
  std::vector<std::uint64_t> sources;                   ///< by the file's ids: of each run, or all of one
  std::vector<std::pair<std::string, double>> figures;  ///< of the result, such as iterations
  PhaseTimes times;                                     ///< of everything around the runs
  std::string validation = "not asked for";
};

std::string to_text(RunReport const& report);
std::string to_json(RunReport const& report);

}  // namespace tandem::app

#endif
