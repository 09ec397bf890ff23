// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_files.hpp"

#include <partition/tandem_machine_profile.hpp>
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdlib>

namespace {

using namespace tandem;
using namespace tandem::test;

std::string error_in(std::string_view text) {
  TemporaryFolder const folder;
  write_bytes(folder / "profile.toml", text);
  std::string const error = error_of([&] { read_machine_profile(folder / "profile.toml"); });
  auto const name = error.rfind("profile.toml:");
  return name == std::string::npos ? error : error.substr(name + 13);
}

}  // namespace

TEST_CASE("a profile is written and read back", "[machine_profile]") {
  MachineProfile profile;
  profile.machine = "a \"fast\" machine";
  profile.platform = "2S1G";
  profile.host_threads = 16;
  profile.device_memory = std::size_t(6) << 30;
  profile.emulated = true;
  profile.algorithms.push_back({"bfs", {{1.5e9, 2e9}, {3e9}, 4e9, {1, 0.25, 0}}});
  profile.algorithms.push_back({"cc", {{.vertices_per_second = 2.5e9}, {}}});
  TemporaryFolder const folder;
  write_bytes(folder / "a.toml", to_toml(profile));
  MachineProfile const back = read_machine_profile(folder / "a.toml");
  CHECK(back.machine == profile.machine);
  CHECK(back.platform == "2S1G");
  CHECK(back.host_threads == 16);
  CHECK(back.device_threads == 0);
  CHECK(back.host_memory == 0);
  CHECK(back.device_memory == profile.device_memory);
  CHECK(back.emulated);
  REQUIRE(back.algorithms.size() == 2);
  auto const bfs = back.find("bfs");
  REQUIRE(bfs);
  CHECK(bfs->host.edges_per_second == Catch::Approx(1.5e9));
  CHECK(bfs->host.vertices_per_second == Catch::Approx(2e9));
  CHECK(bfs->device.edges_per_second == Catch::Approx(3e9));
  CHECK(std::isinf(bfs->device.vertices_per_second));
  CHECK(bfs->messages_per_second == Catch::Approx(4e9));
  CHECK(bfs->overlap_of(PartitionPolicy::random) == 1);
  CHECK(bfs->overlap_of(PartitionPolicy::high) == 0.25);
  CHECK(bfs->overlap_of(PartitionPolicy::low) == 0);
  CHECK(std::isinf(back.find("cc")->host.edges_per_second));
  CHECK(back.find("cc")->host.vertices_per_second == Catch::Approx(2.5e9));
  CHECK(!back.find("pagerank"));
}

TEST_CASE("bad profiles are named with their line", "[machine_profile]") {
  CHECK(error_in("machine = 'a'\n") == "1: it has no platform, such as \"1S1G\"");
  CHECK(error_in("platform = '1S'\n") == "1: it has no [algorithms]");
  CHECK(error_in("platform = 1\n") == "1: 'platform' is not a text");
  CHECK(error_in("platform = '1S'\nplatfrom = '1S'\n") == "2: 'platfrom' is not known here");
  CHECK(error_in("platform = '1S'\n[algorithms]\nbfs = 3\n") == "3: 'bfs' is not a table");
  CHECK(error_in("platform = '1S'\n[algorithms.bfs]\nmessages_per_second = -3\n") ==
        "3: 'messages_per_second' must be a number, 0 or more");
  CHECK(error_in("platform = '1S'\n[algorithms.bfs]\nhost.edges_per_second = 0\n") ==
        "3: 'edges_per_second' must be more than 0");
  CHECK(error_in("platform = '1S'\n[algorithms.bfs]\nhost.edges = 1\n") == "3: 'edges' is not known here");
  CHECK(error_in("platform = '1S'\n[algorithms.bfs]\noverlap.high = 2\n") ==
        "3: 'high' is a share: it must be in 0..1");
  CHECK(error_in("platform = '1S'\n[algorithms.bfs]\noverlap.metis = 1\n").starts_with("3: "));
  CHECK(error_in("platform = '1S'\n[host]\nthreads = 1e30\n") == "3: 'threads' is too large");
  CHECK(error_in("platform = '1S'\n[device]\nmemory = 2e19\n") == "3: 'memory' is too large");
  CHECK(error_in("platform = '1S'\n[device]\nemulated = 1\n") == "3: 'emulated' must be true or false");
  CHECK(error_in("platform = = '1S'\n").starts_with("1: "));
  TemporaryFolder const folder;
  CHECK(error_of([&] { read_machine_profile(folder.path()); }).ends_with("is a directory, not a profile"));
  CHECK(error_of([&] { read_machine_profile(folder / "none"); }).starts_with("cannot read the profile"));
}
