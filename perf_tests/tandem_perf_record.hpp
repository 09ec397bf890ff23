// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_PERF_RECORD_HPP
#define TANDEM_PERF_RECORD_HPP

#include <string>
#include <vector>

// What a benchmark found, and under which conditions.
namespace tandem::perf {

/// The time of one trial.
struct Sample {
  double seconds = 0;
  double cpu_seconds = 0;  ///< of all threads together: says more than the clock on a busy machine

  void add(Sample const& other) {
    seconds += other.seconds;
    cpu_seconds += other.cpu_seconds;
  }
};

inline Sample operator/(Sample const& sample, double n) {
  return {sample.seconds / n, sample.cpu_seconds / n};
}

/// One measured piece of work.
struct Measurement {
  std::string work;
  std::vector<double> seconds;  ///< one per trial
  std::vector<double> cpu_seconds;

  void add(Sample const& sample) {
    seconds.push_back(sample.seconds);
    cpu_seconds.push_back(sample.cpu_seconds);
  }
};

double median(std::vector<double> values);

struct Note {
  std::string name;
  double value;
};

struct Record {
  std::string benchmark;
  std::string kokkos;  ///< version
  std::string host;    ///< execution spaces
  std::string device;
  int threads = 0;
  std::vector<Measurement> measurements;
  std::vector<Note> notes;
};

/// A table for people.
std::string to_text(Record const& record);
std::string to_json_text(Record const& record);

}  // namespace tandem::perf

#endif
