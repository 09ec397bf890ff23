// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_TEST_RUN_OPTIONS_HPP
#define TANDEM_TEST_RUN_OPTIONS_HPP

#include <exec/tandem_engine.hpp>
#include <string>
#include <vector>

namespace tandem::test {

#if defined(__has_feature)
inline constexpr bool address_sanitized = __has_feature(address_sanitizer);
inline constexpr bool sanitized = address_sanitized || __has_feature(thread_sanitizer);
#else
inline constexpr bool address_sanitized = false, sanitized = false;
#endif

struct NamedOptions {
  std::string name;
  EngineOptions options;
};

enum class Splits {
  some,  ///< a seventh of them, fewer where that takes long; which ones, and their seeds, the run's
         ///< --rng-seed decides
  all    ///< each with several seeds
};

/// Threads of a platform in all if each of its units has two.
int two_each(char const* platform);

/// Every policy on one host with up to four devices and several shares of the host, and two devices without a
/// host. All of them with every graph would take minutes, so that each graph gets others of them with each
/// algorithm, and in the next run. Nothing is bound, as there may be more units than cores.
std::vector<NamedOptions> engine_options(std::string const& graph, std::string const& algorithm,
                                         Splits splits = Splits::some);

/// For tests on all splits: ends them unless TANDEM_TEST_ALL is set.
void skip_unless_all_are_wanted();

}  // namespace tandem::test

#endif
