// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_PROFILE_RATES_HPP
#define TANDEM_PROFILE_RATES_HPP

#include <exec/tandem_platform.hpp>
#include <partition/tandem_machine_profile.hpp>
#include <string>

namespace tandem {

/// Why a profile says nothing of an algorithm on these units, to be put behind its name; empty: it does.
/// Users share their folders between machines.
std::string reason_not_to_use(MachineProfile const& profile, Platform const& platform,
                              std::string const& algorithm);

}  // namespace tandem

#endif
