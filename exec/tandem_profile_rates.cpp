// SPDX-License-Identifier: BSD-3-Clause
#include <exec/tandem_profile_rates.hpp>
#include <fmt/format.h>

namespace tandem {

std::string reason_not_to_use(MachineProfile const& profile, Platform const& platform,
                              std::string const& algorithm) {
  bool same = profile.platform == to_string(platform.spec);
  for (Unit const& unit : platform.units)
    same =
        same && unit.threads == (unit.kind == UnitKind::host ? profile.host_threads : profile.device_threads);
  if (!same)
    return fmt::format("is for {} with {} + {} threads, not for these units", profile.platform,
                       profile.host_threads, profile.device_threads);
  if (std::string const here = machine_name(platform.machine); profile.machine != here)
    return fmt::format("is of another machine, {}, not of {}", profile.machine, here);
  if (!profile.find(algorithm))
    return fmt::format("has no rates for '{}': calibrate with {}", algorithm,
                       algorithm == "sssp" ? "a graph that has weights" : "this version");
  return {};
}

}  // namespace tandem
