// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_files.hpp"
#include "tandem_test_graphs.hpp"
#include "tandem_test_oracles.hpp"
#include "tandem_test_recorder.hpp"
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

/// How many levels in a row were found bottom-up, each time.
std::vector<int> bottom_up_runs(std::vector<BfsDirection> const& levels) {
  std::vector<int> runs;
  bool was_up = false;
  for (BfsDirection const direction : levels) {
    bool const up = direction == BfsDirection::bottom_up;
    if (up && !was_up) runs.push_back(0);
    if (up) ++runs.back();
    was_up = up;
  }
  return runs;
}

/// What several units were seen to do.
struct Changes {
  std::set<std::pair<std::int32_t, BfsDirection>> levels;  ///< found that way
  std::set<int> returns;  ///< numbers of levels after which a search by the host's rule went top-down again

  void merge(Changes other) {
    levels.merge(other.levels);
    returns.merge(other.returns);
  }
  void add_levels(std::vector<BfsDirection> const& directions) {
    for (std::size_t level = 0; level < directions.size(); ++level)
      levels.emplace(static_cast<std::int32_t>(level) + 1, directions[level]);
  }
  /// By the host's rule each run has as many levels as were asked for, unless the search ends with it.
  void add_returns(std::vector<BfsDirection> const& directions, int expected) {
    auto runs = bottom_up_runs(directions);
    if (directions.back() == BfsDirection::bottom_up) {
      CHECK(runs.back() <= expected);
      runs.pop_back();
    }
    for (int const run : runs) {
      CHECK(run == expected);
      returns.insert(run);
    }
  }
};

/// Searches from a source with all changes of direction.
Changes check_changes(Graph const& graph, EngineOptions options, VertexId source) {
  options.split.needs = bfs_needs();
  Engine engine(Host(), graph, options);
  bool const host_decides = engine.layout().units.front().edges > 0;  // else all do, whatever the rule
  Changes seen;
  for (BfsOptions const& changes : changes_of_direction()) {
    CAPTURE(static_cast<int>(changes.rule), changes.to_bottom_up, changes.to_top_down,
            changes.bottom_up_steps);
    Bfs search(engine, changes);
    auto const directions = directions_of(check_bfs(graph, search, source));
    if (engine.num_units() == 1) continue;
    seen.add_levels(directions);
    if (changes.rule == BfsSwitch::by_host && host_decides)
      seen.add_returns(directions, changes.bottom_up_steps);
  }
  return seen;
}

TEST_CASE("trees are valid wherever a search changes its direction", "[bfs]") {
  for (char const* spec : {"kron:9", "rmat:9", "uniform:9:4", "grid:12x9"}) {
    Graph const graph = build_graph(Host(), generate(Host(), spec), {.drop_duplicates = true});
    auto const levels = test::oracle::bfs_levels(graph, 1);
    std::int32_t const depth = *std::max_element(levels.begin(), levels.end());
    Changes seen;
    for (std::string const platform : {"1S", "1S1G", "1S2G", "1S3G"})
      for (PartitionPolicy const policy : partition_policies) {
        if (test::address_sanitized && (platform == "1S" || platform == "1S2G")) continue;
        CAPTURE(spec, platform, to_string(policy));
        EngineOptions options;
        options.platform = {.spec = platform, .bind = false};
        options.split = {.policy = policy, .alpha = 0.4};
        seen.merge(check_changes(graph, options, 1));
        check_all(graph, options, {1});
      }
    // The first level always goes top-down.
    for (std::int32_t level = 2; level <= depth; ++level)
      for (BfsDirection const direction : {BfsDirection::top_down, BfsDirection::bottom_up}) {
        CAPTURE(spec, level, static_cast<int>(direction));
        CHECK(seen.levels.count({level, direction}) == 1);
      }
    // Bottom-up from the second level on, and top-down again after three.
    if (depth > 4) CHECK(seen.returns == std::set<int>{1, 2, 3});
  }
}

TEST_CASE("trees of small graphs are valid wherever a search changes its direction", "[bfs]") {
  for (auto const& [name, edges] : test::zoo()) {
    Graph const graph = build_graph(Host(), edges, {.symmetrize = true});
    if (graph.num_vertices() == 0 || graph.weighted()) continue;
    for (auto const& [split, options] : test::engine_options(name, "changes of direction")) {
      CAPTURE(name, split);
      check_changes(graph, options, 0);
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
      for (std::string const platform : {"1S", "1S1G", "1S3G"}) {
        if (test::address_sanitized && (platform != "1S1G" || symmetrize)) continue;  // minutes
        CAPTURE(name, symmetrize, platform);
        EngineOptions options;
        options.platform = {.spec = platform, .bind = false};
        check_all(graph, options, {0, 4711});
      }
    }
  }
}

/// A graph of the folder of shared data.
struct RealGraph {
  std::string name;
  bool deep = false;  ///< has hundreds of levels: bottom-up, each would look at all that are not reached yet
};

/// All policies on one host with up to three devices.
std::vector<EngineOptions> splits_of_real_graphs() {
  std::vector<EngineOptions> all;
  for (char const* const platform : {"1S", "1S1G", "1S2G", "1S3G"})
    for (PartitionPolicy const policy : partition_policies) {
      bool const alone = std::string(platform) == "1S";
      if (alone && policy != PartitionPolicy::high) continue;
      EngineOptions& options = all.emplace_back();
      options.platform = {.spec = platform, .bind = false};
      options.split = {.policy = policy, .alpha = alone ? 1 : 0.5, .needs = bfs_needs()};
    }
  return all;
}

TEST_CASE("trees of all real graphs are valid on every split", "[bfs]") {
  constexpr bool slow = test::sanitized || !device_is_host_v;
  auto const splits = splits_of_real_graphs();
  std::size_t number = 0;
  for (RealGraph const& real : std::vector<RealGraph>{{"soc-Epinions1.txt"},
                                                      {"web-NotreDame.txt"},
                                                      {"cnr-2000.txt"},
                                                      {"ego-twitter-weighted.csv"},
                                                      {"fb100-Cornell5.txt"},
                                                      {"USA-road-FLA.pace.gr", true},
                                                      {"world-highways.txt", true},
                                                      {"debian-docweb.txt", true}}) {
    if (test::address_sanitized && real.deep) continue;  // the largest ones, too
    auto const path = test::test_data(real.name + ".zst");
    if (!std::filesystem::exists(path)) SKIP(path.string() << " is not there");
    Graph const graph =
        read_graph(Host(), path, {.ignore_weights = true}, {.transpose = true, .order_by_degree = true});
    std::size_t turn = number++;
    for (EngineOptions const& options : splits) {
      if (slow && turn++ % splits.size() != 0) continue;  // one of them, another one for each graph
      CAPTURE(real.name, options.platform.spec, to_string(*options.split.policy));
      Engine engine(Host(), graph, options);
      for (BfsOptions const& way : directions()) {
        if (slow && way.direction == BfsDirection::bottom_up && real.deep)
          continue;  // a look at all for each level
        CAPTURE(static_cast<int>(way.direction), static_cast<int>(way.rule));
        CHECK(validate_bfs(Host(), graph, 0, Bfs(engine, way).run(0).tree).value_or("") == "");
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

/// Edges that all units looked at in a search.
std::uint64_t edges_looked_at(Engine& engine, BfsOptions const& options, VertexId source) {
  std::uint64_t edges = 0;
  for (UnitRecord const& unit : Bfs(engine, options).run(source).record.units)
    edges += RunRecord::total(unit).edges;
  return edges;
}

TEST_CASE("the record counts the edges that were looked at, whichever way", "[bfs]") {
  // Connected: top-down looks at every arc once. Bottom-up a vertex stops at its first hit.
  Graph const graph = build_graph(Host(), generate(Host(), "complete:100"), {.drop_duplicates = true});
  for (char const* platform : {"1S", "1S1G", "1S2G"}) {
    CAPTURE(platform);
    EngineOptions options;
    options.platform = {.spec = platform, .bind = false};
    options.split = {.policy = PartitionPolicy::random, .needs = bfs_needs()};
    Engine engine(Host(), graph, options);
    CHECK(edges_looked_at(engine, {.direction = BfsDirection::top_down}, 7) == graph.num_arcs());
    std::uint64_t const up = edges_looked_at(engine, {.direction = BfsDirection::bottom_up}, 7);
    CHECK(up >= 99);  // each looks until it meets vertex 7
    CHECK(up < graph.num_arcs());
  }
}

TEST_CASE("a host without edges leaves it to all to go bottom-up", "[bfs]") {
  Graph const graph = build_graph(Host(), generate(Host(), "kron:9"), {.drop_duplicates = true});
  EngineOptions options;
  options.platform = {.spec = "1S1G", .bind = false};
  options.split = {.policy = PartitionPolicy::high, .alpha = 0, .needs = bfs_needs()};
  Engine engine(Host(), graph, options);
  REQUIRE(engine.layout().units.front().edges == 0);
  Bfs search(engine, {.rule = BfsSwitch::by_host});
  CHECK_FALSE(bottom_up_runs(directions_of(check_bfs(graph, search, 1))).empty());
}

TEST_CASE("the host decides by all of its vertices that were reached, whoever reached them", "[bfs]") {
  // The source is a leaf of the device's, its only neighbour a hub of the host's with most of the edges.
  Graph const graph = build_graph(Host(), generate(Host(), "star:1000"), {.drop_duplicates = true});
  EngineOptions options;
  options.platform = {.spec = "1S1G", .bind = false};
  options.split = {.policy = PartitionPolicy::high, .alpha = 0.5, .needs = bfs_needs()};
  Engine engine(Host(), graph, options);
  auto const leaf = static_cast<VertexId>(graph.num_vertices() - 1);
  REQUIRE(engine.find(leaf).unit == 1);
  RunRecord const record = Bfs(engine, {.rule = BfsSwitch::by_host}).run(leaf).record;
  CHECK(record.units[0].steps.at(1).exchanged == Exchange::pull_news);
}

/// Searches from every vertex in turn, so many in all, and validates each tree.
void check_many(Graph const& graph, char const* platform, BfsSwitch rule, std::size_t num_searches) {
  CAPTURE(platform, static_cast<int>(rule));
  std::size_t const n = graph.num_vertices();
  EngineOptions options;
  options.platform = {.spec = platform, .bind = false};
  options.split.alpha = 0.5;
  options.split.needs.in_edges = true;
  Engine engine(Host(), graph, options);
  Bfs search(engine, {.rule = rule});
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < num_searches; ++i) {
    auto const source = static_cast<VertexId>(i * 37 % n);
    if (Complaint const complaint = validate_bfs(Host(), graph, source, search.run(source).tree))
      if (wrong++ == 0) FAIL_CHECK("search " << i << " from " << source << ": " << *complaint);
  }
  CHECK(wrong == 0);
}

constexpr std::uint64_t chain_length = 30;

/// A Kronecker graph with a tail, and a chain apart, which comes last: of the levels of a search some are
/// large and many small, and after a search of all of it comes one that only finds the chain.
Graph kron_and_chains(std::string const& spec) {
  EdgeList const kron = generate(Host(), spec);
  std::vector<test::Edge> edges;
  for (std::size_t e = 0; e < kron.num_edges(); ++e) edges.emplace_back(kron.sources(e), kron.targets(e));
  edges.emplace_back(kron.sources(0), kron.num_vertices);
  for (std::uint64_t const first : {kron.num_vertices, kron.num_vertices + chain_length})
    for (std::uint64_t v = first; v + 1 < first + chain_length; ++v) edges.emplace_back(v, v + 1);
  return build_graph(Host(), test::make_edge_list(kron.num_vertices + 2 * chain_length, edges, {}, false),
                     {.drop_duplicates = true});
}

/// Searches with many small levels; those on a ring have 1500 and nothing else.
void check_many_of_small_levels(std::size_t num_searches, std::size_t num_on_ring) {
  Graph const mixed = kron_and_chains("kron:7");
  Graph const ring = build_graph(Host(), generate(Host(), "ring:3000"));
  for (char const* const platform : {"1S", "1S1G"})
    for (BfsSwitch const rule : {BfsSwitch::by_all, BfsSwitch::by_host}) {
      check_many(mixed, platform, rule, num_searches);
      check_many(ring, platform, rule, num_on_ring);
    }
}

TEST_CASE("searches with many small levels and the same memory", "[bfs]") {
  constexpr bool slow = test::sanitized || !device_is_host_v;
  check_many_of_small_levels(slow ? 200 : 1000, slow ? 2 : 10);
}

TEST_CASE("thousands of searches with many small levels and the same memory", "[.matrix]") {
  test::skip_unless_all_are_wanted();
  check_many_of_small_levels(10000, 3000);
}

TEST_CASE("thousands of searches with the same memory", "[bfs]") {
  Graph const graph = build_graph(Host(), generate(Host(), "kron:7"), {.drop_duplicates = true});
  // OpenMPTarget needs some milliseconds for each.
  constexpr std::size_t number = !device_is_host_v ? 500 : test::sanitized ? 1000 : 10000;
  for (BfsSwitch const rule : {BfsSwitch::by_all, BfsSwitch::by_host}) {
    check_many(graph, "1S1G", rule, number);
    check_many(graph, "1S2G", rule, number / 5);
  }
}

#if !defined(KOKKOS_ENABLE_CUDA)  // nvcc 13.0 does not come to an end with this test

/// Kernels of a search whose work goes with the number of vertices, whatever it finds.
std::set<std::string> kernels_over_all_vertices(Bfs& search, VertexId source) {
  static std::set<std::string> const over_all{"tandem::clear::words",
                                              "tandem::bfs::sweep",
                                              "tandem::bfs::tally",
                                              "tandem::bfs::mark_fresh",
                                              "tandem::bfs::seek",
                                              "tandem::bfs::visit_next",
                                              "tandem::exchange::count_news",
                                              "tandem::exchange::clear_news",
                                              "tandem::exchange::pack_news",
                                              "tandem::exchange::pack_dense",
                                              "tandem::exchange::unpack_dense",
                                              "tandem::exchange::unpack_bitmap"};
  test::Recorder const recorder;
  search.run(source);
  std::set<std::string> found;
  for (test::Event const& event : test::Recorder::events())
    if (event.kind == "kernel" && over_all.count(event.label) == 1) found.insert(event.label);
  return found;
}

TEST_CASE("small levels of a search do no work that goes with the size of the graph", "[bfs]") {
  Graph const graph = kron_and_chains("kron:12");
  auto const in_chain = static_cast<VertexId>(graph.num_vertices() - chain_length);
  auto const in_tail = static_cast<VertexId>(in_chain - chain_length);  // next to the Kronecker graph
  for (char const* const platform : {"1S", "1S1G"}) {
    CAPTURE(platform);
    EngineOptions options;
    options.platform = {.spec = platform, .bind = false};
    options.split.needs = bfs_needs();
    Engine engine(Host(), graph, options);
    Bfs search(engine);
    auto const of_all = kernels_over_all_vertices(search, in_tail);
    for (char const* const kernel :
         {"tandem::clear::words", "tandem::bfs::sweep", "tandem::bfs::seek", "tandem::bfs::visit_next"}) {
      CAPTURE(kernel);
      CHECK(of_all.count(kernel) == 1);
    }
    search.run(in_chain);  // forgets the one before
    CHECK(kernels_over_all_vertices(search, in_chain) == std::set<std::string>());
  }
}

#endif

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

TEST_CASE("a search of a directed graph counts the arcs out of what it reached", "[bfs]") {
  // A circle 0 -> 1 -> 2 -> 0, doubled at its end, with a way out to 3, its loop, and a way in from 4.
  Graph const graph = build_graph(
      Host(), test::make_edge_list(6, {{0, 1}, {1, 2}, {2, 0}, {2, 0}, {2, 3}, {3, 3}, {4, 0}, {4, 5}}));
  for (char const* const platform : {"1S", "1S1G"})
    for (BfsDirection const direction : {BfsDirection::top_down, BfsDirection::bottom_up}) {
      CAPTURE(platform, static_cast<int>(direction));
      EngineOptions options;
      options.platform = {.spec = platform, .bind = false};
      auto const edges_from = [&](VertexId source) {
        return bfs(graph, source, {.direction = direction}, options).traversed_edges;
      };
      CHECK(edges_from(0) == 6);
      CHECK(edges_from(3) == 1);
      CHECK(edges_from(4) == 8);
      CHECK(edges_from(5) == 0);
    }
}

TEST_CASE("a loop of an undirected graph counts half, all of them rounded down", "[bfs]") {
  auto const edges_with = [](std::vector<test::Edge> const& edges) {
    return bfs(build_graph(Host(), test::make_edge_list(3, edges, {}, false)), 0).traversed_edges;
  };
  CHECK(edges_with({{0, 1}, {0, 0}}) == 1);
  CHECK(edges_with({{0, 1}, {0, 0}, {1, 1}}) == 2);
}

TEST_CASE("a source that is no vertex is refused", "[bfs]") {
  Graph const graph = build_graph(Host(), generate(Host(), "path:4"));
  CHECK_THROWS_AS(bfs(graph, 4), Error);
}

}  // namespace
