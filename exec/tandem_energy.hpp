// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_ENERGY_HPP
#define TANDEM_ENERGY_HPP

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace tandem {

/// Where counters are looked for; empty: nowhere.
struct EnergySources {
  std::filesystem::path powercap = "/sys/class/powercap";
  std::string nvml = "libnvidia-ml.so.1";
};

/// Counters of the energy that processors, their memory and NVIDIA devices have used: RAPL through the
/// kernel's powercap files, and NVML, which is loaded when it is there. A counter that can't be read is left
/// out.
class EnergyMeter {
 public:
  explicit EnergyMeter(EnergySources const& sources = {});
  ~EnergyMeter();
  EnergyMeter(EnergyMeter const&) = delete;
  EnergyMeter& operator=(EnergyMeter const&) = delete;

  /// What is counted, or why nothing is, in a line for people.
  std::string describe() const;
  /// Joules since the last call, or since the start; nothing where there is no counter. Call it once a
  /// minute or so: RAPL counters start again from 0 after some.
  std::optional<double> joules();

 private:
  struct Counters;
  std::unique_ptr<Counters> m_counters;
};

}  // namespace tandem

#endif
