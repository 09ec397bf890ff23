// SPDX-License-Identifier: BSD-3-Clause
#include <core/tandem_error.hpp>
#include <core/tandem_host_view.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <limits>
#include <vector>

using namespace tandem;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("bytes are shown in units that people read", "[host_view]") {
  CHECK(format_bytes(0) == "0 B");
  CHECK(format_bytes(999) == "999 B");
  CHECK(format_bytes(1000) == "1.0 kB");
  CHECK(format_bytes(999'949) == "999.9 kB");
  CHECK(format_bytes(999'950) == "1.0 MB");
  CHECK(format_bytes(12'345'678'901) == "12.3 GB");
  CHECK(format_bytes(std::numeric_limits<std::size_t>::max()) == "18.4 EB");
}

TEST_CASE("memory beyond the machine's is refused with need and available", "[host_view]") {
  std::size_t const available = available_host_memory();
  CHECK(available > 0);
  CHECK(available < std::numeric_limits<std::size_t>::max());
  CHECK_NOTHROW(require_host_memory(1, "a test"));
  CHECK_THROWS_WITH(
      require_host_memory(std::numeric_limits<std::size_t>::max(), "a test"),
      ContainsSubstring("a test") && ContainsSubstring("18.4 EB") && ContainsSubstring("available"));
  Host const space;
  // The product of length and size must not wrap around to something small.
  CHECK_THROWS_AS(make_host_view<std::uint64_t>(space, "tandem::test::huge", (std::size_t(1) << 61) + 1),
                  Error);
}

TEST_CASE("renewed memory leaves what is around it alone", "[host_view]") {
  std::vector<char> bytes(5'000'000, 'x');
  renew_with_huge_pages(bytes.data() + 1000, bytes.size() - 2000);
  renew_with_huge_pages(bytes.data() + 1, 17);
  renew_with_huge_pages(nullptr, 0);
  CHECK(std::all_of(bytes.begin(), bytes.begin() + 1000, [](char c) { return c == 'x'; }));
  CHECK(std::all_of(bytes.end() - 1000, bytes.end(), [](char c) { return c == 'x'; }));
}

// GCC 12 got copies of views wrong in optimised code (issues 8187 and 8223 of Kokkos).
TEST_CASE("views of parts of an array see its elements", "[host_view]") {
  Host const space;
  constexpr int rows = 17, columns = 29;
  Kokkos::View<int**, Kokkos::LayoutRight, HostMemory> const table("tandem::test::table", rows, columns);
  Kokkos::parallel_for("tandem::test::fill", Kokkos::RangePolicy<Host>(space, 0, rows), [=](int const row) {
    auto const of_row = Kokkos::subview(table, row, Kokkos::ALL);
    for (int column = 0; column < columns; ++column) of_row(column) = row * columns + column;
  });
  space.fence("tandem::test: table filled");
  for (int column = 0; column < columns; ++column) {
    auto const of_column = Kokkos::subview(table, Kokkos::ALL, column);
    auto const middle = Kokkos::subview(of_column, std::pair(3, rows - 2));
    auto const copy = middle;
    REQUIRE(copy.extent_int(0) == rows - 5);
    REQUIRE(copy.stride(0) == columns);
    for (int row = 3; row < rows - 2; ++row) REQUIRE(copy(row - 3) == row * columns + column);
  }
}

TEST_CASE("large arrays start on a huge page and hold what they are told", "[host_view]") {
  Host const space;
  struct Triple {
    std::uint32_t values[3];
  };
  for (std::size_t const n :
       {std::size_t(0), std::size_t(1000), std::size_t(700'000), std::size_t(3'000'001)}) {
    auto const words = make_host_view<std::uint32_t>(space, "tandem::test::words", n);
    auto const triples = make_host_view<Triple>(space, "tandem::test::triples", n);
    REQUIRE(words.extent(0) == n);
    REQUIRE(triples.extent(0) == n);
    if (n * sizeof(std::uint32_t) >= huge_page_bytes)
      CHECK(reinterpret_cast<std::uintptr_t>(words.data()) % huge_page_bytes == 0);
    for (std::size_t i = 0; i < n; ++i) words(i) = triples(i).values[2] = static_cast<std::uint32_t>(i);
    bool same = true;
    for (std::size_t i = 0; i < n; ++i) same = same && words(i) == i && triples(i).values[2] == i;
    CHECK(same);
  }
}
