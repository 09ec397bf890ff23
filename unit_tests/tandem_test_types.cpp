// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_test_macros.hpp>
#include <core/tandem_types.hpp>
#include <string_view>

TEST_CASE("a reduction runs on the default space", "[types]") {
  REQUIRE(tandem::triangle(1000) == 499500);
  REQUIRE(tandem::vertex_bits() == TANDEM_VERTEX_BITS);
  REQUIRE(std::string_view("a") == std::string_view("a"));
}
