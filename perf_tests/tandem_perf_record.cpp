// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_perf_record.hpp"

#include <core/tandem_version.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tandem::perf {

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  std::size_t const middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::string to_text(Record const& record) {
  std::string text = fmt::format("{}: tandem {} ({}), Kokkos {}, {} threads of {}\n", record.benchmark,
                                 TANDEM_VERSION, TANDEM_GIT_HASH, record.kokkos, record.threads, record.host);
  text +=
      fmt::format("{:<40} {:>12} {:>12} {:>12} {:>12}\n", "work", "median ms", "min ms", "max ms", "cpu ms");
  for (auto const& [work, seconds, cpu_seconds] : record.measurements) {
    auto const [min, max] = std::minmax_element(seconds.begin(), seconds.end());
    text += fmt::format("{:<40} {:>12.2f} {:>12.2f} {:>12.2f} {:>12.2f}\n", work, median(seconds) * 1e3,
                        *min * 1e3, *max * 1e3, median(cpu_seconds) * 1e3);
    if (seconds.size() < 2) continue;
    text += "  each:";
    for (double const trial : seconds) text += fmt::format(" {:.2f}", trial * 1e3);
    text += '\n';
  }
  for (auto const& [name, value] : record.notes) text += fmt::format("{:<66} {:>12.6g}\n", name, value);
  return text;
}

std::string to_json_text(Record const& record) {
  nlohmann::json json = {{"benchmark", record.benchmark}, {"version", TANDEM_VERSION},
                         {"git", TANDEM_GIT_HASH},        {"kokkos", record.kokkos},
                         {"host", record.host},           {"device", record.device},
                         {"threads", record.threads}};
  for (auto const& [work, seconds, cpu_seconds] : record.measurements)
    json["seconds"][work] = {{"median", median(seconds)}, {"trials", seconds}, {"cpu", median(cpu_seconds)}};
  for (auto const& [name, value] : record.notes) {
    if (value == std::floor(value))  // a count
      json["notes"][name] = static_cast<std::int64_t>(value);
    else
      json["notes"][name] = value;
  }
  return json.dump(2) + "\n";
}

}  // namespace tandem::perf
