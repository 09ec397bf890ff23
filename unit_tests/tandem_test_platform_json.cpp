// SPDX-License-Identifier: BSD-3-Clause
#include <exec/impl/tandem_platform_json.hpp>
#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

namespace tandem::test {

TEST_CASE("a platform is described to machines", "[platform_json]") {
  Platform platform;
  platform.spec = {1, 1};
  platform.machine.device_backend = "CUDA";
  platform.machine.cores = {{{0, 1}, 0, 0}, {{2, 3}, 0, 0}};
  platform.machine.devices = {{0, "first", 1000, 900, 1}, {1, "second", 0, 0, -1}};
  platform.units.resize(2);
  platform.units[0].threads = 2;
  platform.units[0].cpuset = {0, 2};
  platform.units[1].kind = UnitKind::device;
  platform.units[1].memory = 900;
  platform.notes = {"a note"};

  auto const json = Impl::to_json(platform);
  CHECK(json["platform"] == "1S1G");
  REQUIRE(json["units"].size() == 2);
  CHECK(json["units"][0]["kind"] == "host");
  CHECK(json["units"][0]["cpus"] == nlohmann::json({0, 2}));
  CHECK(json["units"][0]["numa_node"].is_null());
  CHECK(json["units"][1]["kind"] == "device");
  CHECK(json["units"][1]["memory"] == 900);
  CHECK(json["machine"]["allowed_cores"][1]["cpus"] == nlohmann::json({2, 3}));
  CHECK(json["machine"]["devices"][0]["free_memory"] == 900);
  CHECK(json["machine"]["devices"][1]["memory"].is_null());
  CHECK(json["machine"]["cpu_limit"].is_null());
  CHECK(json["notes"][0] == "a note");
}

}  // namespace tandem::test
