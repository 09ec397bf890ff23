// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_run_options.hpp"

namespace tandem::test {

namespace {

#if defined(__has_feature)
constexpr bool sanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool sanitized = false;
#endif
/// Sanitizers make everything slower, and what they look for does not hide in single splits.
constexpr unsigned every_nth_split = sanitized ? 18 : 6;

}  // namespace

std::vector<NamedOptions> engine_options() {
  static unsigned calls = 0;
  unsigned const turn = calls++ % every_nth_split;
  unsigned number = 0;
  std::vector<NamedOptions> all;
  for (char const* platform : {"1S", "1S1G", "1S2G", "1S3G"})
    for (PartitionPolicy policy : {PartitionPolicy::random, PartitionPolicy::high, PartitionPolicy::low})
      for (double alpha : {0.0, 0.3, 0.7, 1.0}) {
        bool const alone = std::string(platform) == "1S";
        if (alone && (alpha != 1 || policy != PartitionPolicy::high)) continue;
        if (!alone && number++ % every_nth_split != turn) continue;
        EngineOptions options;
        options.platform.spec = platform;
        options.platform.bind = false;
        options.split.policy = policy;
        options.split.alpha = alpha;
        all.push_back(
            {std::string(platform) + " " + std::string(to_string(policy)) + " alpha " + std::to_string(alpha),
             options});
      }
  return all;
}

}  // namespace tandem::test
