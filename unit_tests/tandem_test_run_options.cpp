// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_run_options.hpp"

#include <catch2/catch_get_random_seed.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <functional>
#include <random>

namespace tandem::test {

namespace {

/// There are three policies and four shares: with a number prime to both, each part has some of all.
/// Sanitizers make everything slower, and what they look for does not hide in single splits; so does
/// OpenMPTarget.
constexpr std::size_t num_parts = sanitized ? 31 : device_is_host_v ? 7 : 13;
constexpr std::uint64_t num_seeds = 3;

NamedOptions name_split(char const* platform, PartitionPolicy policy, double alpha, std::uint64_t seed,
                        int threads = 0) {
  EngineOptions options;
  options.platform.spec = platform;
  options.platform.threads = threads;
  options.platform.bind = false;
  options.split.policy = policy;
  options.split.alpha = alpha;
  options.split.needs.weights = true;  // for shortest paths
  options.seed = seed;
  return {std::string(platform) + " " + std::string(to_string(policy)) + " alpha " + std::to_string(alpha) +
              " seed " + std::to_string(seed) + " threads " + std::to_string(threads),
          options};
}

/// Rows whose owned neighbours come first.
NamedOptions with_local_first(NamedOptions split) {
  split.name += ", local first";
  split.options.order = NeighborOrder::local_first;
  return split;
}

/// About every second one has two threads a unit: where a unit has one, nothing races in its kernels. About
/// every third one has rows in the other order. Drawn, for no share or policy to go with one of them only.
std::vector<NamedOptions> hybrid_splits(std::uint64_t seed) {
  std::vector<NamedOptions> splits;
  std::mt19937_64 random(seed);
  auto const add = [&](char const* platform, std::vector<double> const& alphas) {
    for (PartitionPolicy const policy : partition_policies)
      for (double const alpha : alphas) {
        auto split = name_split(platform, policy, alpha, seed, random() % 2 == 0 ? 0 : two_each(platform));
        splits.push_back(random() % 3 == 0 ? with_local_first(std::move(split)) : std::move(split));
      }
  };
  for (char const* platform : {"1S1G", "1S2G", "1S3G"}) add(platform, {0.0, 0.3, 0.7, 1.0});
  add("1S4G", {0.3});  // few: it differs from 1S3G in nothing but the number
  add("2G", {0.0});    // no host
  return splits;
}

}  // namespace

int two_each(char const* platform) {
  PlatformSpec const spec = parse_platform_spec(platform);
  return 2 * ((spec.sockets > 0 ? 1 : 0) + spec.devices);
}

std::vector<NamedOptions> engine_options(std::string const& graph, std::string const& algorithm,
                                         Splits splits) {
  std::vector<NamedOptions> result{name_split("1S", PartitionPolicy::high, 1, 1)};
  if (splits == Splits::all) {
    for (std::uint64_t seed = 1; seed <= num_seeds; ++seed)
      for (auto& split : hybrid_splits(seed)) result.push_back(std::move(split));
    return result;
  }
  // Runs with seeds that follow each other take turns, so that as many of them as there are parts meet all
  // splits.
  std::uint64_t const seed = Catch::getSeed();
  std::size_t const part = (std::hash<std::string>()(graph + '/' + algorithm) + seed) % num_parts;
  auto const all = hybrid_splits(seed);
  for (std::size_t i = part; i < all.size(); i += num_parts) result.push_back(all[i]);
  return result;
}

void skip_unless_all_are_wanted() {
  if (std::getenv("TANDEM_TEST_ALL") == nullptr) SKIP("takes minutes: set TANDEM_TEST_ALL=1 to run it");
}

}  // namespace tandem::test
