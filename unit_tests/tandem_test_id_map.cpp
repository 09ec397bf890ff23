// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_id_map.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <random>
#include <set>

using namespace tandem;
using Impl::IdMap;

namespace {

template <class RawId>
HostView<RawId> column(std::vector<std::uint64_t> const& ids) {
  auto const view = make_host_view<RawId>(Host(), "tandem::test::ids", ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) view(i) = static_cast<RawId>(ids[i]);
  return view;
}

template <class RawId>
void check_against_set(std::vector<std::uint64_t> const& a, std::vector<std::uint64_t> const& b) {
  Host const space;
  std::set<std::uint64_t> expected(a.begin(), a.end());
  expected.insert(b.begin(), b.end());
  std::uint64_t const max_id = expected.empty() ? 0 : *expected.rbegin();
  IdMap const map = IdMap::of<RawId>(space, {column<RawId>(a), column<RawId>(b)}, max_id);
  REQUIRE(map.size() == expected.size());
  CHECK(map.identity() == (expected.empty() || max_id + 1 == expected.size()));
  auto const originals = map.original_ids(space);
  if (map.identity())
    CHECK(originals.extent(0) == 0);
  else
    CHECK(std::equal(expected.begin(), expected.end(), originals.data(),
                     originals.data() + originals.extent(0)));

  HostView<VertexId> indices;
  CHECK(map.apply(space, column<RawId>(a), indices) == a.size());
  bool same = true;
  for (std::size_t i = 0; i < a.size(); ++i)
    same = same && (map.identity() ? indices(i) : originals(indices(i))) == a[i];
  CHECK(same);
  CHECK(map.find(max_id + 1) == IdMap::unknown);
  CHECK(map.apply(space, column<RawId>({a.empty() ? max_id + 1 : a[0], max_id + 1}), indices) ==
        (a.empty() ? 0u : 1u));
}

std::vector<std::uint64_t> random_ids(std::size_t count, std::uint64_t bound, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint64_t> ids(count);
  for (auto& id : ids) id = random() % bound;
  return ids;
}

}  // namespace

TEMPLATE_TEST_CASE("ids map to 0..n-1 in their order", "[id_map]", std::uint32_t, std::uint64_t) {
  check_against_set<TestType>({}, {});
  check_against_set<TestType>({0}, {0});
  check_against_set<TestType>({5}, {5});
  check_against_set<TestType>({0, 1, 2}, {2, 1, 0});
  check_against_set<TestType>({63, 64, 65}, {127, 128});
  check_against_set<TestType>({4000000000, 7}, {3999999999});
  check_against_set<TestType>(random_ids(100000, 5000, 1), random_ids(1000, 200000, 2));
  check_against_set<TestType>(random_ids(300000, 4000000000, 3), random_ids(300000, 4000000000, 4));
}

TEST_CASE("ids of 64 bits map too", "[id_map]") {
  constexpr std::uint64_t most = static_cast<std::uint64_t>(-1) - 2;
  check_against_set<std::uint64_t>({most, 0, 1}, {most});
  check_against_set<std::uint64_t>(random_ids(200000, most, 5), random_ids(200000, most, 6));
}
