// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_ENERGY_HPP
#define TANDEM_ENERGY_HPP

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace tandem {

/// Counters of the energy that processors, their memory and NVIDIA devices have used: RAPL through the
/// kernel's powercap files, and NVML, which is loaded when it is there. A counter that can't be read is left
/// out.
class EnergyMeter {
 public:
  EnergyMeter();
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
