// SPDX-License-Identifier: BSD-3-Clause
#include <core/tandem_build.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_generate.hpp>
#include <exec/tandem_calibrate.hpp>
#include <exec/tandem_split.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

namespace {

using namespace tandem;

TEST_CASE("a calibration finds the rate of every unit", "[split]") {
  PlatformOptions options;
  options.spec = "1S2G";
  options.bind = false;
  Platform const platform = make_platform(options);
  auto const rates = calibrate(Host(), platform);
  REQUIRE(rates.size() == 3);
  for (double const rate : rates) CHECK((rate > 1e5 && rate < 1e13));
}

TEST_CASE("what nobody has said about a split is chosen", "[split]") {
  Graph const graph = build_graph(Host(), generate(Host(), "kron:12"), {.drop_duplicates = true});
  PlatformOptions options;
  options.spec = "1S1G";
  options.bind = false;
  Platform const platform = make_platform(options);
  bool const real = !platform.units[1].emulated;
  Split const by_edge = choose_split(Host(), platform, graph, {});
  Split const by_vertex = choose_split(Host(), platform, graph, {.needs = {.work = Work::by_vertex}});
  CHECK(by_edge.policy == (real ? PartitionPolicy::high : PartitionPolicy::random));
  CHECK(by_vertex.policy == PartitionPolicy::high);
  if (real) {
    CHECK((by_edge.shares[0] > 0 && by_edge.shares[0] < 1));
    CHECK(by_edge.notes.size() == 1);
  } else {
    // Half of the vertices have far more than half of the edges.
    CHECK(by_vertex.shares[0] > by_edge.shares[0] + 0.2);
  }
}

TEST_CASE("alpha is raised to what the devices can hold", "[split]") {
  using Catch::Matchers::ContainsSubstring;
  using Catch::Matchers::MessageMatches;
  Graph const graph = build_graph(Host(), generate(Host(), "kron:14"), {.drop_duplicates = true});
  PlatformOptions small;
  small.spec = "1S1G";
  small.device_memory = 600000;
  Platform const platform = make_platform(small);
  for (PartitionPolicy policy : {PartitionPolicy::random, PartitionPolicy::high, PartitionPolicy::low}) {
    SplitOptions options;
    options.policy = policy;
    options.alpha = 0.1;
    Split const split = choose_split(Host(), platform, graph, options);
    CAPTURE(to_string(policy), split.shares[0]);
    CHECK(split.shares[0] > 0.1);
    CHECK(split.shares[0] + split.shares[1] == 1);
    CHECK(split.unit_bytes[1] <= small.device_memory);
    CHECK(split.notes.size() == 1);
  }
  small.spec = "1G";
  CHECK_THROWS_MATCHES(choose_split(Host(), make_platform(small), graph, {}), Error,
                       MessageMatches(ContainsSubstring("does not fit")));
  small.device_memory = 0;
  small.spec = "1S1G";
  SplitOptions shares;
  shares.device_shares = {1, 2};
  CHECK_THROWS_MATCHES(choose_split(Host(), make_platform(small), graph, shares), Error,
                       MessageMatches(ContainsSubstring("2 device shares")));
  CHECK_THROWS_MATCHES(check_split_options(make_platform(small), shares), Error,
                       MessageMatches(ContainsSubstring("2 device shares")));
  shares.device_shares = {};
  shares.alpha = 1.5;
  CHECK_THROWS_MATCHES(choose_split(Host(), make_platform(small), graph, shares), Error,
                       MessageMatches(ContainsSubstring("alpha is 1.5")));
}

}  // namespace
