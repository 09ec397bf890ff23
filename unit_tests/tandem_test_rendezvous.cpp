// SPDX-License-Identifier: BSD-3-Clause
#include <exec/impl/tandem_rendezvous.hpp>

#include <catch2/catch_test_macros.hpp>

#include <future>
#include <thread>

using namespace tandem;
using Impl::Rendezvous;

namespace {

using Units = std::vector<std::size_t>;

Vote vote_of(double sum) {
  Vote vote;
  vote.sum = sum;
  return vote;
}

}  // namespace

TEST_CASE("units are waited for in the order in which they arrive", "[rendezvous]") {
  for (bool const spin : {false, true}) {
    CAPTURE(spin);
    Rendezvous rendezvous(3, spin);
    Units others{1, 2};
    rendezvous.arrive(2, 0, vote_of(20));
    CHECK(rendezvous.wait_for_one(others, 0) == 2);
    CHECK(others == Units{1});
    // The one that is late, from a thread of its own: long after waiting has gone over to sleep.
    auto const late = std::async(std::launch::async, [&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      rendezvous.arrive(1, 0, vote_of(10));
    });
    CHECK(rendezvous.wait_for_one(others, 0) == 1);
    CHECK(others.empty());
    rendezvous.arrive(0, 0, vote_of(1));
    CHECK(rendezvous.total(0).sum == 31);
  }
}

TEST_CASE("a unit that is a step ahead has arrived, one that is a step behind has not", "[rendezvous]") {
  Rendezvous rendezvous(3, true);
  rendezvous.arrive(1, 0, vote_of(1));
  rendezvous.arrive(2, 0, vote_of(2));
  rendezvous.arrive(2, 1, vote_of(3));
  Units others{1, 2};
  CHECK(rendezvous.wait_for_one(others, 1) == 2);
  others = {1, 2};
  CHECK(rendezvous.wait_for_one(others, 0) == 1);
  CHECK(rendezvous.wait_for_one(others, 0) == 2);
}

TEST_CASE("nobody waits for a unit that has failed", "[rendezvous]") {
  for (bool const spin : {false, true}) {
    CAPTURE(spin);
    Rendezvous rendezvous(2, spin);
    auto const failing = std::async(std::launch::async, [&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      rendezvous.fail(1);
    });
    Units others{1};
    CHECK_THROWS_AS(rendezvous.wait_for_one(others, 0), Impl::OtherUnitFailed);
    Units again{1};
    CHECK_THROWS_AS(rendezvous.wait_for_one(again, 7), Impl::OtherUnitFailed);
  }
}
