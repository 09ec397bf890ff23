// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_CALIBRATE_HPP
#define TANDEM_CALIBRATE_HPP

#include <core/tandem_spaces.hpp>
#include <exec/tandem_platform.hpp>
#include <vector>

namespace tandem {

/// Edges per second of each unit, all working at the same time: each sums the neighbours' values over a small
/// skewed graph of its own. Takes some tenths of a second.
std::vector<double> calibrate(Host const& space, Platform const& platform);

}  // namespace tandem

#endif
