// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_INFO_JSON_HPP
#define TANDEM_INFO_JSON_HPP

#include <core/tandem_graph_statistics.hpp>
#include <core/tandem_timer.hpp>
#include <exec/tandem_platform.hpp>
#include <string>

// What `tandem info` tells, for machines.
namespace tandem::app {

std::string statistics_json(std::string const& name, GraphStatistics const& statistics, PhaseTimes const& times);
std::string platform_json(Platform const& platform);

}  // namespace tandem::app

#endif
