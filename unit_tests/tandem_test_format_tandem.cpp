// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_binary_formats.hpp"

#include <core/impl/tandem_checksum.hpp>
#include <core/impl/tandem_format_tandem.hpp>
#include <core/impl/tandem_tdm_header.hpp>

#include <catch2/matchers/catch_matchers_string.hpp>

#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <random>
#include <type_traits>

using namespace tandem;
using namespace tandem::test;
using namespace tandem::Impl;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string tdm_bytes(Graph const& graph, WriteOptions const& options = {}) {
  return written_bytes("graph.tdm", [&](OutputFile& file) { write_tandem(Host(), file, graph, options); });
}

/// The graph keeps the copy that it lies in.
Graph parse(std::string_view bytes, ReadOptions const& options = {}) {
  auto const copy = std::make_shared<std::string const>(bytes);
  return parse_tandem_graph(Host(), InputFile::from_memory("graph.tdm", *copy, copy), options);
}

std::string parse_error(std::string_view bytes, bool verify = true) {
  ReadOptions options;
  options.verify = verify;
  return error_of([&] { (void)parse(bytes, options); });
}

/// Directed, weighted, with in-edges and original ids: a file with every section.
Graph full_graph() {
  EdgeList edges = make_edge_list(5, {{0, 1}, {0, 2}, {1, 2}, {3, 0}, {3, 4}, {4, 4}}, {1, 2.5, -3, 4, 5, 6});
  edges.original_ids = make_host_view<OriginalId>(Host(), "tandem::test::ids", 5);
  for (std::size_t v = 0; v < 5; ++v) edges.original_ids(v) = 1000 * (v + 1);
  BuildOptions build;
  build.transpose = true;
  return build_graph(Host(), edges, build);
}

TdmHeader header_of(std::string const& bytes) {
  TdmHeader header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  return header;
}

void set_header(std::string& bytes, TdmHeader const& header) {
  auto const page = tdm_encode(header);
  std::memcpy(bytes.data(), page.data(), page.size());
}

/// The file with another header, whose checksum is right.
std::string with_header(std::string bytes, std::function<void(TdmHeader&)> const& change) {
  TdmHeader header = header_of(bytes);
  change(header);
  set_header(bytes, header);
  return bytes;
}

std::uint64_t checksum(std::string_view bytes) {
  Progress progress("testing", 0, "B");
  return section_checksum(Host(), bytes, progress);
}

/// The file with another value in a section, all checksums right.
template <class T>
std::string with_value(std::string bytes, TdmKind kind, std::size_t i, T value) {
  TdmHeader header = header_of(bytes);
  for (TdmSection& section : header.sections)
    if (section.kind == static_cast<std::uint32_t>(kind)) {
      patch(bytes, section.offset + i * sizeof(T), value);
      section.checksum = checksum(std::string_view(bytes).substr(section.offset, section.bytes));
    }
  set_header(bytes, header);
  return bytes;
}

using OtherId = std::conditional_t<sizeof(VertexId) == 4, std::uint64_t, std::uint32_t>;

/// The file of a graph without weights, as a build with the other width of ids writes it.
std::string with_other_ids(std::string const& bytes) {
  TdmHeader header = header_of(bytes);
  auto const old = *tdm_find(header, TdmKind::out_targets);
  header.id_bytes = sizeof(OtherId);
  TdmSection& section = header.sections[1];
  section.element_bytes = sizeof(OtherId);
  section.bytes = header.num_arcs * sizeof(OtherId);
  header.file_bytes = section.offset + section.bytes;
  std::string result = bytes.substr(0, section.offset);
  for (std::size_t e = 0; e < header.num_arcs; ++e) {
    VertexId id;
    std::memcpy(&id, bytes.data() + old.offset + e * sizeof(id), sizeof(id));
    append(result, {static_cast<OtherId>(id)});
  }
  section.checksum = checksum(std::string_view(result).substr(section.offset));
  set_header(result, header);
  return result;
}

}  // namespace

TEST_CASE("the checksum of a section is the hash of its blocks' hashes", "[format_tandem]") {
  CHECK(Hasher().digest() == 0x2d06800538d394c2u);  // XXH3 of nothing, from its specification
  for (std::size_t size : {std::size_t(0), std::size_t(1), checksum_block_bytes - 1, checksum_block_bytes,
                           checksum_block_bytes + 1, 2 * checksum_block_bytes + 12345}) {
    CAPTURE(size);
    std::string bytes(size, ' ');
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * 31 + i / 1000);
    Hasher all;
    for (std::size_t at = 0; at < size; at += checksum_block_bytes) {
      Hasher block;
      block.update(bytes.data() + at, std::min(checksum_block_bytes, size - at));
      std::uint64_t const hash = block.digest();
      all.update(&hash, sizeof(hash));
    }
    CHECK(checksum(bytes) == all.digest());
  }
}

TEST_CASE("every graph survives a .tdm file", "[format_tandem]") {
  for (auto const& [name, edges] : zoo())
    for (int choice : {0, 1, 2, 2 | 4, 4 | 8, 1 | 4 | 8}) {
      CAPTURE(name, choice);
      BuildOptions build;
      build.symmetrize = (choice & 1) != 0;
      build.transpose = (choice & 2) != 0;
      build.order_by_degree = (choice & 4) != 0;
      build.drop_isolated = (choice & 8) != 0;
      Graph const graph = build_graph(Host(), edges, build);
      std::string const bytes = tdm_bytes(graph);
      check_same(parse(bytes), graph);
      ReadOptions trusting;
      trusting.verify = false;
      check_same(parse(bytes, trusting), graph);
    }
}

TEST_CASE("weights can be left out when writing and when reading", "[format_tandem]") {
  Graph const graph = full_graph();
  WriteOptions drop;
  drop.drop_weights = true;
  ReadOptions ignore;
  ignore.ignore_weights = true;
  for (Graph const& read : {parse(tdm_bytes(graph, drop)), parse(tdm_bytes(graph), ignore)}) {
    CHECK_FALSE(read.out.weighted());
    CHECK_FALSE(read.in.weighted());
    CHECK(values_of(read.out.targets) == values_of(graph.out.targets));
  }
}

TEST_CASE("a weighted graph without arcs stays weighted", "[format_tandem]") {
  EdgeList edges = make_edge_list(3, {});
  edges.weights = make_host_view<Weight>(Host(), "tandem::test::weights", 0);
  Graph graph = build_graph(Host(), edges);
  REQUIRE(graph.weighted());
  CHECK(parse(tdm_bytes(graph)).weighted());
}

TEST_CASE("a graph that was never built can be used", "[format_tandem]") {
  Graph graph;
  graph.directed = true;
  add_in_edges(Host(), graph);
  CHECK(order_by_degree(Host(), graph).num_vertices() == 0);
  graph.directed = false;
  CHECK(order_by_degree(Host(), graph).num_vertices() == 0);
  TemporaryFolder const folder;
  write_graph(Host(), folder / "never.sg", graph);
  CHECK(read_graph(Host(), folder / "never.sg").num_vertices() == 0);
}

TEST_CASE("a graph that was never built is an empty file", "[format_tandem]") {
  Graph const graph = parse(tdm_bytes(Graph()));
  CHECK(graph.num_vertices() == 0);
  CHECK(graph.num_arcs() == 0);
}

TEST_CASE("a .tdm file is used in place and outlives its InputFile", "[format_tandem]") {
  TemporaryFolder const folder;
  Graph const graph = full_graph();
  write_bytes(folder / "graph.tdm", tdm_bytes(graph));
  Graph read;
  {
    InputFile const file = InputFile::open(folder / "graph.tdm");
    read = parse_tandem_graph(Host(), file, {});
    auto const inside = [&](void const* data) {
      return data >= file.bytes().data() && data < file.bytes().data() + file.bytes().size();
    };
    CHECK(inside(read.out.offsets.data()));
    CHECK(inside(read.out.targets.data()));
    CHECK(inside(read.in.weights.data()));
    CHECK(inside(read.original_ids.data()));
  }
  check_same(read, graph);
}

TEST_CASE("a compressed .tdm file is read, too", "[format_tandem]") {
  TemporaryFolder const folder;
  Graph const graph = full_graph();
  OutputFile file(folder / "graph.tdm.zst");
  write_tandem(Host(), file, graph, {});
  file.commit();
  CHECK(std::filesystem::file_size(folder / "graph.tdm.zst") < tdm_page);
  check_same(parse_tandem_graph(Host(), InputFile::open(folder / "graph.tdm.zst"), {}), graph);
}

TEST_CASE("bytes at an odd address are read", "[format_tandem]") {
  Graph const graph = full_graph();
  std::string const shifted = "x" + tdm_bytes(graph);
  auto const file = InputFile::from_memory("graph.tdm", std::string_view(shifted).substr(1));
  check_same(parse_tandem_graph(Host(), file, {}), graph);
}

TEST_CASE("the file is known by its magic", "[format_tandem]") {
  CHECK(looks_like_tandem(tdm_bytes(full_graph())));
  CHECK_FALSE(looks_like_tandem("1 2\n"));
  CHECK_FALSE(looks_like_tandem(""));
}

TEST_CASE("a flipped bit anywhere in the header is an error", "[format_tandem]") {
  std::string const good = tdm_bytes(full_graph());
  for (std::size_t at = 0; at < tdm_page; ++at) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ (1 << (at % 8)));
    CAPTURE(at);
    CHECK_FALSE(parse_error(bad, at % 2 == 0).empty());
  }
}

TEST_CASE("a flipped bit anywhere in a section is an error when verified", "[format_tandem]") {
  std::string const good = tdm_bytes(full_graph());
  TdmHeader const header = header_of(good);
  for (TdmSection const& section : header.sections)
    for (std::uint64_t at = section.offset; at < section.offset + section.bytes; ++at) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ (1 << (at % 8)));
      CAPTURE(to_string(TdmKind(section.kind)), at);
      CHECK_THAT(parse_error(bad), ContainsSubstring(std::string(to_string(TdmKind(section.kind)))) &&
                                       ContainsSubstring("checksum"));
      (void)parse_error(bad, false);  // may pass, must not crash
    }
}

TEST_CASE("random damage never passes verification", "[format_tandem]") {
  BuildOptions build;
  build.transpose = true;
  auto const graphs = zoo();
  std::string const good = tdm_bytes(build_graph(Host(), graphs.back().edges, build));
  check_same(parse(good), build_graph(Host(), graphs.back().edges, build));
  TdmHeader const header = header_of(good);
  std::mt19937_64 random(5);
  for (int round = 0; round < 500; ++round) {
    std::string bad = good;
    TdmSection const& section = header.sections[random() % header.num_sections];
    for (std::size_t hits = 1 + random() % 8; hits > 0; --hits)
      bad[section.offset + random() % section.bytes] ^= static_cast<char>(1 + random() % 255);
    if (bad == good) continue;
    CHECK_FALSE(parse_error(bad).empty());
  }
}

TEST_CASE("a truncated file says how much is missing", "[format_tandem]") {
  std::string const good = tdm_bytes(full_graph());
  auto const expected = ContainsSubstring("expected " + std::to_string(good.size()) + " bytes");
  for (std::size_t size = 0; size < good.size(); size += size < 4200 ? 1 : 61) {
    CAPTURE(size);
    std::string const message = parse_error(std::string_view(good).substr(0, size), false);
    CHECK_THAT(message, ContainsSubstring(size < 8 ? "magic" : "truncated"));
    if (size >= tdm_page) CHECK_THAT(message, expected && ContainsSubstring("has " + std::to_string(size)));
  }
  for (TdmSection const& section : header_of(good).sections)
    for (std::uint64_t size : {section.offset - 1, section.offset, section.offset + section.bytes - 1})
      CHECK_THAT(parse_error(std::string_view(good).substr(0, size)), ContainsSubstring("truncated"));
  CHECK_THAT(parse_error(good + "x"), ContainsSubstring("1 bytes too many"));
}

TEST_CASE("a header that lies is found out before anything is allocated", "[format_tandem]") {
  std::string const good = tdm_bytes(full_graph());
  auto const lie = [&](std::function<void(TdmHeader&)> const& change) {
    return parse_error(with_header(good, change), false);
  };
  REQUIRE(lie([](TdmHeader&) {}).empty());
  for (std::uint64_t huge : {std::uint64_t(1) << 31, (std::uint64_t(1) << 32) - 1, std::uint64_t(1) << 32,
                             std::uint64_t(1) << 61, std::uint64_t(1) << 63, ~std::uint64_t(0)}) {
    CAPTURE(huge);
    CHECK_THAT(lie([&](TdmHeader& h) { h.num_vertices = huge; }),
               ContainsSubstring("byte 24: ") && ContainsSubstring("too many for a file"));
    CHECK_THAT(lie([&](TdmHeader& h) { h.num_arcs = huge; }),
               ContainsSubstring("byte 32: ") && ContainsSubstring("too many for a file"));
    CHECK_THAT(lie([&](TdmHeader& h) { h.file_bytes = huge; }), ContainsSubstring("truncated"));
    CHECK_FALSE(lie([&](TdmHeader& h) { h.sections[1].offset = huge; }).empty());
    CHECK_FALSE(lie([&](TdmHeader& h) { h.sections[1].offset = huge & ~std::uint64_t(4095); }).empty());
    CHECK_FALSE(lie([&](TdmHeader& h) { h.sections[1].bytes = huge; }).empty());
  }
  CHECK_THAT(lie([](TdmHeader& h) { h.magic[1] = 'X'; }), ContainsSubstring("magic"));
  CHECK_THAT(lie([](TdmHeader& h) { h.byte_order = 0x04030201; }), ContainsSubstring("byte order"));
  CHECK_THAT(lie([](TdmHeader& h) { h.byte_order = 7; }),
             ContainsSubstring("byte 8: damaged: the byte order"));
  CHECK_THAT(lie([](TdmHeader& h) { h.version = 2; }), ContainsSubstring("byte 12: version 2"));
  CHECK_THAT(lie([](TdmHeader& h) { h.id_bytes = 2; }), ContainsSubstring("byte 16: ids of 2 bytes"));
  CHECK_THAT(lie([](TdmHeader& h) { h.flags |= 64; }), ContainsSubstring("byte 20: flags"));
  CHECK_THAT(lie([](TdmHeader& h) { h.reserved = 1; }), ContainsSubstring("byte 52: 1 in a field"));
  CHECK_THAT(lie([](TdmHeader& h) { h.flags &= ~std::uint32_t(tdm_directed); }),
             ContainsSubstring("undirected"));
  CHECK_THAT(lie([](TdmHeader& h) { h.flags &= ~std::uint32_t(tdm_weighted); }),
             ContainsSubstring("exclude"));
  CHECK_THAT(lie([](TdmHeader& h) { h.num_sections = 8; }), ContainsSubstring("byte 48: 8 sections"));
  CHECK_THAT(lie([](TdmHeader& h) { h.num_sections = 6; }),
             ContainsSubstring("byte 48: no section of original ids"));
  CHECK_THAT(lie([](TdmHeader& h) { h.num_vertices = 4; }), ContainsSubstring("out-offsets"));
  CHECK_THAT(lie([](TdmHeader& h) { h.num_arcs = 7; }), ContainsSubstring("out-targets"));
  CHECK_THAT(lie([](TdmHeader& h) { h.sections[2].kind = 9; }),
             ContainsSubstring("byte 128: section 2 is of unknown kind 9"));
  CHECK_THAT(lie([](TdmHeader& h) { h.sections[2].kind = 0; }), ContainsSubstring("unknown kind 0"));
  CHECK_THAT(lie([](TdmHeader& h) { h.sections[3] = h.sections[0]; }),
             ContainsSubstring("byte 160: two sections"));
  CHECK_THAT(lie([](TdmHeader& h) { h.sections[1].element_bytes = 3; }), ContainsSubstring("elements of 3"));
  CHECK_THAT(lie([](TdmHeader& h) { h.sections[1].offset += 8; }), ContainsSubstring("page"));
  CHECK_THAT(lie([](TdmHeader& h) { h.sections[1].offset = 0; }), ContainsSubstring("page"));
  CHECK_THAT(lie([](TdmHeader& h) { h.sections[1].offset = h.sections[0].offset; }),
             ContainsSubstring("overlap"));
  CHECK_THAT(lie([](TdmHeader& h) { h.sections[1].offset = h.sections[6].offset + 4096; }),
             ContainsSubstring("beyond the file"));
}

TEST_CASE("arrays that contradict themselves are refused, checksums or not", "[format_tandem]") {
  std::string const good = tdm_bytes(full_graph());
  auto const verified = [&](std::string const& bytes) { return parse_error(bytes); };
  CHECK_THAT(verified(with_value(good, TdmKind::out_offsets, 0, EdgeIndex(1))),
             ContainsSubstring("first offset"));
  CHECK_THAT(verified(with_value(good, TdmKind::out_offsets, 5, EdgeIndex(7))),
             ContainsSubstring("last offset"));
  CHECK_THAT(verified(with_value(good, TdmKind::in_offsets, 5, ~EdgeIndex(0))),
             ContainsSubstring("last offset"));
  CHECK_THAT(verified(with_value(good, TdmKind::out_offsets, 2, EdgeIndex(6))), ContainsSubstring("fall"));
  CHECK_THAT(verified(with_value(good, TdmKind::out_offsets, 2, ~EdgeIndex(0))), ContainsSubstring("fall"));
  CHECK_THAT(verified(with_value(good, TdmKind::out_targets, 5, VertexId(5))), ContainsSubstring("target 5"));
  CHECK_THAT(verified(with_value(good, TdmKind::out_targets, 0, invalid_vertex)),
             ContainsSubstring("target"));
  CHECK_THAT(verified(with_value(good, TdmKind::in_targets, 2, VertexId(5))),
             ContainsSubstring("in-targets"));
  CHECK_THAT(verified(with_value(good, TdmKind::out_targets, 1, VertexId(0))),
             ContainsSubstring("not sorted"));
  CHECK_THAT(verified(with_value(good, TdmKind::out_weights, 3, Weight(NAN))),
             ContainsSubstring("arc 3 is nan, not a finite number"));
  CHECK_THAT(verified(with_value(good, TdmKind::out_weights, 3, Weight(INFINITY))),
             ContainsSubstring("arc 3 is inf, not a finite number"));
  CHECK_THAT(verified(with_value(good, TdmKind::in_weights, 2, -Weight(INFINITY))),
             ContainsSubstring("arc 2 is -inf, not a finite number"));
  CHECK_THAT(verified(with_header(good, [](TdmHeader& h) { h.flags |= tdm_degree_ordered; })),
             ContainsSubstring("degrees"));
  // What costs nothing is checked even when the file is trusted.
  CHECK_FALSE(parse_error(with_value(good, TdmKind::out_offsets, 0, EdgeIndex(1)), false).empty());
  CHECK_FALSE(parse_error(with_value(good, TdmKind::in_offsets, 5, EdgeIndex(7)), false).empty());
  // Weights that nobody wants are not looked at.
  ReadOptions ignore;
  ignore.ignore_weights = true;
  CHECK_NOTHROW(parse(with_value(good, TdmKind::out_weights, 3, Weight(NAN)), ignore));
}

TEST_CASE("an undirected graph in order has no arc to a vertex without any", "[format_tandem]") {
  auto const flagged = [](std::uint32_t flags) {
    Graph const graph = build_graph(Host(), make_edge_list(3, {{0, 1}, {0, 2}, {1, 0}}));
    return with_header(tdm_bytes(graph), [=](TdmHeader& h) { h.flags = flags; });
  };
  CHECK(parse_error(flagged(tdm_directed | tdm_degree_ordered)).empty());
  CHECK_THAT(parse_error(flagged(tdm_degree_ordered)),
             ContainsSubstring("byte " + std::to_string(2 * tdm_page + sizeof(VertexId))) &&
                 ContainsSubstring("not symmetric: target 2"));
}

TEST_CASE("faults at the seams of pieces are found", "[format_tandem]") {
  // One list that spans several pieces of the scan.
  std::vector<Edge> star;
  for (std::uint64_t v = 0; v < 40'000; ++v) star.emplace_back(0, v);
  std::string const good = tdm_bytes(build_graph(Host(), make_edge_list(40'000, star)));
  REQUIRE(parse_error(good).empty());
  std::size_t const piece = checksum_piece_bytes / sizeof(VertexId);
  for (std::size_t e : {piece - 1, piece, piece + 1, 2 * piece - 1, 2 * piece, std::size_t(39'999)}) {
    CAPTURE(e);
    auto const swapped = with_value(good, TdmKind::out_targets, e, static_cast<VertexId>(e - 2));
    CHECK_THAT(parse_error(swapped), ContainsSubstring("not sorted"));
    CHECK_THAT(parse_error(with_value(good, TdmKind::out_targets, e, VertexId(40'000))),
               ContainsSubstring("40000"));
  }
}

TEST_CASE("faults in any of many short lists are found", "[format_tandem]") {
  // A ring: lists of two that lie in many pieces and, as their number is odd, across their seams.
  constexpr std::uint64_t n = 2'001;
  std::vector<Edge> ring{{0, 0}};
  for (std::uint64_t v = 0; v < n; ++v) ring.emplace_back(v, (v + 1) % n);
  std::string const good = tdm_bytes(build_graph(Host(), make_edge_list(n, ring), {.symmetrize = true}));
  REQUIRE(parse_error(good).empty());
  for (std::size_t e = 0; e < 2 * n; e += 7) {
    CAPTURE(e);
    CHECK_THAT(parse_error(with_value(good, TdmKind::out_targets, e, VertexId(n))),
               ContainsSubstring(std::to_string(n)));
  }
}

TEST_CASE("ids of the other width are converted", "[format_tandem]") {
  for (auto const& [name, edges] : zoo()) {
    if (edges.weighted()) continue;
    CAPTURE(name);
    Graph const graph = build_graph(Host(), edges);
    check_same(parse(with_other_ids(tdm_bytes(graph))), graph);
  }
  std::string const good =
      with_other_ids(tdm_bytes(build_graph(Host(), make_edge_list(3, {{0, 1}, {1, 2}, {2, 0}}))));
  auto const beyond = with_value(good, TdmKind::out_targets, 1, OtherId((std::uint64_t(1) << 32) + 2));
  if constexpr (sizeof(OtherId) == 8) {
    CHECK_THAT(parse_error(beyond, true), ContainsSubstring("4294967298"));
    CHECK_THAT(parse_error(beyond, false), ContainsSubstring("4294967298"));  // never cut off
  }
}

TEST_CASE("a graph with too many vertices for our ids is refused", "[format_tandem]") {
  if (sizeof(VertexId) == 8) SKIP("64-bit ids number any graph");
  TemporaryFolder const folder;
  // The file is a hole, but for its header.
  TdmHeader header = header_of(tdm_bytes(Graph()));
  header.id_bytes = 8;
  header.num_vertices = std::uint64_t(1) << 32;
  header.sections[0].bytes = (header.num_vertices + 1) * 8;
  header.sections[1].element_bytes = 8;
  header.sections[1].offset =
      (header.sections[0].offset + header.sections[0].bytes + tdm_page - 1) / tdm_page * tdm_page;
  header.file_bytes = header.sections[1].offset;
  std::string bytes(tdm_page, '\0');
  set_header(bytes, header);
  write_bytes(folder / "huge.tdm", bytes);
  std::error_code error;
  std::filesystem::resize_file(folder / "huge.tdm", header.file_bytes, error);
  if (error) SKIP("no file with a hole of 34 GB here: " << error.message());
  CHECK_THAT(error_of([&] { (void)parse_tandem_graph(Host(), InputFile::open(folder / "huge.tdm"), {}); }),
             ContainsSubstring("4294967296 vertices") && ContainsSubstring("TANDEM_VERTEX_BITS=64"));
}
