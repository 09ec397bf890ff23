// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_POLICY_HPP
#define TANDEM_POLICY_HPP

#include <array>
#include <string_view>

namespace tandem {

/// Which vertices stay on the host, the first partition. The others share what is left at random.
enum class PartitionPolicy {
  random,  ///< any
  high,    ///< those of the highest degree
  low      ///< those of the lowest degree
};
inline constexpr std::array partition_policies{PartitionPolicy::random, PartitionPolicy::high,
                                               PartitionPolicy::low};

/// The name used by --partition.
std::string_view to_string(PartitionPolicy policy);
/// In any case. Throws Error with the list of names when there is no such policy.
PartitionPolicy parse_policy(std::string_view name);

}  // namespace tandem

#endif
