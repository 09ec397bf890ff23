// SPDX-License-Identifier: BSD-3-Clause
// Text formats: what each reads, and that each reads what it wrote. Bad input: tandem_test_text_errors.cpp.
#include "tandem_test_files.hpp"
#include "tandem_test_graphs.hpp"

#include <core/tandem_io.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <algorithm>
#include <random>

using namespace tandem;
using namespace tandem::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;

namespace {

using Arcs = std::vector<std::tuple<OriginalId, OriginalId, Weight>>;

/// Parallel edges have no order among them.
Arcs sorted_arcs(Graph const& graph) {
  Arcs arcs = arcs_of(graph);
  std::sort(arcs.begin(), arcs.end());
  return arcs;
}

EdgeList read_text(std::string_view name, std::string_view text, ReadOptions const& options = {}) {
  TemporaryFolder const folder;
  write_bytes(folder / name, text);
  return read_edge_list(Host(), folder / name, options);
}

/// The edges in the file's ids.
Arcs edges_of(EdgeList const& list) {
  auto const id = [&](VertexId v) {
    return list.original_ids.extent(0) == 0 ? OriginalId(v) : list.original_ids(v);
  };
  Arcs edges;
  for (std::size_t e = 0; e < list.num_edges(); ++e)
    edges.emplace_back(id(list.sources(e)), id(list.targets(e)),
                       list.weighted() ? list.weights(e) : Weight(1));
  return edges;
}

std::vector<OriginalId> ids_of(EdgeList const& list) {
  return {list.original_ids.data(), list.original_ids.data() + list.original_ids.extent(0)};
}

Graph build(EdgeList const& edges, bool symmetrize) {
  BuildOptions options;
  options.symmetrize = symmetrize;
  return build_graph(Host(), edges, options);
}

/// `graph` written to a file of that name and read again.
Graph round_trip(std::string_view name, Graph const& graph, WriteOptions const& options = {}) {
  TemporaryFolder const folder;
  write_graph(Host(), folder / name, graph, options);
  return read_graph(Host(), folder / name);
}

}  // namespace

TEST_CASE("text formats give back the zoo", "[text_formats]") {
  auto const name = GENERATE(as<std::string>(), "g.txt", "g.csv", "g.mtx", "g.gr", "g.graph", "g.e");
  bool const undirected = GENERATE(false, true);
  if (!undirected && name == "g.graph") return;
  bool const dimacs = name == "g.gr";
  bool const from_one = dimacs || name == "g.mtx" || name == "g.graph";
  for (auto const& [what, edges] : zoo()) {
    INFO(name << (undirected ? ", undirected: " : ": ") << what);
    Graph const graph = build(edges, undirected);
    Graph const again = round_trip(name, graph);
    CHECK(again.num_vertices() == graph.num_vertices());
    CHECK(again.num_arcs() == graph.num_arcs());
    // DIMACS has no undirected edges with weights, and no arcs without.
    CHECK(again.directed == (graph.directed || (dimacs && graph.weighted())));
    CHECK(again.weighted() == (graph.weighted() || (dimacs && graph.directed)));
    Arcs expected = sorted_arcs(graph);
    if (from_one)
      for (auto& [source, target, weight] : expected) ++source, ++target;
    CHECK(sorted_arcs(again) == expected);
  }
}

TEST_CASE("files that other programs wrote", "[text_formats]") {
  auto const arcs = [](char const* name, bool directed, ReadOptions const& options = {}) {
    Graph const graph = read_graph(Host(), std::filesystem::path(TANDEM_TEST_FILES) / name, options);
    CHECK(graph.directed == directed);
    return sorted_arcs(graph);
  };
  CHECK(arcs("scipy-general.mtx", true) ==
        Arcs{{1, 2, 1.5f}, {1, 3, 2.f}, {2, 4, 0.1f}, {3, 3, -4.f}, {5, 1, 1e-3f}, {5, 6, 100.f}});
  CHECK(arcs("scipy-pattern.mtx", true) ==
        Arcs{{1, 2, 1.f}, {1, 3, 1.f}, {2, 4, 1.f}, {3, 3, 1.f}, {5, 1, 1.f}, {5, 6, 1.f}});
  CHECK(arcs("scipy-symmetric.mtx", false) ==
        Arcs{{1, 2, 7.f}, {2, 1, 7.f}, {2, 2, 3.f}, {2, 3, 2.f}, {3, 2, 2.f}});
  Arcs metis{{1, 2, 3.f},  {1, 3, 1.f},   {2, 1, 3.f},   {2, 3, 12.f}, {3, 1, 1.f},
             {3, 2, 12.f}, {3, 4, 255.f}, {4, 3, 255.f}, {5, 6, 2.f},  {6, 5, 2.f}};
  CHECK(arcs("networkit-weighted.graph", false) == metis);
  for (auto& [source, target, weight] : metis) weight = 1;
  CHECK(arcs("networkit.graph", false) == metis);
  CHECK(arcs("jgrapht.gr", true) ==
        Arcs{{1, 2, 3.f}, {1, 4, 255.f}, {2, 1, 4.f}, {2, 3, 0.5f}, {3, 4, 12.f}, {4, 2, 1.f}, {4, 4, 2.f}});
  // Each graph twice, in binary and as text.
  CHECK(arcs("gapbs.sg", false).size() == 314);
  CHECK(arcs("gapbs.sg", false) == arcs("gapbs.el", true));
  CHECK(arcs("gapbs-directed.wsg", true).size() == 206);
  CHECK(arcs("gapbs-directed.wsg", true) == arcs("gapbs-directed.wel", true));
  CHECK(arcs("graph500.packed", false).size() == 1987);
  CHECK(arcs("graph500.packed", false) == arcs("graph500.txt", false, {.undirected = true}));
}

TEST_CASE("text formats are compressed when the name says so", "[text_formats]") {
  Graph const graph = build(zoo().back().edges, true);
  for (auto const* const name :
       {"g.txt.gz", "g.csv.zst", "g.mtx.gz", "g.gr.zst", "g.metis.gz", "g.v.zst", "g.e.gz"}) {
    INFO(name);
    Graph const again = round_trip(name, graph);
    CHECK(again.num_vertices() == graph.num_vertices());
    CHECK(again.num_arcs() == graph.num_arcs());
  }
}

TEST_CASE("a METIS file holds lists that are longer than a block of the writer", "[text_formats]") {
  // A hub between vertices without neighbours, so that blocks end in its list and in a row of ends of lines.
  std::uint64_t const n = 150'000, hub = 40'000;
  std::vector<Edge> edges;
  std::vector<Weight> weights;
  for (std::uint64_t v = 80'000; v < n; ++v) {
    edges.emplace_back(hub, v);
    weights.push_back(static_cast<Weight>(1 + v % 1000));
  }
  Graph const graph = build(make_edge_list(n, edges, weights), true);
  Graph const again = round_trip("g.graph", graph);
  REQUIRE(again.num_vertices() == n);
  auto const from_one = [](Arcs arcs) {
    for (auto& [u, v, weight] : arcs) ++u, ++v;
    return arcs;
  };
  CHECK((arcs_of(again) == from_one(arcs_of(graph))));
}

TEST_CASE("weights come back bit for bit", "[text_formats]") {
  std::vector<Weight> const weights = {
      0.1f,  1e-30f, 3.4e38f, 16777216.f,      33554432.f, 123456789012.f, 9e18f,
      2e19f, -2.5f,  0.f,     1.17549435e-38f, 1e-45f,     8388609.5f};
  std::vector<Edge> edges;
  for (std::uint64_t i = 0; i < weights.size(); ++i) edges.emplace_back(i, i + 1);
  Graph const graph = build(make_edge_list(weights.size() + 1, edges, weights), false);
  for (auto const* const name : {"g.txt", "g.mtx", "g.e"}) {
    INFO(name);
    Graph const again = round_trip(name, graph);
    REQUIRE(again.num_arcs() == weights.size());
    for (std::size_t e = 0; e < weights.size(); ++e) CHECK(again.out.weights(e) == weights[e]);
  }
  WriteOptions drop;
  drop.drop_weights = true;
  for (auto const* const name : {"g.txt", "g.mtx", "g.e", "g.gr"})
    CHECK_FALSE((round_trip(name, graph, drop).weighted() && std::string_view(name) != "g.gr"));
}

TEST_CASE("sparse ids survive where the format has a place for them", "[text_formats]") {
  EdgeList const list = read_text("g.txt", "7 1000000000000\n18446744073709551614 7\n3 3\n");
  CHECK(ids_of(list) == std::vector<OriginalId>{3, 7, 1000000000000, 18446744073709551614u});
  CHECK(edges_of(list) == Arcs{{7, 1000000000000, 1}, {18446744073709551614u, 7, 1}, {3, 3, 1}});
  Graph const graph = build(list, false);
  for (auto const* const name : {"g.txt", "g.csv", "g.e"})
    CHECK(sorted_arcs(round_trip(name, graph)) == sorted_arcs(graph));
  BuildOptions by_degree;
  by_degree.order_by_degree = true;
  Graph const ordered = build_graph(Host(), zoo().back().edges, by_degree);
  Graph const plain = build(zoo().back().edges, false);
  CHECK(sorted_arcs(round_trip("g.txt", ordered)) == sorted_arcs(plain));
  CHECK(round_trip("g.txt", ordered).num_vertices() == plain.num_vertices());
}

TEST_CASE("formats without a place for ids say so", "[text_formats]") {
  Graph const sparse = build(read_text("g.txt", "7 9\n"), false);
  Graph const from_one = build(read_text("g.gr", "p tw 2 1\n1 2\n"), true);
  Graph const from_zero = build(make_edge_list(2, {{0, 1}}), true);
  for (auto const* const name : {"g.mtx", "g.gr.gz", "g.graph", "g.sg", "g.packed"}) {
    INFO(name);
    bool const binary = name == std::string_view("g.sg") || name == std::string_view("g.packed");
    CHECK(loses_original_ids(name, sparse));
    CHECK(loses_original_ids(name, from_one) == binary);
    CHECK_FALSE(loses_original_ids(name, from_zero));
  }
  for (auto const* const name : {"g.txt", "g.e", "g.tdm"}) CHECK_FALSE(loses_original_ids(name, sparse));
  CHECK(loses_original_ids("g.txt", sparse, {.format = Format::metis}));
}

TEST_CASE("an edge list keeps isolated vertices only when ids are 0..n-1", "[text_formats]") {
  CHECK(round_trip("g.txt", build(make_edge_list(5, {{1, 2}}), false)).num_vertices() == 5);
  EdgeList list = make_edge_list(3, {{0, 1}});
  list.original_ids = make_host_view<OriginalId>(Host(), "tandem::test::ids", 3);
  for (std::size_t v = 0; v < 3; ++v) list.original_ids(v) = 10 * v + 10;
  for (bool const undirected : {false, true}) {
    Graph const graph = build(list, undirected);
    CHECK(round_trip("g.txt", graph).num_vertices() == 2);
    CHECK(round_trip("g.e", graph).num_vertices() == 3);
    CHECK(count_lost_vertices(Host(), "g.txt", graph) == 1);
    for (auto const* const name : {"g.e", "g.tdm", "g.mtx"})
      CHECK(count_lost_vertices(Host(), name, graph) == 0);
  }
  CHECK(count_lost_vertices(Host(), "g.txt", build(make_edge_list(5, {{1, 2}}), false)) == 0);
}

TEST_CASE("edge lists come in many dialects", "[text_formats]") {
  Arcs const expected = {{0, 1, 1}, {2, 0, 1}, {2, 2, 1}};
  for (auto const* const text :
       {"0 1\n2 0\n2 2\n", "0\t1\n2\t0\n2\t2", "0,1\n2,0\n2,2\n", "0 1\r\n2 0\r\n2 2\r\n",
        "# a\n% b\n\n0 1\n#c\n2 0\n \n2 2\n\n", "  0   1  \n\t2 , 0\n2 ,2\t\n",
        "00000000000000000000000000 1\n2 0000\n2 2", "\r\n0 1\r\n\r\n2 0\r\n2 2"}) {
    INFO(text);
    EdgeList const list = read_text("g.txt", text);
    CHECK(edges_of(list) == expected);
    CHECK(list.num_vertices == 3);
    CHECK(list.original_ids.extent(0) == 0);
    CHECK(list.directed);
    CHECK_FALSE(list.weighted());
  }
  EdgeList const weighted = read_text("g.csv", "0,1,2.5\n2,0,-1\n2 2\t1e3\n");
  CHECK(edges_of(weighted) == Arcs{{0, 1, 2.5f}, {2, 0, -1.f}, {2, 2, 1000.f}});
  EdgeList const whole = read_text("g.csv", "0,1,16777216.00\n2,0,-1.\n2 2\t3.001\n");
  CHECK(edges_of(whole) == Arcs{{0, 1, 16777216.f}, {2, 0, -1.f}, {2, 2, 3.001f}});
}

TEST_CASE("edge list headers say direction and sizes", "[text_formats]") {
  EdgeList const snap = read_text(
      "g.txt", "# Directed graph (each unordered pair is saved once): x\r\n# Nodes: 4 Edges: 1\r\n2\t1\r\n");
  CHECK(snap.directed);
  CHECK(snap.num_vertices == 4);
  CHECK(snap.original_ids.extent(0) == 0);
  EdgeList const undirected = read_text("g.txt", "# Undirected graph: x\n# Nodes: 2 Edges: 1\n5 9\n");
  CHECK_FALSE(undirected.directed);
  CHECK(ids_of(undirected) == std::vector<OriginalId>{5, 9});
  CHECK(read_text("g.txt", "# of pages; Nodes: 7 Arcs: 1\n0 1\n").num_vertices == 7);
  CHECK(read_text("g.txt", "# Nodes: many Edges: 1,000\n0 1\n").num_vertices == 2);
  CHECK(read_text("g.txt", "0 1\n# Nodes: 7 Edges: 9\n").num_vertices == 2);
  CHECK(read_text("g.txt", "# Nodes: 3 Edges: 0\n").num_vertices == 3);
  CHECK(read_text("g.txt", "# Nodes: 0 Edges: 0\n").num_vertices == 0);
  ReadOptions options;
  options.undirected = true;
  CHECK_FALSE(read_text("g.txt", "0 1\n", options).directed);
  options.ignore_weights = true;
  CHECK(edges_of(read_text("g.txt", "0 1 5 6 7\n1 2\n2,3,,x\n", options)) ==
        Arcs{{0, 1, 1}, {1, 2, 1}, {2, 3, 1}});
}

TEST_CASE("a long edge list is read in order whatever its chunks", "[text_formats]") {
  bool const sparse = GENERATE(false, true);
  std::mt19937_64 random(5);
  std::string text;
  Arcs expected;
  for (std::size_t line = 0; line < 60000; ++line) {
    if (random() % 100 == 0) text += random() % 2 == 0 ? "# a comment\n" : "\n";
    std::uint64_t const u = random() >> (sparse ? random() % 63 : 44 + random() % 20);
    std::uint64_t const v = random() >> (sparse ? 1 + random() % 62 : 44 + random() % 20);
    auto const weight = static_cast<Weight>(random() % 4096) / 16;
    text += std::to_string(u) + (line % 2 == 0 ? "\t" : " , ") + std::to_string(v) + " " +
            std::to_string(weight) + (line % 3 == 0 ? "\r\n" : "\n");
    expected.emplace_back(u, v, weight);
  }
  text += "1 2 3";  // no newline
  expected.emplace_back(1, 2, 3.f);
  EdgeList const list = read_text("g.txt", text);
  CHECK(edges_of(list) == expected);
  auto const ids = ids_of(list);
  CHECK(ids.size() == list.num_vertices);
  CHECK(std::is_sorted(ids.begin(), ids.end()));
}

TEST_CASE("Matrix Market fields and symmetries", "[text_formats]") {
  EdgeList const real =
      read_text("g.mtx", "%%MatrixMarket matrix coordinate real general\n% c\n\n3 3 2\n1 2 0.5\n3 3 -1e2\n");
  CHECK(edges_of(real) == Arcs{{1, 2, 0.5f}, {3, 3, -100.f}});
  CHECK(ids_of(real) == std::vector<OriginalId>{1, 2, 3});
  CHECK(real.directed);
  EdgeList const pattern =
      read_text("g.mtx", "%%matrixmarket MATRIX Coordinate Pattern Symmetric\r\n4 4 2\r\n2 1\r\n4 4\r\n");
  CHECK(edges_of(pattern) == Arcs{{2, 1, 1}, {4, 4, 1}});
  CHECK(pattern.num_vertices == 4);
  CHECK_FALSE(pattern.directed);
  CHECK_FALSE(pattern.weighted());
  ReadOptions options;
  options.ignore_weights = true;
  CHECK_FALSE(
      read_text("g", "%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 2 99999999\n", options)
          .weighted());
}

TEST_CASE("an undirected graph is the lower triangle of a symmetric matrix", "[text_formats]") {
  TemporaryFolder const folder;
  write_graph(Host(), folder / "g.mtx", build(make_edge_list(3, {{0, 1}, {2, 2}}), true));
  CHECK(read_bytes(folder / "g.mtx") ==
        "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 3\n");
}

TEST_CASE("DIMACS and PACE", "[text_formats]") {
  EdgeList const sp = read_text("g.gr", "c comment\nc\np sp 3 2\nc more\na 1 2 7\n\na 3 1 8\n");
  CHECK(edges_of(sp) == Arcs{{1, 2, 7}, {3, 1, 8}});
  CHECK(sp.directed);
  CHECK(sp.weighted());
  EdgeList const tw = read_text("g", "p tw 4 2\n1 2\nc in between\n2 3\n");
  CHECK(edges_of(tw) == Arcs{{1, 2, 1}, {2, 3, 1}});
  CHECK(tw.num_vertices == 4);
  CHECK_FALSE(tw.directed);
}

TEST_CASE("METIS flags", "[text_formats]") {
  Arcs const triangle = {{1, 2, 1}, {1, 3, 1}, {2, 3, 1}};
  CHECK(edges_of(read_text("g.graph", "% c\n4 3\n2 3\n1 3\n%c\n 1 2 \n\n")) == triangle);
  CHECK(edges_of(read_text("g.graph", "4 3\r\n2 3\r\n1 3\r\n1 2\r\n\r\n\r\n")) == triangle);
  CHECK(edges_of(read_text("g.graph", "3 3 10\n5 2 3\n5 1 3\n5 1 2")) == triangle);
  CHECK(edges_of(read_text("g.graph", "3 3 010 2\n5 5 2 3\n5 5 1 3\n5 5 1 2\n")) == triangle);
  CHECK(edges_of(read_text("g.graph", "3 3 110 2\n9 5 5 2 3\n9 5 5 1 3\n9 5 5 1 2\n")) == triangle);
  EdgeList const weighted = read_text("g.metis", "3 2 1\n2 7\n1 7 3 9\n2 9\n");
  CHECK(edges_of(weighted) == Arcs{{1, 2, 7}, {2, 3, 9}});
  CHECK(weighted.weighted());
  CHECK_FALSE(weighted.directed);
  ReadOptions options;
  options.ignore_weights = true;
  CHECK_FALSE(read_text("g.metis", "3 2 1\n2 7\n1 7 3 9\n2 9\n", options).weighted());
}

TEST_CASE("LDBC files are found from any of their names", "[text_formats]") {
  TemporaryFolder const folder;
  write_bytes(folder / "a.v", "10 x\n7\n3\n");
  write_bytes(folder / "a.e", "3 10 0.5\n10 3 1.5\n");
  for (auto const* const name : {"a.v", "a.e", "a", "a.properties"}) {
    INFO(name);
    CHECK(guess_format(folder / name) == Format::ldbc);
    EdgeList const list = read_edge_list(Host(), folder / name);
    CHECK(ids_of(list) == std::vector<OriginalId>{3, 7, 10});
    CHECK(edges_of(list) == Arcs{{3, 10, 0.5f}, {10, 3, 1.5f}});
    CHECK(list.directed);
  }
  write_bytes(folder / "a.properties",
              "# x\ngraph.a.directed = false\ngraph.a.meta.vertices = 3\ngraph.a.meta.edges=2\n");
  CHECK_FALSE(read_edge_list(Host(), folder / "a").directed);
}

TEST_CASE("of LDBC files plain and compressed the path says which", "[text_formats]") {
  TemporaryFolder const folder;
  write_graph(Host(), folder / "a.e", build(make_edge_list(2, {{0, 1}}), false));
  for (auto const* const name : {"a.e.zst", "a.v.gz"}) {
    INFO(name);
    write_graph(Host(), folder / name, build(make_edge_list(3, {{0, 1}, {1, 2}}), false));
    std::filesystem::remove(folder / "a.properties");
    CHECK(read_edge_list(Host(), folder / name).num_edges() == 2);
    CHECK(read_edge_list(Host(), folder / name).num_vertices == 3);
    CHECK(read_edge_list(Host(), folder / "a.e").num_edges() == 1);
    CHECK(read_edge_list(Host(), folder / "a").num_vertices == 2);
  }
}

TEST_CASE("of LDBC files plain and compressed the properties name those that belong to them",
          "[text_formats]") {
  TemporaryFolder const folder;
  write_graph(Host(), folder / "a.e", build(make_edge_list(3, {{0, 1}}), false));
  write_graph(Host(), folder / "a.e.zst", build(make_edge_list(3, {{1, 2}}), false));
  for (auto const* const name : {"a", "a.properties"})
    CHECK(edges_of(read_edge_list(Host(), folder / name)) == Arcs{{1, 2, 1}});
  CHECK(edges_of(read_edge_list(Host(), folder / "a.e")) == Arcs{{0, 1, 1}});
  write_bytes(folder / "a.properties", "graph.a.edge-file = a.v\n");
  CHECK(edges_of(read_edge_list(Host(), folder / "a")) == Arcs{{0, 1, 1}});
  std::filesystem::remove(folder / "a.e.zst");
  std::filesystem::remove(folder / "a.v.zst");
  CHECK(edges_of(read_edge_list(Host(), folder / "a")) == Arcs{{0, 1, 1}});
}

TEST_CASE("LDBC writes three files", "[text_formats]") {
  TemporaryFolder const folder;
  write_graph(Host(), folder / "b.e", build(make_edge_list(3, {{0, 1}}, {2.f}), true));
  CHECK(folder.names() == std::vector<std::string>{"b.e", "b.properties", "b.v"});
  CHECK(read_bytes(folder / "b.v") == "0\n1\n2\n");
  CHECK(read_bytes(folder / "b.e") == "0 1 2\n");
  CHECK_THAT(read_bytes(folder / "b.properties"), ContainsSubstring("graph.b.directed = false\n"));
}

TEST_CASE("LDBC writes all three files or none", "[text_formats]") {
  if (!std::filesystem::exists("/dev/full")) SKIP("needs a device that is always full");
  TemporaryFolder const folder;
  write_graph(Host(), folder / "b.e", build(make_edge_list(2, {{0, 1}}), false));
  std::string const old = read_bytes(folder / "b.properties");
  std::filesystem::remove(folder / "b.e");
  std::filesystem::create_symlink("/dev/full", folder / "b.e");
  CHECK_THAT(error_of([&] {
               write_graph(Host(), folder / "b.e", build(make_edge_list(3, {{0, 2}}), false));
             }),
             ContainsSubstring("b.e"));
  CHECK(read_bytes(folder / "b.v") == "0\n1\n");
  CHECK(read_bytes(folder / "b.properties") == old);
  CHECK(folder.names() == std::vector<std::string>{"b.e", "b.properties", "b.v"});
}

TEST_CASE("formats have names", "[text_formats]") {
  for (Format const format : all_formats()) CHECK(parse_format(to_string(format)) == format);
  CHECK(all_formats().size() == 8);
  CHECK_THAT(format_names(), StartsWith("edge_list, matrix_market, ") && EndsWith(", tandem"));
  CHECK_THAT(error_of([] { (void)parse_format("exel"); }),
             ContainsSubstring("'exel'") && ContainsSubstring("edge_list, "));
}

TEST_CASE("the format is guessed from content, then from the name", "[text_formats]") {
  struct Case {
    std::string name, text;
    Format format;
  };
  TemporaryFolder const folder;
  for (auto const& [name, text, format] : std::vector<Case>{
           {"a", "1 2\n", Format::edge_list},
           {"b", "# comment\n1,2,3\n", Format::edge_list},
           {"c", "# only comments\n", Format::edge_list},
           {"d.txt", "garbage\n", Format::edge_list},
           {"e.txt", "%%MatrixMarket matrix coordinate real general\n", Format::matrix_market},
           {"f.mtx", "1 2\n", Format::matrix_market},
           {"g.txt", "c x\np sp 1 0\n", Format::dimacs},
           {"h", "p tw 1 0\n", Format::dimacs},
           {"i.gr", "junk\n", Format::dimacs},
           {"j.graph", "3 2\n", Format::metis},
           {"k.metis", "% c\n3 2 001 1\n", Format::metis},
           {"l.graph", "%%MatrixMarket matrix coordinate real general\n", Format::matrix_market},
           {"m.e", "1 2\n", Format::ldbc},
           {"n.tdm", "junk", Format::tandem},
           {"n.tdm.gz", "junk", Format::tandem},
           {"o.sg", "junk", Format::gapbs},
           {"o.wsg.gz", "junk", Format::gapbs},
           {"p.packed", "junk", Format::graph500},
           {"p.graph500", "1 2\n", Format::graph500},
           {"p.g500.zst", "junk", Format::graph500},
           {"q.graph", "junk\n", Format::metis},
       }) {
    INFO(name);
    write_bytes(folder / name, text);
    CHECK(guess_format(folder / name) == format);
  }
  write_bytes(folder / "x.dat", std::string_view("\0\1\2", 3));
  CHECK_THAT(error_of([&] { (void)guess_format(folder / "x.dat"); }),
             ContainsSubstring("can't tell the format"));
  Graph const graph = build(make_edge_list(2, {{0, 1}}), false);
  CHECK_THAT(error_of([&] { write_graph(Host(), folder / "y.dat", graph); }),
             ContainsSubstring("doesn't tell the format"));
  write_graph(Host(), folder / "z.mtx.zst", graph);
  CHECK(guess_format(folder / "z.mtx.zst") == Format::matrix_market);
  write_graph(Host(), folder / "z.tdm", graph);
  std::filesystem::rename(folder / "z.tdm", folder / "z.txt");
  CHECK(guess_format(folder / "z.txt") == Format::tandem);
}

TEST_CASE("any format converts to any other", "[text_formats]") {
  Graph const graph = build(make_edge_list(4, {{0, 1}, {1, 2}, {3, 3}}, {3, 4, 5}), true);
  TemporaryFolder const folder;
  for (auto const* const name : {"g.txt", "g.mtx", "g.gr", "g.graph", "g.wsg", "g.packed", "g.e", "g.tdm"}) {
    INFO(name);
    write_graph(Host(), folder / name, graph);
    Graph const again = read_graph(Host(), folder / name);
    CHECK(again.num_arcs() == graph.num_arcs());
    EdgeList const edges = read_edge_list(Host(), folder / name);
    CHECK(edges.num_edges() == (edges.directed ? 5 : 3));
    ReadOptions undirected;
    undirected.undirected = true;
    BuildOptions tidy;
    tidy.drop_duplicates = tidy.drop_self_loops = true;
    CHECK(read_graph(Host(), folder / name, undirected, tidy).num_arcs() == 4);
    BuildOptions order;
    order.order_by_degree = order.transpose = true;
    Graph const ordered = read_graph(Host(), folder / name, {}, order);
    CHECK(ordered.degree_ordered);
    CHECK(ordered.has_in_edges());
  }
}
