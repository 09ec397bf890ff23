// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_perf.hpp"

#include <core/tandem_error.hpp>
#include <exec/tandem_runtime.hpp>
#include <exec/tandem_unit_threads.hpp>
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>
#include <chrono>
#include <optional>
#include <thread>

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
    : m_app(std::make_unique<CLI::App>(std::move(description))) {
  m_record.benchmark = std::move(name);
  count("-t,--trials", m_trials, 1000, "repetitions; the median is reported");
  flag("--json", m_json, "print the record as JSON");
}

Benchmark::~Benchmark() = default;

template <class Value>
void Benchmark::option(std::string const& names, Value& value, std::string const& help) {
  m_app->add_option(names, value, help)->capture_default_str();
}

// The types in use, as no other file can instantiate these.
template void Benchmark::option(std::string const&, std::string&, std::string const&);
template void Benchmark::option(std::string const&, int&, std::string const&);
template void Benchmark::option(std::string const&, double&, std::string const&);
template void Benchmark::option(std::string const&, std::optional<double>&, std::string const&);

void Benchmark::list(std::string const& names, std::vector<std::string>& values, std::string const& help) {
  m_app->add_option(names, values, help)->delimiter(',')->capture_default_str();
}

template <class Number>
void Benchmark::count(std::string const& names, Number& number, int most, std::string const& help) {
  m_app->add_option(names, number, help)->check(CLI::Range(1, most))->capture_default_str();
}

template void Benchmark::count(std::string const&, int&, int, std::string const&);
template void Benchmark::count(std::string const&, std::uint64_t&, int, std::string const&);

void Benchmark::flag(std::string const& names, bool& value, std::string const& help) {
  m_app->add_flag(names, value, help);
}

void Benchmark::file(std::string const& name, std::string& path, std::string const& help) {
  m_app->add_option(name, path, help)->check(CLI::ExistingFile);
}

void Benchmark::exclude(std::string const& name, std::string const& other) {
  m_app->get_option(name)->excludes(m_app->get_option(other));
}

int Benchmark::run(int argc, char** argv, std::function<void(Benchmark&)> const& measure) {
  CLI11_PARSE(*m_app, argc, argv);
  Runtime const runtime;
  m_record.kokkos = kokkos_version();
  m_record.host = Host::name();
  m_record.device = Device::name();
  m_record.threads = Host().concurrency();
  try {
    measure(*this);
  } catch (Error const& error) {
    fmt::print(stderr, "{}: {}\n", m_record.benchmark, error.what());
    return 2;
  }
  fmt::print("{}", m_json ? to_json_text(m_record) : to_text(m_record));
  return 0;
}

void Benchmark::race(std::vector<Contender> const& contenders) {
  // OpenMP's threads spin for some milliseconds after their last loop, on the cores of whoever comes next.
  // And where there are more of them than cores, GCC's hardly spin at all, but sleep between the loops: those
  // of peers, which run on this thread, are sent away.
  constexpr auto pause = std::chrono::milliseconds(20);
  std::vector<Measurement> times;
  for (Contender const& contender : contenders) {
    rest_workers();
    contender.run();
    times.push_back({contender.name, {}, {}});
  }
  for (int trial = 0; trial < m_trials; ++trial)
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      rest_workers();
      std::this_thread::sleep_for(pause);
      times[i].add(contenders[i].run());
    }
  for (std::size_t i = 1; i < times.size(); ++i) {
    std::vector<double> ratios;
    for (std::size_t trial = 0; trial < times[i].seconds.size(); ++trial)
      ratios.push_back(times[0].seconds[trial] / times[i].seconds[trial]);
    note(fmt::format("time of {} / {}", times[0].work, times[i].work), median(ratios));
  }
  for (Measurement& each : times) add(std::move(each));
}

}  // namespace tandem::perf
