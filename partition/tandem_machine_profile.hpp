// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_MACHINE_PROFILE_HPP
#define TANDEM_MACHINE_PROFILE_HPP

#include <partition/tandem_rates.hpp>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tandem {

/// What the planner must know of a machine: measured here by `tandem calibrate`, or taken from elsewhere.
struct MachineProfile {
  struct Algorithm {
    std::string name;  ///< as in `tandem run`
    AlgorithmRates rates;
  };

  std::string machine;   ///< for people
  std::string platform;  ///< such as 1S1G
  int host_threads = 0;  ///< 0: not said, as of a machine that is not here; so are the others
  int device_threads = 0;
  std::size_t host_memory = 0;
  std::size_t device_memory = 0;  ///< of each device
  bool emulated = false;          ///< devices are slices of the host
  std::vector<Algorithm> algorithms;

  std::optional<AlgorithmRates> find(std::string const& algorithm) const;
};

/// Reads a profile in TOML; docs/model.md has an example. Throws Error with the file and line.
MachineProfile read_machine_profile(std::filesystem::path const& path);
std::string to_toml(MachineProfile const& profile);

/// Where `tandem calibrate` saves a profile of this machine: in the user's folder for configurations, if the
/// environment tells of one.
std::optional<std::filesystem::path> default_profile_path(std::string const& platform);

}  // namespace tandem

#endif
