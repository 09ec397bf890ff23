// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_files.hpp"
#include "tandem_test_graphs.hpp"
#include "tandem_test_oracles.hpp"
#include "tandem_test_run_options.hpp"

#include <algorithms/tandem_bfs.hpp>
#include <algorithms/tandem_validate.hpp>
#include <core/tandem_build.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_generate.hpp>
#include <core/tandem_io.hpp>
#include <catch2/catch_test_macros.hpp>
#include <algorithm>
#include <set>

namespace {

using namespace tandem;

/// Both directions alone, and both rules to change them, one of them so that it changes often.
std::vector<BfsOptions> directions() {
  return {{.direction = BfsDirection::top_down},
          {.direction = BfsDirection::bottom_up},
          {},
          {.rule = BfsSwitch::by_host, .to_bottom_up = 1e9, .bottom_up_steps = 1}};
}

RunRecord check_bfs(Graph const& graph, Bfs& search, VertexId source) {
  BfsRun const run = search.run(source);
  auto const levels = test::oracle::bfs_levels(graph, source);
  CHECK(std::equal(levels.begin(), levels.end(), run.tree.level.data()));
  CHECK(validate_bfs(Host(), graph, source, run.tree).value_or("") == "");
  return run.record;
}

/// Searches from each source in turn, with the same memory, in every direction.
void check_all(Graph const& graph, EngineOptions options, std::vector<VertexId> const& sources) {
  options.split.needs.in_edges = true;
  Engine engine(Host(), graph, options);
  for (BfsOptions const& direction : directions()) {
    CAPTURE(static_cast<int>(direction.direction), static_cast<int>(direction.rule));
    Bfs search(engine, direction);
    for (VertexId const source : sources) check_bfs(graph, search, source);
  }
}

void check_bfs_on_zoo(test::Splits splits) {
  for (auto const& [name, edges] : test::zoo())
    for (bool symmetrize : {false, true}) {
      Graph const graph = build_graph(Host(), edges, {.symmetrize = symmetrize});
      if (graph.num_vertices() == 0 || graph.weighted()) continue;
      for (auto const& [split, options] :
           test::engine_options(name + (symmetrize ? ", undirected" : ""), "bfs", splits)) {
        CAPTURE(name, symmetrize, split);
        check_all(graph, options, {0, static_cast<VertexId>(graph.num_vertices() - 1)});
      }
    }
}

TEST_CASE("breadth-first search agrees with the oracle on every kind of split", "[bfs]") {
  check_bfs_on_zoo(test::Splits::some);
}

TEST_CASE("breadth-first search agrees with the oracle on all splits", "[.matrix]") {
  test::skip_unless_all_are_wanted();
  check_bfs_on_zoo(test::Splits::all);
}

/// Changes of direction by either rule: early or late, for one level, some, or for good.
std::vector<BfsOptions> changes_of_direction() {
  std::vector<BfsOptions> all;
  for (double const to_bottom_up : {1e9, 16.0, 2.0}) {
    for (double const to_top_down : {1e-9, 1e9})
      all.push_back({.to_bottom_up = to_bottom_up, .to_top_down = to_top_down});
    for (int const steps : {1, 2, 3})
      all.push_back({.rule = BfsSwitch::by_host, .to_bottom_up = to_bottom_up, .bottom_up_steps = steps});
  }
  return all;
}

/// How a search on several units found each level, by what they exchanged. A change to bottom-up takes a
/// superstep that finds nothing.
std::vector<BfsDirection> directions_of(RunRecord const& record) {
  std::vector<BfsDirection> levels;
  bool was_up = false;
  for (StepRecord const& step : record.units.front().steps) {
    bool const up = step.exchanged == Exchange::pull_news;
    if (!up) levels.push_back(BfsDirection::top_down);
    if (up && was_up) levels.push_back(BfsDirection::bottom_up);
    was_up = up;
  }
  return levels;
}

TEST_CASE("trees are valid wherever a search changes its direction", "[bfs]") {
  for (char const* spec : {"kron:9", "rmat:9", "grid:12x9"}) {
    Graph const graph = build_graph(Host(), generate(Host(), spec), {.drop_duplicates = true});
    auto const levels = test::oracle::bfs_levels(graph, 1);
    std::int32_t const depth = *std::max_element(levels.begin(), levels.end());
    std::set<std::pair<std::int32_t, BfsDirection>> seen;
    for (char const* platform : {"1S", "1S1G", "1S2G", "1S3G"})
      for (PartitionPolicy const policy : partition_policies) {
        EngineOptions options;
        options.platform = {.spec = platform, .bind = false};
        options.split = {.policy = policy, .alpha = 0.4, .needs = bfs_needs()};
        Engine engine(Host(), graph, options);
        for (BfsOptions const& changes : changes_of_direction()) {
          CAPTURE(spec, platform, to_string(policy), static_cast<int>(changes.rule), changes.to_bottom_up,
                  changes.to_top_down, changes.bottom_up_steps);
          Bfs search(engine, changes);
          auto const directions = directions_of(check_bfs(graph, search, 1));
          for (std::size_t level = 0; level < directions.size() && engine.num_units() > 1; ++level)
            seen.emplace(static_cast<std::int32_t>(level) + 1, directions[level]);
        }
      }
    // The first level always goes top-down.
    for (std::int32_t level = 2; level <= depth; ++level)
      for (BfsDirection const direction : {BfsDirection::top_down, BfsDirection::bottom_up}) {
        CAPTURE(spec, level, static_cast<int>(direction));
        CHECK(seen.count({level, direction}) == 1);
      }
  }
}

TEST_CASE("breadth-first search on larger graphs", "[bfs]") {
  for (char const* spec : {"kron:12", "rmat:11", "grid:60x40", "uniform:11"}) {
    Graph const graph = build_graph(Host(), generate(Host(), spec), {.drop_duplicates = true});
    for (auto const& [split, options] : test::engine_options(spec, "bfs")) {
      CAPTURE(spec, split);
      check_all(graph, options, {1, 77, 1000});
    }
  }
}

TEST_CASE("breadth-first search on real graphs", "[bfs]") {
  for (std::string const name : {"soc-Epinions1.txt.zst", "web-NotreDame.txt.zst"}) {
    auto const path = test::test_data(name);
    if (!std::filesystem::exists(path)) SKIP(path.string() << " is not there");
    for (bool const symmetrize : {false, true}) {
      Graph const graph = read_graph(Host(), path, {}, {.symmetrize = symmetrize});
      for (char const* const platform : {"1S", "1S1G", "1S3G"}) {
        CAPTURE(name, symmetrize, platform);
        EngineOptions options;
        options.platform = {.spec = platform, .bind = false};
        check_all(graph, options, {0, 4711});
      }
    }
  }
}

TEST_CASE("trees are valid whatever the number of threads", "[bfs]") {
  Graph const graph = build_graph(Host(), generate(Host(), "kron:13"), {.drop_duplicates = true});
  for (std::string const platform : {"1S", "1S1G"})
    for (int threads = platform == "1S" ? 1 : 2; threads <= 4; ++threads) {
      CAPTURE(platform, threads);
      EngineOptions options;
      options.platform = {.spec = platform, .threads = threads, .bind = false};
      check_all(graph, options, {1, 4711});
    }
}

/// Searches from every vertex in turn, so many in all, and validates each tree.
void check_many(Graph const& graph, char const* platform, std::size_t num_searches) {
  CAPTURE(platform);
  std::size_t const n = graph.num_vertices();
  EngineOptions options;
  options.platform = {.spec = platform, .bind = false};
  options.split.alpha = 0.5;
  options.split.needs.in_edges = true;
  Engine engine(Host(), graph, options);
  Bfs search(engine);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < num_searches; ++i) {
    auto const source = static_cast<VertexId>(i * 37 % n);
    if (Complaint const complaint = validate_bfs(Host(), graph, source, search.run(source).tree))
      if (wrong++ == 0) FAIL_CHECK("search " << i << " from " << source << ": " << *complaint);
  }
  CHECK(wrong == 0);
}

TEST_CASE("thousands of searches with the same memory", "[bfs]") {
  Graph const graph = build_graph(Host(), generate(Host(), "kron:7"), {.drop_duplicates = true});
  // OpenMPTarget needs some milliseconds for each.
  check_many(graph, "1S1G", device_is_host_v ? 10000 : 500);
  check_many(graph, "1S2G", device_is_host_v ? 2000 : 100);
}

TEST_CASE("a search without in-edges goes top-down only", "[bfs]") {
  Graph const graph = build_graph(Host(), generate(Host(), "rmat:8"));
  Engine engine(Host(), graph, {});
  CHECK_THROWS_AS(Bfs(engine), Error);
  Bfs search(engine, {.direction = BfsDirection::top_down});
  check_bfs(graph, search, 3);
}

TEST_CASE("options of a search that make no sense are refused", "[bfs]") {
  Graph const graph = build_graph(Host(), generate(Host(), "path:4"));
  CHECK_THROWS_AS(bfs(graph, 0, {.to_bottom_up = 0}), Error);
  CHECK_THROWS_AS(bfs(graph, 0, {.to_top_down = -1}), Error);
  CHECK_THROWS_AS(bfs(graph, 0, {.bottom_up_steps = 0}), Error);
}

TEST_CASE("a search counts the edges it traversed", "[bfs]") {
  Graph const two = build_graph(Host(), test::make_edge_list(6, {{0, 1}, {1, 2}, {4, 5}}, {}, false));
  CHECK(bfs(two, 0).traversed_edges == 2);
  CHECK(bfs(two, 5).traversed_edges == 1);
  CHECK(bfs(two, 3).traversed_edges == 0);
}

TEST_CASE("a source that is no vertex is refused", "[bfs]") {
  Graph const graph = build_graph(Host(), generate(Host(), "path:4"));
  CHECK_THROWS_AS(bfs(graph, 4), Error);
}

}  // namespace
