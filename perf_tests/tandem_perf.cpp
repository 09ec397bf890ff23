// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_perf.hpp"

#include <core/tandem_error.hpp>
#include <core/tandem_version.hpp>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>
#include <algorithm>

namespace tandem::perf {

namespace {

rusage process_usage() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage;
}

double to_seconds(timeval const& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

}  // namespace

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  std::size_t const middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double process_cpu_seconds() {
  rusage const usage = process_usage();
  return to_seconds(usage.ru_utime) + to_seconds(usage.ru_stime);
}

std::uint64_t peak_bytes() {
  return static_cast<std::uint64_t>(process_usage().ru_maxrss) * 1024;
}

ScratchFile::ScratchFile(std::filesystem::path folder, std::string_view stem, std::string_view extension)
    : m_path((folder.empty() ? std::filesystem::temp_directory_path() : std::move(folder)) /
             fmt::format("{}-{}{}", stem, getpid(), extension)) {}

ScratchFile::~ScratchFile() {
  std::error_code ignored;
  std::filesystem::remove(m_path, ignored);
}

Benchmark::Benchmark(std::string name, std::string description)
    : m_app(std::move(description)), m_name(std::move(name)) {
  m_app.add_option("-t,--trials", m_trials, "repetitions; the median is reported")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  m_app.add_flag("--json", m_json, "print the record as JSON");
}

int Benchmark::run(int argc, char** argv, std::function<void(Benchmark&)> const& measure) {
  CLI11_PARSE(m_app, argc, argv);
  Kokkos::ScopeGuard const kokkos;
  try {
    measure(*this);
  } catch (Error const& error) {
    fmt::print(stderr, "{}: {}\n", m_name, error.what());
    return 2;
  }
  report();
  return 0;
}

void Benchmark::add(Measurement measurement) {
  m_measurements.push_back(std::move(measurement));
}

void Benchmark::note(std::string const& name, nlohmann::json value) {
  m_notes[name] = std::move(value);
}

void Benchmark::report() const {
  int const threads = Host().concurrency();
  if (m_json) {
    nlohmann::json record = {{"benchmark", m_name},    {"version", TANDEM_VERSION},
                             {"git", TANDEM_GIT_HASH}, {"kokkos", KOKKOS_VERSION},
                             {"host", Host::name()},   {"device", Device::name()},
                             {"threads", threads},     {"notes", m_notes}};
    for (auto const& measurement : m_measurements)
      record["seconds"][measurement.work] = {{"median", median(measurement.seconds)},
                                             {"trials", measurement.seconds},
                                             {"cpu", median(measurement.cpu_seconds)}};
    fmt::print("{}\n", record.dump(2));
    return;
  }
  fmt::print("{}: tandem {} ({}), Kokkos {}, {} threads of {}\n", m_name, TANDEM_VERSION, TANDEM_GIT_HASH,
             KOKKOS_VERSION, threads, Host::name());
  fmt::print("{:<40} {:>12} {:>12} {:>12} {:>12}\n", "work", "median ms", "min ms", "max ms", "cpu ms");
  for (auto const& measurement : m_measurements) {
    auto const [min, max] = std::minmax_element(measurement.seconds.begin(), measurement.seconds.end());
    fmt::print("{:<40} {:>12.2f} {:>12.2f} {:>12.2f} {:>12.2f}\n", measurement.work,
               median(measurement.seconds) * 1e3, *min * 1e3, *max * 1e3,
               median(measurement.cpu_seconds) * 1e3);
  }
  for (auto const& [name, value] : m_notes.items()) fmt::print("{:<40} {}\n", name, value.dump());
}

}  // namespace tandem::perf
