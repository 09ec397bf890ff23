// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_ENERGY_HPP
#define TANDEM_ENERGY_HPP

#include <exec/tandem_platform.hpp>
#include <cstddef>
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

/// Which counters there are, and whether any could not be read: at the start, or later, when what it has
/// counted since may be missing.
struct EnergyCoverage {
  std::size_t rapl_domains = 0;  ///< packages of processors, and memory
  std::size_t devices = 0;       ///< NVIDIA's
  bool rapl_failed = false;
  bool device_failed = false;

  bool nothing() const { return rapl_domains + devices == 0; }
  /// Every run uses some. Which of them a domain belongs to is unknown, so that all have to be counted.
  bool all_processors() const { return rapl_domains > 0 && !rapl_failed; }
  /// Those that the platform uses; emulated ones are processors. NVML numbers devices in an order of its own
  /// and knows those that are hidden from us, so that one that fails may be one of ours.
  bool all_devices(Platform const& platform) const;
  bool all(Platform const& platform) const { return all_processors() && all_devices(platform); }
};

/// Counters of the energy that processors, their memory and NVIDIA devices have used: RAPL through the
/// kernel's powercap files, and NVML, which is loaded when it is there. A counter that can't be read is left
/// out, which coverage() tells.
class EnergyMeter {
 public:
  explicit EnergyMeter(EnergySources const& sources = {});
  ~EnergyMeter();
  EnergyMeter(EnergyMeter const&) = delete;
  EnergyMeter& operator=(EnergyMeter const&) = delete;

  EnergyCoverage coverage() const;
  /// What is counted, or why nothing is, in a line for people; also, when it is only a part of what the
  /// platform uses, which.
  std::string describe(Platform const& platform) const;
  /// Joules since the last call, or since the start; nothing where there is no counter. Call it once a
  /// minute or so: RAPL counters start again from 0 after some.
  std::optional<double> joules();

 private:
  struct Counters;
  std::unique_ptr<Counters> m_counters;
};

}  // namespace tandem

#endif
