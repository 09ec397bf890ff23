// SPDX-License-Identifier: BSD-3-Clause
// GAPBS and Graph500 files; our own binary has tandem_test_format_tandem.cpp.
#include "tandem_test_binary_formats.hpp"

#include <core/impl/tandem_format_gapbs.hpp>
#include <core/impl/tandem_format_graph500.hpp>

#include <catch2/matchers/catch_matchers_string.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

using namespace tandem;
using namespace tandem::test;
using namespace tandem::Impl;
using Catch::Matchers::ContainsSubstring;

namespace {

using Arcs = std::vector<std::tuple<OriginalId, OriginalId, Weight>>;

std::string gapbs_bytes(Graph const& graph, std::string const& name, WriteOptions const& options = {}) {
  return written_bytes(name, [&](OutputFile& file) { write_gapbs(Host(), file, graph, options); });
}

Graph parse_sg(std::string_view bytes, std::string const& name = "graph.sg",
               ReadOptions const& options = {}) {
  return parse_gapbs_graph(Host(), InputFile::from_memory(name, bytes), options);
}

std::string sg_error(std::string_view bytes, std::string const& name = "graph.sg") {
  return error_of([&] { (void)parse_sg(bytes, name); });
}

std::string gapbs_header(bool directed, std::int64_t num_arcs, std::int64_t num_vertices) {
  std::string bytes(1, directed ? '\1' : '\0');
  append<std::int64_t>(bytes, {num_arcs, num_vertices});
  return bytes;
}

/// 0-1, 0-2, 1-2 and a lonely vertex 3, written down by the description of the format.
std::string triangle_sg() {
  std::string bytes = gapbs_header(false, 6, 4);
  append<std::int64_t>(bytes, {0, 2, 4, 6, 6});
  append<std::int32_t>(bytes, {1, 2, 0, 2, 0, 1});
  return bytes;
}

/// 0 -> 1 (7), 0 -> 2 (-8), 2 -> 1 (9)
std::string directed_wsg() {
  std::string bytes = gapbs_header(true, 3, 3);
  append<std::int64_t>(bytes, {0, 2, 2, 3});
  append<std::int32_t>(bytes, {1, 7, 2, -8, 1, 9});
  append<std::int64_t>(bytes, {0, 0, 2, 3});
  append<std::int32_t>(bytes, {0, 7, 2, 9, 0, -8});
  return bytes;
}

std::string packed(std::vector<Edge> const& edges) {
  std::string bytes;
  for (auto const& [u, v] : edges)
    append(bytes, {static_cast<std::uint32_t>(u), static_cast<std::uint32_t>(v),
                   static_cast<std::uint32_t>(u >> 32 | v >> 32 << 16)});
  return bytes;
}

EdgeList parse_packed(std::string_view bytes) {
  return parse_graph500(Host(), InputFile::from_memory("graph.packed", bytes), {});
}

std::string packed_error(std::string_view bytes) {
  return error_of([&] { (void)parse_packed(bytes); });
}

}  // namespace

TEST_CASE("GAPBS files made by hand are read", "[binary_formats]") {
  Graph const triangle = parse_sg(triangle_sg());
  CHECK_FALSE(triangle.directed);
  CHECK(triangle.has_in_edges());
  CHECK(triangle.num_vertices() == 4);
  CHECK(arcs_of(triangle) == Arcs{{0, 1, 1}, {0, 2, 1}, {1, 0, 1}, {1, 2, 1}, {2, 0, 1}, {2, 1, 1}});

  Graph const directed = parse_sg(directed_wsg(), "graph.wsg");
  CHECK(directed.directed);
  CHECK(directed.weighted());
  CHECK(arcs_of(directed) == Arcs{{0, 1, 7}, {0, 2, -8}, {2, 1, 9}});
  CHECK(values_of(directed.in.offsets) == std::vector<EdgeIndex>{0, 0, 2, 3});
  CHECK(values_of(directed.in.targets) == std::vector<VertexId>{0, 2, 0});
  CHECK(values_of(directed.in.weights) == std::vector<Weight>{7, 9, -8});

  ReadOptions ignore;
  ignore.ignore_weights = true;
  CHECK_FALSE(parse_sg(directed_wsg(), "graph.wsg", ignore).weighted());
  // The size tells what the name does not.
  CHECK(parse_sg(directed_wsg(), "graph.sg").weighted());
}

TEST_CASE("every graph survives a GAPBS file", "[binary_formats]") {
  for (auto const& [name, edges] : zoo())
    for (bool symmetrize : {false, true}) {
      CAPTURE(name, symmetrize);
      BuildOptions build;
      build.symmetrize = symmetrize;
      build.transpose = true;
      Graph const graph = build_graph(Host(), edges, build);
      std::string const file = graph.weighted() ? "graph.wsg" : "graph.sg";
      check_same(parse_sg(gapbs_bytes(graph, file), file), graph);
      check_same(parse_sg(gapbs_bytes(graph, "forced")), graph);
      // In-edges are made when the graph has none.
      build.transpose = false;
      check_same(parse_sg(gapbs_bytes(build_graph(Host(), edges, build), file), file), graph);
    }
}

TEST_CASE("a GAPBS file written is the one described", "[binary_formats]") {
  EdgeList const triangle = make_edge_list(4, {{0, 1}, {1, 2}, {2, 0}}, {}, false);
  CHECK(gapbs_bytes(build_graph(Host(), triangle), "graph.sg") == triangle_sg());
  EdgeList const directed = make_edge_list(3, {{0, 1}, {0, 2}, {2, 1}}, {7, -8, 9});
  CHECK(gapbs_bytes(build_graph(Host(), directed), "graph.wsg") == directed_wsg());
}

TEST_CASE("unsorted neighbours of a GAPBS file are sorted", "[binary_formats]") {
  std::string bytes = triangle_sg();
  patch<std::int32_t>(bytes, 17 + 40, 2);
  patch<std::int32_t>(bytes, 17 + 44, 1);
  check_same(parse_sg(bytes), parse_sg(triangle_sg()));

  bytes = directed_wsg();
  std::swap_ranges(bytes.begin() + 17 + 32, bytes.begin() + 17 + 40, bytes.begin() + 17 + 40);
  check_same(parse_sg(bytes), parse_sg(directed_wsg()));
}

TEST_CASE("GAPBS files that can't be right are refused", "[binary_formats]") {
  std::string const good = triangle_sg();
  auto const with = [&](std::size_t at, auto value) {
    std::string bytes = good;
    patch(bytes, at, value);
    return sg_error(bytes);
  };
  for (std::size_t size = 0; size < good.size(); ++size) {
    CAPTURE(size);
    CHECK_THAT(sg_error(good.substr(0, size)), ContainsSubstring("byte " + std::to_string(size)));
  }
  CHECK_THAT(sg_error(good.substr(0, 80)),
             ContainsSubstring("expected 81 bytes") && ContainsSubstring("has 80"));
  CHECK_THAT(sg_error(good + "x"), ContainsSubstring("byte 82"));
  CHECK_THAT(with(0, char(2)), ContainsSubstring("byte 0: "));
  CHECK_THAT(with(1, std::int64_t(-1)), ContainsSubstring("byte 1: "));
  CHECK_THAT(with(9, std::int64_t(-1)), ContainsSubstring("byte 9: "));
  CHECK_FALSE(with(0, char(1)).empty());
  for (std::int64_t huge : {std::int64_t(1) << 31, std::int64_t(1) << 32, std::int64_t(1) << 61,
                            std::numeric_limits<std::int64_t>::max(),
                            std::numeric_limits<std::int64_t>::min(), std::int64_t(-1)}) {
    CAPTURE(huge);
    CHECK_FALSE(with(1, huge).empty());
    CHECK_FALSE(with(9, huge).empty());
    CHECK_THAT(with(17, huge), ContainsSubstring("first offset"));
    CHECK_THAT(with(25, huge), ContainsSubstring("byte 33"));
    CHECK_THAT(with(49, huge), ContainsSubstring("last offset"));
  }
  CHECK_THAT(with(57, std::int32_t(4)), ContainsSubstring("byte 57") && ContainsSubstring("neighbour 4"));
  CHECK_THAT(with(57, std::int32_t(-1)), ContainsSubstring("neighbour -1"));
  CHECK_THAT(with(57, std::int32_t(3)),
             ContainsSubstring("byte 57: vertex 0") && ContainsSubstring("one direction only"));

  std::string bytes = directed_wsg();
  patch<std::int32_t>(bytes, 17 + 32 + 4, (1 << 24) + 1);
  CHECK_THAT(sg_error(bytes), ContainsSubstring("rounded") && ContainsSubstring("16777217"));
  bytes = directed_wsg();
  patch<std::int32_t>(bytes, 17 + 32 + 4, 1 << 25);
  CHECK_THAT(sg_error(bytes), ContainsSubstring("byte 105: the in-edges of vertex 1"));
}

TEST_CASE("what a GAPBS file can't hold is refused", "[binary_formats]") {
  EdgeList edges = make_edge_list(3, {{0, 1}, {1, 2}}, {1, 2.5});
  edges.original_ids = make_host_view<OriginalId>(Host(), "tandem::test::ids", 3);
  for (std::size_t v = 0; v < 3; ++v) edges.original_ids(v) = 10 * (v + 1);
  Graph const fractional = build_graph(Host(), edges);
  auto const reason = [&](Graph const& graph, std::string const& name) {
    return error_of([&] { (void)gapbs_bytes(graph, name); });
  };
  CHECK_THAT(reason(fractional, "graph.wsg"), ContainsSubstring("edge 20 -> 30") && ContainsSubstring("2.5"));
  for (Weight weight : {Weight(0x1p31), Weight(-0x1.1p31), Weight(INFINITY), Weight(NAN)})
    CHECK_FALSE(reason(build_graph(Host(), make_edge_list(2, {{0, 1}}, {weight})), "graph.wsg").empty());
  CHECK_THAT(reason(fractional, "graph.sg"), ContainsSubstring(".wsg"));
  CHECK_THAT(reason(build_graph(Host(), make_edge_list(2, {{0, 1}})), "graph.wsg"), ContainsSubstring(".sg"));
  WriteOptions drop;
  drop.drop_weights = true;
  CHECK_FALSE(parse_sg(gapbs_bytes(fractional, "graph.sg", drop)).weighted());
}

TEST_CASE("random damage to a GAPBS file is found or harmless", "[binary_formats]") {
  auto const graphs = zoo();
  BuildOptions build;
  build.transpose = true;
  std::string const good = gapbs_bytes(build_graph(Host(), graphs.back().edges, build), "graph.wsg");
  std::mt19937_64 random(9);
  for (int round = 0; round < 300; ++round) {
    std::string bad = good;
    bad[random() % bad.size()] ^= static_cast<char>(1 + random() % 255);
    // Every bit of the file is part of some arc, so that none can change unnoticed.
    CHECK_FALSE(sg_error(bad, "graph.wsg").empty());
  }
}

TEST_CASE("Graph500 files made by hand are read", "[binary_formats]") {
  EdgeList const edges = parse_packed(packed({{0, 1}, {9, 3}, {3, 9}, {4, 4}}));
  CHECK_FALSE(edges.directed);
  CHECK(edges.num_vertices == 16);
  CHECK(edges.num_edges() == 4);
  CHECK(edges.sources(1) == 9);
  CHECK(edges.targets(1) == 3);
  CHECK_FALSE(edges.weighted());
  CHECK(parse_packed(packed({{0, 0}})).num_vertices == 1);
  CHECK(parse_packed(packed({{0, 16}})).num_vertices == 32);
}

TEST_CASE("every undirected graph survives a Graph500 file", "[binary_formats]") {
  for (auto const& [name, edges] : zoo()) {
    CAPTURE(name);
    BuildOptions build;
    build.symmetrize = true;
    Graph const graph = build_graph(Host(), edges, build);
    if (graph.num_arcs() == 0) continue;
    TemporaryFolder const folder;
    OutputFile file(folder / "graph.packed");
    write_graph500(Host(), file, graph, {});
    file.commit();
    CHECK(folder.names().size() == (graph.weighted() ? 2 : 1));
    EdgeList const read = parse_graph500(Host(), InputFile::open(folder / "graph.packed"), {});
    CHECK(std::has_single_bit(read.num_vertices));
    CHECK(read.weighted() == graph.weighted());
    CHECK(arcs_of(build_graph(Host(), read)) == arcs_of(graph));
  }
}

TEST_CASE("Graph500 files that can't be right are refused", "[binary_formats]") {
  std::string const good = packed({{0, 1}, {2, 3}});
  for (std::size_t size = 0; size < good.size(); ++size) {
    if (size == 12) continue;
    CAPTURE(size);
    CHECK_FALSE(packed_error(good.substr(0, size)).empty());
  }
  CHECK_THAT(packed_error(""), ContainsSubstring("empty"));
  CHECK_THAT(packed_error(good + "x"), ContainsSubstring("byte 24: 25 bytes"));
  std::uint64_t const largest = (std::uint64_t(1) << 48) - 1;
  for (std::uint64_t id : {std::uint64_t(1) << 21, std::uint64_t(1) << 31, (std::uint64_t(1) << 32) - 1,
                           std::uint64_t(1) << 32, largest}) {
    auto const vertex = ContainsSubstring("vertex " + std::to_string(id));
    CHECK_THAT(packed_error(packed({{0, id}})), vertex && ContainsSubstring("byte 0: "));
    CHECK_THAT(packed_error(packed({{0, 1}, {id, 0}, {0, id}})), vertex && ContainsSubstring("byte 12: "));
  }
}

TEST_CASE("weights of a Graph500 file lie beside it", "[binary_formats]") {
  TemporaryFolder const folder;
  write_bytes(folder / "graph.packed", packed({{0, 1}, {1, 2}}));
  auto const read = [&](bool ignore) {
    ReadOptions options;
    options.ignore_weights = ignore;
    return parse_graph500(Host(), InputFile::open(folder / "graph.packed"), options);
  };
  std::string weights;
  append<float>(weights, {0.5f, 0.25f});
  write_bytes(folder / "graph.packed.weights", weights);
  CHECK(read(false).weights(1) == 0.25f);
  CHECK_FALSE(read(true).weighted());
  write_bytes(folder / "graph.packed.weights", weights.substr(1));
  CHECK_THAT(error_of([&] { (void)read(false); }),
             ContainsSubstring("8 bytes") && ContainsSubstring("has 7"));
  for (float const bad : {NAN, INFINITY, -INFINITY}) {
    weights.clear();
    append<float>(weights, {0.5f, bad});
    write_bytes(folder / "graph.packed.weights", weights);
    CHECK_THAT(error_of([&] { (void)read(false); }),
               ContainsSubstring("byte 4: weight") && ContainsSubstring("not a finite number"));
  }

  // Weights of an earlier graph must not become those of one without.
  Graph const graph = build_graph(Host(), make_edge_list(3, {{0, 1}, {1, 2}}, {}, false));
  OutputFile file(folder / "graph.packed");
  CHECK_THAT(error_of([&] { write_graph500(Host(), file, graph, {}); }),
             ContainsSubstring("graph.packed.weights"));
}

TEST_CASE("a Graph500 file whose name leaves no room for weights has none", "[binary_formats]") {
  TemporaryFolder const folder;
  auto const path = folder / (std::string(245, 'a') + ".packed");
  write_bytes(path, packed({{0, 1}}));
  CHECK_FALSE(read_edge_list(Host(), path).weighted());
}

TEST_CASE("what a Graph500 file can't hold is refused", "[binary_formats]") {
  TemporaryFolder const folder;
  auto const reason = [&](EdgeList const& edges) {
    return error_of([&] {
      OutputFile file(folder / "graph.packed");
      write_graph500(Host(), file, build_graph(Host(), edges), {});
    });
  };
  CHECK_THAT(reason(make_edge_list(2, {{0, 1}})), ContainsSubstring("directed"));
  CHECK_THAT(reason(make_edge_list(2, {}, {}, false)), ContainsSubstring("without edges"));
  CHECK(folder.names().empty());
}
