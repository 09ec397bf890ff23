// SPDX-License-Identifier: BSD-3-Clause
#include <exec/impl/tandem_cpu_limit.hpp>
#include <algorithm>
#include <fstream>

namespace tandem::Impl {

namespace {

/// Quota over period; 0 where there is none ("max" in version 2, -1 in version 1).
double limit_of(CgroupFolder const& group) {
  double quota = 0;
  double period = 0;
  if (group.v2) {
    std::ifstream(group.path / "cpu.max") >> quota >> period;
  } else {
    std::ifstream(group.path / "cpu.cfs_quota_us") >> quota;
    std::ifstream(group.path / "cpu.cfs_period_us") >> period;
  }
  return quota > 0 && period > 0 ? quota / period : 0;
}

}  // namespace

double cpu_limit(std::vector<CgroupFolder> const& groups) {
  double limit = 0;
  for (auto const& group : groups) {
    double const here = limit_of(group);
    if (here > 0) limit = limit > 0 ? std::min(limit, here) : here;
  }
  return limit;
}

}  // namespace tandem::Impl
