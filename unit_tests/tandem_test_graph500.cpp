// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_graph500_output.hpp"
#include "tandem_test_graphs.hpp"
#include "tandem_test_oracles.hpp"
#include "tandem_test_run_options.hpp"

#include <algorithms/tandem_graph500.hpp>
#include <algorithms/tandem_sssp.hpp>
#include <core/tandem_build.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_generate.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <mutex>
#include <set>

namespace {

using namespace tandem;
using Catch::Matchers::ContainsSubstring;

bool near(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

/// A path 0 - 1 - 2 - 3 with an edge 1 - 3, doubled, and a loop; 4 - 5 apart.
EdgeList small_graph() {
  return test::make_edge_list(6, {{0, 1}, {2, 1}, {2, 3}, {1, 3}, {3, 1}, {2, 2}, {4, 5}}, {}, false);
}

std::string complaint_about(std::vector<VertexId> const& parent, VertexId root = 0) {
  return validate_graph500_tree(Host(), small_graph(), root, test::to_view<VertexId>(parent)).value_or("");
}

TEST_CASE("trees are held to the five rules of Graph500", "[graph500]") {
  VertexId const none = invalid_vertex;
  CHECK(complaint_about({0, 0, 1, 1, none, none}) == "");
  CHECK(complaint_about({none, none, none, none, 4, 4}, 4) == "");
  CHECK_THAT(complaint_about({1, 0, 1, 1, none, none}), ContainsSubstring("not its own parent"));
  CHECK_THAT(complaint_about({0, 0, 3, 2, none, none}), ContainsSubstring("do not lead to the root"));
  CHECK_THAT(complaint_about({0, 0, 1, 99, none, none}), ContainsSubstring("do not lead to the root"));
  CHECK_THAT(complaint_about({0, 0, 1, none, none, none}), ContainsSubstring("joins levels"));
  CHECK_THAT(complaint_about({0, 0, 1, 2, none, none}), ContainsSubstring("joins levels 1 and 3"));
  CHECK_THAT(complaint_about({0, 0, 1, 1, 1, 1}), ContainsSubstring("no edge to its parent"));
  CHECK_THAT(complaint_about({0, 0, 1, 1, none}), ContainsSubstring("5 parents for 6"));
}

/// An edge 0 - 1, doubled, to a triangle 1 - 2 - 3 of weight 0, with a loop; 4 - 5 apart.
EdgeList small_weighted_graph() {
  return test::make_edge_list(6, {{0, 1}, {2, 1}, {2, 3}, {1, 3}, {1, 0}, {2, 2}, {4, 5}},
                              {0.5f, 0, 0, 0, 0.75f, 0.25f, 1}, false);
}

std::string complaint_about_paths(std::vector<VertexId> const& parent, std::vector<Weight> const& distance) {
  return validate_graph500_paths(Host(), small_weighted_graph(), 0, test::to_view<VertexId>(parent),
                                 test::to_view<Weight>(distance))
      .value_or("");
}

TEST_CASE("shortest paths are held to the five rules of Graph500", "[graph500]") {
  VertexId const none = invalid_vertex;
  Weight const far = unreached_distance;
  std::vector<VertexId> const parent{0, 0, 1, 1, none, none};
  std::vector<Weight> const distance{0, 0.5f, 0.5f, 0.5f, far, far};
  CHECK(complaint_about_paths(parent, distance) == "");
  CHECK(complaint_about_paths({0, 0, 1, 2, none, none}, distance) == "");
  CHECK_THAT(complaint_about_paths({0, 0, 1, 1, none}, distance), ContainsSubstring("5 parents for 6"));
  CHECK_THAT(complaint_about_paths(parent, {0, 0.5f}), ContainsSubstring("2 distances for 6"));
  CHECK_THAT(complaint_about_paths({1, 0, 1, 1, none, none}, distance),
             ContainsSubstring("not its own parent"));
  CHECK_THAT(complaint_about_paths(parent, {0.5f, 0.5f, 0.5f, 0.5f, far, far}),
             ContainsSubstring("root 0 has distance 0.5"));
  // Each edge of the triangle could be the tree's, but not two that lead to each other.
  CHECK_THAT(complaint_about_paths({0, 0, 3, 2, none, none}, distance),
             ContainsSubstring("do not lead to the root"));
  CHECK_THAT(complaint_about_paths({0, 0, 1, none, none, none}, distance),
             ContainsSubstring("vertex 3: it is not in the tree, but has distance 0.5"));
  CHECK_THAT(complaint_about_paths(parent, {0, 0.5f, 0.5f, far, far, far}),
             ContainsSubstring("vertex 3: it is in the tree, but has distance inf"));
  CHECK_THAT(complaint_about_paths(parent, {0, 0.5f, -0.5f, 0.5f, far, far}),
             ContainsSubstring("vertex 2: it is in the tree, but has distance -0.5"));
  CHECK_THAT(complaint_about_paths({0, 0, 1, none, none, none}, {0, 0.5f, 0.5f, far, far, far}),
             ContainsSubstring("joins distances 0.5 and inf"));
  // A heavier parallel edge does not excuse it.
  CHECK_THAT(complaint_about_paths(parent, {0, 0.75f, 0.75f, 0.75f, far, far}),
             ContainsSubstring("edge 0 from 0 to 1 with weight 0.5 joins distances 0 and 0.75"));
  CHECK_THAT(complaint_about_paths(parent, {0, 0.25f, 0.25f, 0.25f, far, far}),
             ContainsSubstring("no edge to its parent 0 that makes its distance"));
  CHECK_THAT(complaint_about_paths({0, 0, 1, 0, none, none}, distance),
             ContainsSubstring("vertex 3: the graph has no edge to its parent 0"));
  CHECK_THAT(validate_graph500_paths(Host(), small_graph(), 0, test::to_view<VertexId>(parent),
                                     test::to_view<Weight>(distance))
                 .value_or(""),
             ContainsSubstring("no weights"));
}

/// Searches all splits for distances, finds parents, and checks both; twice, as nothing is left to chance.
void check_parents_of_paths(EdgeList const& edges, std::vector<VertexId> const& roots) {
  Graph const graph = build_graph(Host(), edges, {.drop_duplicates = true, .drop_self_loops = true});
  for (auto const& [split, options] :
       test::engine_options(std::to_string(edges.num_edges()) + " edges", "paths")) {
    CAPTURE(split);
    Engine engine(Host(), graph, options);
    Sssp paths(engine);
    for (VertexId const root : roots) {
      CAPTURE(root);
      auto const distance = paths.run(root).result.distance;
      auto const parent = find_graph500_parents(engine, graph, root, distance);
      CHECK(validate_graph500_paths(Host(), edges, root, parent, distance).value_or("") == "");
      auto const again = find_graph500_parents(engine, graph, root, distance);
      CHECK(std::equal(parent.data(), parent.data() + parent.extent(0), again.data()));
    }
  }
}

EdgeList with_every_nth_weight(EdgeList const& edges, std::size_t n, Weight weight) {
  for (std::size_t e = 0; e < edges.num_edges(); e += n) edges.weights(e) = weight;
  return edges;
}

TEST_CASE("parents on shortest paths", "[graph500]") {
  check_parents_of_paths(small_weighted_graph(), {0, 2, 3, 5});
  for (char const* spec : {"kron:10", "grid:30x20", "ring:50"}) {
    EdgeList const edges = generate(Host(), spec, {.weights = WeightKind::unit});
    CAPTURE(spec);
    check_parents_of_paths(edges, {1, 17});
    check_parents_of_paths(with_every_nth_weight(edges, 3, 0), {1, 17});
    // So small that sums don't show it, and so next to 0 by the side of distances.
    check_parents_of_paths(with_every_nth_weight(edges, 2, 1e-20f), {1, 17});
    check_parents_of_paths(with_every_nth_weight(edges, 1, 0), {1, 17});
  }
}

TEST_CASE("Graph500's statistics", "[graph500]") {
  Graph500Statistics const s = graph500_statistics({4, 1, 2, 3});
  CHECK(s.min == 1);
  CHECK(near(s.first_quartile, 1.5));
  CHECK(near(s.median, 2.5));
  CHECK(near(s.third_quartile, 3.5));
  CHECK(s.max == 4);
  CHECK(near(s.mean, 2.5));
  CHECK(near(s.stddev, std::sqrt(5.0 / 3)));
  CHECK(graph500_statistics({5, 1, 4, 2, 3}).first_quartile == 2);
  CHECK(graph500_statistics({5, 1, 4, 2, 3}).third_quartile == 4);
  Graph500Statistics const h = graph500_rate_statistics({1, 0.5, 0.25});  // seconds for each: 1, 2, 4
  CHECK(near(h.min, 0.25));
  CHECK(near(h.median, 0.5));
  CHECK(near(h.max, 1));
  CHECK(near(h.mean, 3.0 / 7));
  CHECK(near(h.stddev, std::sqrt(7.0 / 3) / (49.0 / 9 * std::sqrt(2.0))));
  CHECK(graph500_rate_statistics({5}).stddev == 0);
}

TEST_CASE("a small Graph500 run, read back", "[graph500]") {
  for (char const* platform : {"1S", "1S1G", "1S2G"}) {
    CAPTURE(platform);
    Graph500Options options;
    options.scale = 8;
    options.num_roots = 9;
    options.engine.platform = {.spec = platform, .bind = false};
    options.engine.split.alpha = platform[2] == '\0' ? 1.0 : 0.5;
    std::size_t calls = 0;
    Graph500Result const result = run_graph500(
        Host(), options, [&](std::string const&, std::size_t, std::size_t all) { calls += all == 9; });
    CHECK(calls == 18);
    test::check_graph500_output(to_text(result), to_json(result), {"bfs", "sssp"});
    for (Graph500Kernel const& kernel : result.kernels) {
      // Nearly all of the 4096 input edges are in one component.
      double const most = graph500_statistics(kernel.edges).max;
      CHECK((4000 < most && most <= 4096));
    }
  }
}

/// Names of the arrays that are made while it lives and is told to listen.
class ArrayNames {
 public:
  ArrayNames() : m_saved(Kokkos::Tools::Experimental::get_callbacks()) {
    listening() = false;
    all().clear();
    Kokkos::Tools::Experimental::set_allocate_data_callback(
        [](Kokkos::Tools::SpaceHandle, char const* name, void const*, std::uint64_t) {
          std::lock_guard const lock(mutex());
          if (listening()) all().insert(name);
        });
  }
  ~ArrayNames() { Kokkos::Tools::Experimental::set_callbacks(m_saved); }
  ArrayNames(ArrayNames const&) = delete;
  ArrayNames& operator=(ArrayNames const&) = delete;

  void listen() {
    std::lock_guard const lock(mutex());
    listening() = true;
  }
  static std::set<std::string>& all() {
    static std::set<std::string> names;
    return names;
  }

 private:
  static bool& listening() {
    static bool is = false;
    return is;
  }
  static std::mutex& mutex() {
    static std::mutex one;
    return one;
  }
  Kokkos::Tools::Experimental::EventSet m_saved;
};

TEST_CASE("Graph500's kernel 1 makes all that searches use", "[graph500]") {
  Graph500Options options;
  options.scale = 6;
  options.num_roots = 2;
  options.engine.platform = {.spec = "1S1G", .bind = false};
  options.engine.split.alpha = 0.5;
  ArrayNames names;
  run_graph500(Host(), options, [&](std::string const&, std::size_t, std::size_t) { names.listen(); });
  CHECK_FALSE(ArrayNames::all().empty());
  for (std::string const& name : ArrayNames::all()) {
    CAPTURE(name);
    // Results, their copies on the host, and what validation needs.
    CHECK((name == "tandem::bfs::result" || name == "tandem::bfs::level" || name == "tandem::sssp::result" ||
           name == "tandem::show_on_host::copy" || name.starts_with("tandem::graph500::") ||
           name.starts_with("Kokkos::")));
  }
}

TEST_CASE("Graph500 tells what it ran on, and what was decided for the user", "[graph500]") {
  Graph500Options options;
  options.scale = 6;
  options.num_roots = 1;
  options.engine.platform = {.spec = "1S1G", .device_memory = 1000, .bind = false};
  options.engine.split.alpha = 0.5;
  RunContext const context = run_graph500(Host(), options).context;
  REQUIRE(context.notes.size() > 0);
  CHECK_THAT(context.notes.back(), ContainsSubstring("the devices' memory holds no more"));
  CHECK(context.platform.units.size() == 2);
  CHECK_FALSE(context.version.empty());
  CHECK_FALSE(context.kokkos_version.empty());
  CHECK_FALSE(context.kokkos_backends.empty());
}

TEST_CASE("Graph500 without kernel 3 and without validation", "[graph500]") {
  Graph500Options options;
  options.scale = 6;
  options.num_roots = 1000;  // more than there are vertices
  options.shortest_paths = options.validate = false;
  options.engine.platform = {.spec = "1S", .bind = false};
  Graph500Result const result = run_graph500(Host(), options);
  CHECK(result.kernels.size() == 1);
  CHECK(result.roots.size() <= 64);
  CHECK(result.kernels.front().validate_seconds.empty());
  CHECK(to_text(result).find("sssp") == std::string::npos);
  options.num_roots = 0;
  CHECK_THROWS_AS(run_graph500(Host(), options), Error);
}

}  // namespace
