// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_PERF_HPP
#define TANDEM_PERF_HPP

#include "tandem_perf_record.hpp"

#include <core/tandem_spaces.hpp>
#include <core/tandem_timer.hpp>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

// Only tandem_perf.cpp sees the rest of CLI11, which costs seconds in every file that uses it.
namespace CLI {
class App;
}

// What every benchmark shares: command line, repetition, and a record that says under which conditions it
// ran.
namespace tandem::perf {

/// Processor time that this process has used, all threads together, in the kernel too.
double process_cpu_seconds();

/// The time of one run of `work`. What work returns is dropped outside of the time.
template <class Work>
Sample time_once(Work const& work) {
  double const cpu_before = process_cpu_seconds();
  Timer const timer;
  auto const result = work();
  Sample const sample{timer.seconds(), process_cpu_seconds() - cpu_before};
  (void)result;
  return sample;
}

/// One of several ways to do the same work.
struct Contender {
  std::string name;
  std::function<Sample()> run;
};

/// Largest resident memory of this process so far.
std::uint64_t peak_bytes();

/// A file that goes when its name goes.
class ScratchFile {
 public:
  /// A new name that starts with `stem` and ends with `extension`, in `folder` or else where the system keeps
  /// temporary files.
  ScratchFile(std::filesystem::path folder, std::string_view stem, std::string_view extension);
  ~ScratchFile();
  ScratchFile(ScratchFile const&) = delete;
  ScratchFile& operator=(ScratchFile const&) = delete;

  std::filesystem::path const& path() const { return m_path; }

 private:
  std::filesystem::path m_path;
};

/// A benchmark program: parse the command line, measure, report.
class Benchmark {
 public:
  Benchmark(std::string name, std::string description);
  ~Benchmark();

  /// Options of the benchmark's own; add them before run(), which sets what they refer to. Names are such as
  /// "-g,--graph". Help shows the value so far as the default, unless it is empty.
  template <class Value>
  void option(std::string const& names, Value& value, std::string const& help);
  /// Several values with commas between them.
  void list(std::string const& names, std::vector<std::string>& values, std::string const& help);
  /// A number from 1 to `most`.
  template <class Number>
  void count(std::string const& names, Number& number, int most, std::string const& help);
  void flag(std::string const& names, bool& value, std::string const& help);
  /// An argument without a dash: a file, which must exist.
  void file(std::string const& name, std::string& path, std::string const& help);
  /// Both together are an error.
  void exclude(std::string const& name, std::string const& other);

  int trials() const { return m_trials; }

  /// Parses the command line, initialises Kokkos, calls `measure` and prints the report. Returns the exit
  /// code.
  int run(int argc, char** argv, std::function<void(Benchmark&)> const& measure);

  /// Times `work` `trials` times after one warm-up and keeps the times under `name`. Returns the median.
  template <class Work>
  double time(std::string const& name, Work const& work) {
    Measurement measurement{name, {}, {}};
    time_once(work);
    for (int trial = 0; trial < m_trials; ++trial) measurement.add(time_once(work));
    add(measurement);
    return median(measurement.seconds);
  }

  /// Has the contenders run in turns, `trials` times after a warm-up, as a machine that is slower for a while
  /// would else favour one of them. Notes how the first compares with each of the others: the median of the
  /// ratios of two times from one turn.
  void race(std::vector<Contender> const& contenders);

  void add(Measurement measurement) { m_record.measurements.push_back(std::move(measurement)); }
  /// A figure that belongs to the record but is no time.
  template <class Number>
  void note(std::string const& name, Number value) {
    m_record.notes.push_back({name, static_cast<double>(value)});
  }

 private:
  std::unique_ptr<CLI::App> m_app;
  int m_trials = 5;
  bool m_json = false;
  Record m_record;
};

}  // namespace tandem::perf

#endif
