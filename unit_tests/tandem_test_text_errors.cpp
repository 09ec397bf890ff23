// SPDX-License-Identifier: BSD-3-Clause
// Bad text: one line that names the file, the line and the reason.
#include "tandem_test_files.hpp"
#include "tandem_test_graphs.hpp"

#include <core/impl/tandem_text_chunks.hpp>
#include <core/tandem_io.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

using namespace tandem;
using namespace tandem::test;
using Catch::Matchers::ContainsSubstring;

namespace {

struct Bad {
  std::string name;  ///< of the file; a ":<line>" behind it is expected in the message
  std::string text;
  std::vector<std::string> parts;
};

void check_all(std::vector<Bad> const& table) {
  for (auto const& bad : table) {
    INFO(bad.name << ": " << bad.text.substr(0, 200));
    TemporaryFolder const folder;
    auto const path = folder / bad.name;
    write_bytes(path, bad.text);
    std::string const message = error_of([&] { (void)read_edge_list(Host(), path); });
    CHECK_THAT(message, ContainsSubstring(path.string()));
    CHECK(message.find('\n') == std::string::npos);
    for (auto const& part : bad.parts) CHECK_THAT(message, ContainsSubstring(part));
  }
}

}  // namespace

TEST_CASE("bad edge lists", "[text_errors]") {
  std::string const nul("\0", 1);
  check_all({
      {"g.txt", "", {"empty"}},
      {"g.txt", "# nothing at all\n", {"no edge in the file"}},
      {"g.txt", "%PDF-1.5\r" + nul + "\xff", {"no edge in the file"}},
      {"g.txt", " \n\n", {"no edge in the file"}},
      {"g.txt", "0 1\n-2 3\n", {"g.txt:2: ", "'-2' is negative"}},
      {"g.txt", "0 1\n2 -3\n", {"g.txt:2: ", "'-3' is negative"}},
      {"g.txt", "0 18446744073709551616\n", {"g.txt:1: ", "'18446744073709551616' doesn't fit 64 bits"}},
      {"g.txt", "0 18446744073709551615\n", {"g.txt:1: ", "not in 0..18446744073709551614"}},
      {"g.txt", "0 99999999999999999999999\n", {"g.txt:1: ", "doesn't fit 64 bits"}},
      {"g.txt", "# c\n\n0 1\n0 x\n", {"g.txt:4: ", "'x' is not a vertex id"}},
      {"g.txt", "0 1.5\n", {"g.txt:1: ", "'1.5' is not a vertex id"}},
      {"g.txt", "source,target\n0,1\n", {"g.txt:1: ", "'source' is not a vertex id"}},
      {"g.txt", "0\n", {"g.txt:1: ", "ends after one vertex id"}},
      {"g.txt", "0", {"g.txt:1: ", "ends after one vertex id"}},
      {"g.txt", "0 1\n1,\n", {"g.txt:2: ", "ends after one vertex id"}},
      {"g.txt", "0,,1\n", {"g.txt:1: ", "is not a vertex id"}},
      {"g.txt", "0 1 2\n0 2\n", {"g.txt:2: ", "weight is missing", "the first edge has one"}},
      {"g.txt", "0 1\n0 2 3\n", {"g.txt:2: ", "'3' is one column too many", "the first edge has no weight"}},
      {"g.txt", "0 1 2 3\n", {"g.txt:1: ", "'3' is one column too many"}},
      {"g.txt", "0 1 nan\n", {"g.txt:1: ", "'nan' is not a finite number"}},
      {"g.txt", "0 1 inf\n", {"g.txt:1: ", "'inf' is not a finite number"}},
      {"g.txt", "0 1 1e99\n", {"g.txt:1: ", "'1e99' is not a finite number"}},
      {"g.txt", "0 1 1.5x\n", {"g.txt:1: ", "'1.5x' is not a finite number"}},
      {"g.txt", "0 1 -\n", {"g.txt:1: ", "'-' is not a finite number"}},
      {"g.txt", "0 1 16777216\n0 1 16777217\n", {"g.txt:2: ", "'16777217' needs more than 24 bits"}},
      {"g.txt", "0 1 16777217.0\n", {"g.txt:1: ", "'16777217.0' needs more than 24 bits"}},
      {"g.txt", "0 1 -16777217.\n", {"g.txt:1: ", "needs more than 24 bits"}},
      {"g.txt", "0 1 .\n", {"g.txt:1: ", "'.' is not a finite number"}},
      {"g.txt", "0 1 9007199254740993\n", {"g.txt:1: ", "needs more than 24 bits"}},
      {"g.txt", "0 1 -99999999999999999999999\n", {"g.txt:1: ", "needs more than 24 bits"}},
      {"g.txt",
       "0 1\n" + nul +
           "\x7f"
           "ELF\xff\n",
       {"g.txt:2: ", "'\\x00\\x7fELF\\xff' is not a vertex id"}},
      {"g.txt", std::string(100, 'z'), {"g.txt:1: ", "zzz...'"}},
      {"g.txt", "# Nodes: 3 Edges: 2\n0 1\n", {"g.txt:1: ", "declares 2 edges, but there are 1"}},
      {"g.txt", "# c\n# Nodes: 2\n# Arcs: 2\n0 1\n", {"g.txt:3: ", "declares 2 edges, but there are 1"}},
      {"g.txt",
       "# c\n# Nodes: 3 Edges: 1\n# c\n0 5\n",
       {"g.txt:2: ", "declares 3 vertices, but there are 2", "up to 5"}},
      {"g.txt", "# Nodes: 4000000000 Edges: 1\n0 5\n", {"g.txt:1: ", "4000000000 vertices"}},
  });
}

TEST_CASE("the first of several errors is reported, far into the file too", "[text_errors]") {
  std::string text;
  for (int line = 1; line <= 100000; ++line)
    text += line == 77777 ? "oops\n" : line > 77777 && line % 10 == 0 ? "bad 1\n" : "12345 67890\n";
  check_all({{"g.txt", text, {"g.txt:77777: ", "'oops'"}}});
}

TEST_CASE("a line as long as its file is told from a good one by its first words", "[text_errors]") {
  std::string line;
  for (int i = 0; i < 1000000; ++i) line += "1 ";
  CHECK(Impl::split_words(line).size() == Impl::most_words);
  check_all({{"g.txt", line, {"g.txt:1: ", "'1' is one column too many"}},
             {"g.mtx", "%%MatrixMarket " + line, {"g.mtx:1: ", "the first line is not"}},
             {"g.gr", line, {"g.gr:1: ", "this is not the line 'p sp"}},
             {"g.graph", line, {"g.graph:1: ", "this is not the header"}}});
}

TEST_CASE("bad Matrix Market files", "[text_errors]") {
  std::string const general = "%%MatrixMarket matrix coordinate real general\n";
  check_all({
      {"g.mtx", "1 2\n", {"g.mtx:1: ", "%%MatrixMarket"}},
      {"g.mtx", "%%MatrixMarket matrix array real general\n", {"g.mtx:1: ", "'array'"}},
      {"g.mtx", "%%MatrixMarket matrix coordinate complex general\n", {"g.mtx:1: ", "'complex'"}},
      {"g.mtx", "%%MatrixMarket matrix coordinate real hermitian\n", {"g.mtx:1: ", "'hermitian'"}},
      {"g.mtx", "%%MatrixMarket matrix coordinate real skew-symmetric\n", {"g.mtx:1: ", "'skew-symmetric'"}},
      {"g.mtx", "%%MatrixMarket vector coordinate real general\n", {"g.mtx:1: "}},
      {"g.mtx", general, {"ends before the line"}},
      {"g.mtx", general + "% c\n3 4 0\n", {"g.mtx:3: ", "3 x 4", "square"}},
      {"g.mtx", general + "3 3\n", {"g.mtx:2: ", "<rows> <columns> <entries>"}},
      {"g.mtx", general + "3 3 -1\n", {"g.mtx:2: "}},
      {"g.mtx", general + ",,\n", {"g.mtx:2: "}},
      {"g.mtx", general + "3 3 2\n1 1 1\n", {"g.mtx:2: ", "declares 2 edges, but there are 1", "cut off"}},
      {"g.mtx", general + "3 3 1\n0 1 1\n", {"g.mtx:3: ", "'0' is not in 1..3"}},
      {"g.mtx", general + "3 3 1\n1 4 1\n", {"g.mtx:3: ", "'4' is not in 1..3"}},
      {"g.mtx", general + "0 0 1\n1 1 1\n", {"g.mtx:3: ", "no vertices"}},
      {"g.mtx", general + "3 3 1\n1 2\n", {"g.mtx:3: ", "weight is missing", "the header"}},
      {"g.mtx", general + "3000000000 3000000000 1\n1 2 1\n", {"g.mtx:2: ", "3000000000 vertices", "bytes"}},
      {"g.mtx",
       general + "99999999999999 99999999999999 1\n1 2 1\n",
       {"g.mtx:2: ", "99999999999999 vertices"}},
      {"g.mtx",
       general + "2 2 99999999999999\n1 2 1\n",
       {"g.mtx:2: ", "declares 99999999999999 edges, but there are 1"}},
      {"g.mtx",
       "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 2 5\n",
       {"g.mtx:3: ", "the header has no weight"}},
  });
}

TEST_CASE("bad DIMACS files", "[text_errors]") {
  check_all({
      {"g.gr", "c only\n", {"ends before"}},
      {"g.gr", "a 1 2 3\n", {"g.gr:1: ", "p sp"}},
      {"g.gr", "p max 2 1\na 1 2 3\n", {"g.gr:1: ", "'max'"}},
      {"g.gr", "p sp 2\n", {"g.gr:1: "}},
      {"g.gr", "p sp 2 1\na 1 3 3\n", {"g.gr:2: ", "'3' is not in 1..2"}},
      {"g.gr", "p sp 2 1\na 1 2\n", {"g.gr:2: ", "weight is missing"}},
      {"g.gr", "p sp 2 1\na\n", {"g.gr:2: ", "ends where a vertex id should stand"}},
      {"g.gr", "p sp 2 1\n1 2 3\n", {"g.gr:2: ", "starts with '1', not with 'a'"}},
      {"g.gr", "p sp 2 2\na 1 2 3\n", {"g.gr:1: ", "declares 2 edges, but there are 1"}},
      {"g.gr", "p tw 2 1\n1 2 3\n", {"g.gr:2: ", "too many"}},
      {"g.gr", "p tw 2 1\n1 2\np tw 2 1\n", {"g.gr:3: ", "'p' is not a vertex id"}},
  });
}

TEST_CASE("bad METIS files", "[text_errors]") {
  check_all({
      {"g.graph", "% only\n", {"ends before the header"}},
      {"g.graph", "3\n", {"g.graph:1: ", "header"}},
      {"g.graph", "3 x\n", {"g.graph:1: ", "header"}},
      {"g.graph", "3 2 7\n", {"g.graph:1: ", "'7'"}},
      {"g.graph", "3 2\n2\n1 3\n", {"g.graph:1: ", "declares 3 vertices, but there are lines for 2 only"}},
      {"g.graph", "4000000000 2\n2\n1 3\n", {"g.graph:1: ", "declares 4000000000 vertices", "lines for 2"}},
      {"g.graph", "2 1\n2\n1\n\nx\n", {"g.graph:5: ", "'x' behind the lines of the 2 vertices"}},
      {"g.graph", "3 2\n2\n1 4\n2\n", {"g.graph:3: ", "'4' is not in 1..3"}},
      {"g.graph", "3 2\n2\n1 0\n2\n", {"g.graph:3: ", "'0' is not in 1..3"}},
      {"g.graph", "3 2\n2\n1 -3\n2\n", {"g.graph:3: ", "'-3' is not"}},
      {"g.graph", "3 2\n2\n1 y\n2\n", {"g.graph:3: ", "'y' is not"}},
      {"g.graph", "3 2 1\n2 5\n1 5 3\n2 5\n", {"g.graph:3: ", "no weight"}},
      {"g.graph", "2 1 1\n2 q\n1 q\n", {"g.graph:2: ", "'q' is not a finite number"}},
      {"g.graph", "2 1 10\n\n5 1\n", {"g.graph:2: ", "vertex weight"}},
      {"g.graph", "2 1 110 18446744073709551615\n2\n1\n", {"g.graph:1: ", "18446744073709551615 weights"}},
      {"g.graph", "3 2\n2\n1 3\n\n", {"g.graph:4: the lists disagree: vertex 3 "}},
      {"g.graph", "3 2\n2 3\n%\n3\n2\n", {"g.graph:4: the lists disagree: vertex 2 "}},
      {"g.graph", "%\n2 1 1\n2 5\n1 6\n", {"g.graph:4: the lists disagree: vertex 2 "}},
      {"g.graph", "%\n3 7\n2\n1 3\n2\n", {"g.graph:2: ", "declares 7 edges, but there are 2"}},
  });
}

TEST_CASE("bad LDBC files", "[text_errors]") {
  TemporaryFolder const folder;
  auto const message = [&] { return error_of([&] { (void)read_edge_list(Host(), folder / "a.e"); }); };
  write_bytes(folder / "a.e", "1 2\n");
  CHECK_THAT(message(), ContainsSubstring("there is no file '" + (folder / "a.v").string()));
  write_bytes(folder / "a.v", "1\n2\n1\n");
  CHECK_THAT(message(), ContainsSubstring("a.v:3: vertex 1 stands here a second time"));
  write_bytes(folder / "a.v", "1\nx\n");
  CHECK_THAT(message(), ContainsSubstring("a.v:2: 'x'"));
  write_bytes(folder / "a.v", "1\n2\n");
  write_bytes(folder / "a.e", "1 2\n\n2 3\n4 1\n");
  CHECK_THAT(message(), ContainsSubstring("a.e:3: vertex 3 is not in the .v file"));
  write_bytes(folder / "a.e", "1 2\n1 9999999999999\n");
  CHECK_THAT(message(), ContainsSubstring("a.e:2: vertex 9999999999999 is not in the .v file"));
  write_bytes(folder / "a.e", "1 2\n");
  write_bytes(folder / "a.properties", "graph.a.directed = maybe\n");
  CHECK_THAT(message(), ContainsSubstring("a.properties:1: 'maybe'"));
  write_bytes(folder / "a.properties", "\ngraph.a.meta.edges = x\n");
  CHECK_THAT(message(), ContainsSubstring("a.properties:2: 'x'"));
  write_bytes(folder / "a.properties", "graph.a.meta.vertices = 5\n");
  CHECK_THAT(message(), ContainsSubstring("a.properties:1: 5 vertices are declared here, but there are 2"));
  write_bytes(folder / "a.properties", "# c\ngraph.a.meta.edges = 5\n");
  CHECK_THAT(message(), ContainsSubstring("a.properties:2: 5 edges are declared here, but there are 1"));
}

TEST_CASE("an LDBC graph is empty only where its properties say so", "[text_errors]") {
  TemporaryFolder const folder;
  auto const read = [&] { return read_edge_list(Host(), folder / "a.e"); };
  write_bytes(folder / "a.v", "");
  write_bytes(folder / "a.e", "");
  CHECK_THAT(error_of([&] { (void)read(); }), ContainsSubstring("a.v': the file is empty"));
  write_bytes(folder / "a.properties", "graph.a.directed = true\n");
  CHECK_THAT(error_of([&] { (void)read(); }), ContainsSubstring("a.v': the file is empty"));
  write_bytes(folder / "a.properties", "graph.a.meta.vertices = 0\n");
  CHECK(read().num_vertices == 0);
  write_bytes(folder / "a.properties", "graph.a.meta.vertices = 1\n");
  CHECK_THAT(error_of([&] { (void)read(); }), ContainsSubstring("a.properties:1: 1 vertices"));
  write_bytes(folder / "a.v", "7\n");
  CHECK(read().num_vertices == 1);
}

TEST_CASE("what a format can't hold is refused and leaves no file", "[text_errors]") {
  TemporaryFolder const folder;
  Graph const directed = build_graph(Host(), make_edge_list(2, {{0, 1}}, {0.5f}));
  BuildOptions symmetrize;
  symmetrize.symmetrize = true;
  Graph const undirected = build_graph(Host(), make_edge_list(2, {{0, 1}}, {0.5f}), symmetrize);
  auto const message = [&](char const* name, Graph const& graph) {
    return error_of([&] { write_graph(Host(), folder / name, graph); });
  };
  CHECK_THAT(message("g.graph", directed), ContainsSubstring("g.graph") && ContainsSubstring("--undirected"));
  CHECK_THAT(message("g.graph", undirected), ContainsSubstring("whole weights"));
  CHECK_THAT(message("g.gr", directed), ContainsSubstring("whole weights"));
  CHECK(folder.names().empty());
}
