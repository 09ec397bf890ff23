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

namespace {

using namespace tandem;

/// Both directions alone, and both rules to change them, one of them so that it changes often.
std::vector<BfsOptions> directions() {
  return {{.direction = BfsDirection::top_down},
          {.direction = BfsDirection::bottom_up},
          {},
          {.rule = BfsSwitch::by_host, .to_bottom_up = 1e9, .bottom_up_steps = 1}};
}

void check_bfs(Graph const& graph, Bfs& search, VertexId source) {
  BfsRun const run = search.run(source);
  auto const levels = test::oracle::bfs_levels(graph, source);
  CHECK(std::equal(levels.begin(), levels.end(), run.tree.level.data()));
  CHECK(validate_bfs(Host(), graph, source, run.tree).value_or("") == "");
}

/// Searches from each source in turn, with the same memory, in every direction.
void check_all(Graph const& graph, EngineOptions options, std::vector<VertexId> const& sources) {
  options.split.in_edges = true;
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
  for (int threads = 1; threads <= 4; ++threads) {
    CAPTURE(threads);
    EngineOptions options;
    options.platform = {.spec = "1S", .threads = threads, .bind = false};
    check_all(graph, options, {1, 4711});
  }
}

TEST_CASE("thousands of searches with the same memory", "[bfs]") {
  Graph const graph = build_graph(Host(), generate(Host(), "kron:7"), {.drop_duplicates = true});
  std::size_t const n = graph.num_vertices();
  std::vector<std::vector<std::int32_t>> levels;
  for (std::size_t v = 0; v < n; ++v)
    levels.push_back(test::oracle::bfs_levels(graph, static_cast<VertexId>(v)));
  EngineOptions options;
  options.platform = {.spec = "1S1G", .bind = false};
  options.split.alpha = 0.5;
  Engine engine(Host(), graph, options);
  Bfs search(engine);
  std::size_t wrong = 0;
  // OpenMPTarget needs some milliseconds for each.
  for (std::size_t i = 0; i < (device_is_host_v ? 10000u : 500u); ++i) {
    auto const source = static_cast<VertexId>(i * 37 % n);
    BfsRun const run = search.run(source);
    wrong += !std::equal(levels[source].begin(), levels[source].end(), run.tree.level.data());
  }
  CHECK(wrong == 0);
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
