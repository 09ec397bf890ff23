// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_TEST_RUN_OPTIONS_HPP
#define TANDEM_TEST_RUN_OPTIONS_HPP

#include <exec/tandem_engine.hpp>
#include <string>
#include <vector>

namespace tandem::test {

struct NamedOptions {
  std::string name;
  EngineOptions options;
};

/// Every policy on one host with up to three devices and several splits: a sixth of them at each call (fewer
/// under sanitizers), in turn, as all of them with every graph of the zoo would take minutes. Nothing is
/// bound, as there may be more units than cores.
std::vector<NamedOptions> engine_options();

}  // namespace tandem::test

#endif
