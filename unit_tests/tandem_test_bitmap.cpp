// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_spaces.hpp"

#include <core/tandem_bitmap.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <vector>

// Functions with kernels have their own names: nvcc takes no device lambda inside a test case's body for
// granted.
namespace tandem::test {

constexpr std::size_t sizes[] = {0, 1, 63, 64, 65, 1000, 300007};

/// A scattered third of all numbers, with whole words empty and whole words full.
KOKKOS_FUNCTION bool chosen(std::size_t i) {
  std::size_t const word = i / 64;
  return word % 7 == 3 || (word % 5 != 0 && i * 2654435761u % 16 < 5);
}

template <class ExecutionSpace>
using BitmapOf = Bitmap<typename ExecutionSpace::memory_space>;

/// Three threads ask for every chosen number; returns how many were told to have been the first.
template <class ExecutionSpace>
std::uint64_t set_chosen(ExecutionSpace const& space, BitmapOf<ExecutionSpace> const& bitmap) {
  std::size_t const n = bitmap.num_bits();
  std::uint64_t firsts = 0;
  Kokkos::parallel_reduce(
      "tandem::test::set_chosen", Kokkos::RangePolicy<ExecutionSpace>(space, 0, 3 * n),
      KOKKOS_LAMBDA(std::size_t i, std::uint64_t & sum) {
        if (chosen(i % n) && bitmap.set_atomic(i % n)) ++sum;
      },
      firsts);
  return firsts;
}

/// Word by word: sets all bits, then takes the chosen ones out.
template <class ExecutionSpace>
void set_unchosen(ExecutionSpace const& space, BitmapOf<ExecutionSpace> const& bitmap) {
  Kokkos::parallel_for(
      "tandem::test::set_unchosen", Kokkos::RangePolicy<ExecutionSpace>(space, 0, bitmap.num_words()),
      KOKKOS_LAMBDA(std::size_t w) {
        for (std::size_t i = 64 * w; i < 64 * w + 64 && i < bitmap.num_bits(); ++i) {
          bitmap.set(i);
          if (chosen(i)) bitmap.reset(i);
        }
      });
}

template <class ExecutionSpace>
Kokkos::View<int*, typename ExecutionSpace::memory_space> visits_of(ExecutionSpace const& space,
                                                                    BitmapOf<ExecutionSpace> const& bitmap) {
  auto const visits = make_filled<int>(space, bitmap.num_bits(), 0);
  for_each_set(
      space, "tandem::test::visits_of", bitmap,
      KOKKOS_LAMBDA(std::size_t i) { Kokkos::atomic_inc(&visits(i)); });
  return visits;
}

template <class ExecutionSpace>
Kokkos::View<int*, typename ExecutionSpace::memory_space> tests_of(ExecutionSpace const& space,
                                                                   BitmapOf<ExecutionSpace> const& bitmap) {
  auto const tests = make_filled<int>(space, bitmap.num_bits(), -1);
  Kokkos::parallel_for(
      "tandem::test::tests_of", Kokkos::RangePolicy<ExecutionSpace>(space, 0, bitmap.num_bits()),
      KOKKOS_LAMBDA(std::size_t i) { tests(i) = bitmap.test(i); });
  return tests;
}

/// Everything that can be asked of a bitmap agrees with `expected`.
template <class ExecutionSpace>
void check(ExecutionSpace const& space, BitmapOf<ExecutionSpace> const& bitmap,
           std::vector<bool> const& expected) {
  auto const words = copy_back(space, bitmap.words());
  auto const visits = copy_back(space, visits_of(space, bitmap));
  auto const tests = copy_back(space, tests_of(space, bitmap));
  std::size_t num_set = 0, wrong_bits = 0, wrong_tests = 0, wrong_visits = 0, set_beyond = 0;
  for (std::size_t i = 0; i < 64 * words.extent(0); ++i) {
    bool const bit = (words(i / 64) >> (i % 64) & 1) != 0;
    if (i >= expected.size()) {
      set_beyond += bit;
      continue;
    }
    num_set += expected[i];
    wrong_bits += bit != expected[i];
    wrong_tests += (tests(i) == 1) != expected[i];
    wrong_visits += visits(i) != expected[i];
  }
  CHECK(count(space, bitmap) == num_set);
  CHECK(set_beyond == 0);
  CHECK(wrong_bits == 0);
  CHECK(wrong_tests == 0);
  CHECK(wrong_visits == 0);
}

}  // namespace tandem::test

using namespace tandem;
using namespace tandem::test;

TEMPLATE_LIST_TEST_CASE("bitmap", "[bitmap]", Spaces) {
  TestType const space;
  for (std::size_t const n : sizes) {
    CAPTURE(n);
    std::vector<bool> none(n, false), all(n, true), some(n), others(n);
    std::uint64_t num_chosen = 0;
    for (std::size_t i = 0; i < n; ++i) {
      num_chosen += some[i] = chosen(i);
      others[i] = !chosen(i);
    }
    auto const bitmap = make_bitmap(space, "tandem::test::bitmap", n);
    CHECK(bitmap.num_bits() == n);
    CHECK(bitmap.num_words() == (n + 63) / 64);
    CHECK(bitmap.words().label() == "tandem::test::bitmap");
    check(space, bitmap, none);
    CHECK(set_chosen(space, bitmap) == num_chosen);
    check(space, bitmap, some);
    CHECK(set_chosen(space, bitmap) == 0);
    check(space, bitmap, some);
    fill(space, bitmap);
    check(space, bitmap, all);
    clear(space, bitmap);
    check(space, bitmap, none);
    set_unchosen(space, bitmap);
    check(space, bitmap, others);
  }
}

TEST_CASE("a bitmap over a part of a larger array", "[bitmap]") {
  Host const space;
  Kokkos::View<std::uint64_t*, HostMemory> const words("tandem::test::words", 6);
  Bitmap<HostMemory> const bitmap(Kokkos::subview(words, std::pair(2, 5)), 130);
  fill(space, bitmap);
  CHECK(count(space, bitmap) == 130);
  CHECK(words(1) == 0);
  CHECK(words(2) == ~std::uint64_t(0));
  CHECK(words(4) == 3);
  CHECK(words(5) == 0);
}

TEST_CASE("insert tells whether a number is new", "[bitmap]") {
  Host const space;
  auto const bitmap = make_bitmap(space, "tandem::test::bitmap", 130);
  space.fence("tandem::test: bitmap is empty");
  for (std::size_t const i : {0, 63, 64, 129}) {
    CHECK(bitmap.insert(i));
    CHECK_FALSE(bitmap.insert(i));
    CHECK(bitmap.test(i));
  }
  CHECK(count(space, bitmap) == 4);
}
