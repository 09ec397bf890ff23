// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_PERF_HPP
#define TANDEM_PERF_HPP

#include <core/tandem_spaces.hpp>
#include <core/tandem_timer.hpp>
#include <nlohmann/json.hpp>
#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

// What every benchmark shares: command line, repetition, and a record that says under which conditions it ran.
namespace tandem::perf {

/// One measured piece of work.
struct Measurement {
  std::string work;
  std::vector<double> seconds;  ///< one per trial

  double median() const;
};

/// A benchmark program: parse the command line, measure, report.
class Benchmark {
 public:
  Benchmark(std::string name, std::string description);

  /// For options of the benchmark's own; add them before run().
  CLI::App& options() { return m_app; }
  int trials() const { return m_trials; }

  /// Parses the command line, initialises Kokkos, calls `measure` and prints the report. Returns the exit code.
  int run(int argc, char** argv, std::function<void(Benchmark&)> const& measure);

  /// Times `work` `trials` times after one warm-up and keeps the times under `name`. Work that returns something
  /// drops it outside of the time.
  template <class Work>
  void time(std::string const& name, Work&& work) {
    Measurement measurement{name, {}};
    for (int trial = -1; trial < m_trials; ++trial) {
      Timer const timer;
      auto const result = work();
      double const seconds = timer.seconds();
      if (trial >= 0) measurement.seconds.push_back(seconds);
      (void)result;
    }
    add(std::move(measurement));
  }

  void add(Measurement measurement);
  /// A figure that belongs to the record but is no time.
  void note(std::string const& name, nlohmann::json value);

 private:
  void report() const;

  CLI::App m_app;
  std::string m_name;
  int m_trials = 5;
  bool m_json = false;
  std::vector<Measurement> m_measurements;
  nlohmann::json m_notes;
};

}  // namespace tandem::perf

#endif
