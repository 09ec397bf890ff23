// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_CPU_LIMIT_HPP
#define TANDEM_CPU_LIMIT_HPP

#include <core/impl/tandem_cgroup.hpp>
#include <vector>

namespace tandem::Impl {

/// CPU time a second that the tightest of the groups grants: 2.5 is two and a half cores. 0: no limit. A
/// container limited so still sees every core, and threads beyond the limit only wait for each other.
double cpu_limit(std::vector<CgroupFolder> const& groups);

}  // namespace tandem::Impl

#endif
