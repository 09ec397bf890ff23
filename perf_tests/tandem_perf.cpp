// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_perf.hpp"

#include <core/tandem_error.hpp>
#include <core/tandem_version.hpp>
#include <fmt/format.h>
#include <algorithm>

namespace tandem::perf {

double Measurement::median() const {
  if (seconds.empty()) return 0;
  auto sorted = seconds;
  std::sort(sorted.begin(), sorted.end());
  std::size_t const middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

Benchmark::Benchmark(std::string name, std::string description) : m_app(std::move(description)), m_name(std::move(name)) {
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

void Benchmark::add(Measurement measurement) { m_measurements.push_back(std::move(measurement)); }

void Benchmark::note(std::string const& name, nlohmann::json value) { m_notes[name] = std::move(value); }

void Benchmark::report() const {
  int const threads = Host().concurrency();
  if (m_json) {
    nlohmann::json record = {{"benchmark", m_name},   {"version", TANDEM_VERSION}, {"git", TANDEM_GIT_HASH},
                             {"kokkos", KOKKOS_VERSION}, {"host", Host::name()},     {"device", Device::name()},
                             {"threads", threads},       {"notes", m_notes}};
    for (auto const& measurement : m_measurements)
      record["seconds"][measurement.work] = {{"median", measurement.median()}, {"trials", measurement.seconds}};
    fmt::print("{}\n", record.dump(2));
    return;
  }
  fmt::print("{}: tandem {} ({}), Kokkos {}, {} threads of {}\n", m_name, TANDEM_VERSION, TANDEM_GIT_HASH,
             KOKKOS_VERSION, threads, Host::name());
  fmt::print("{:<40} {:>12} {:>12} {:>12}\n", "work", "median ms", "min ms", "max ms");
  for (auto const& measurement : m_measurements) {
    auto const [min, max] = std::minmax_element(measurement.seconds.begin(), measurement.seconds.end());
    fmt::print("{:<40} {:>12.2f} {:>12.2f} {:>12.2f}\n", measurement.work, measurement.median() * 1e3, *min * 1e3,
               *max * 1e3);
  }
  for (auto const& [name, value] : m_notes.items()) fmt::print("{:<40} {}\n", name, value.dump());
}

}  // namespace tandem::perf
