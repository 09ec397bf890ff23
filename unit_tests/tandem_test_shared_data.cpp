// SPDX-License-Identifier: BSD-3-Clause
// Files written by others, from the folder of graphs that is shared but not part of the repository.
#include "tandem_test_files.hpp"

#include <core/impl/tandem_input_file.hpp>
#include <core/tandem_io.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace tandem;
using namespace tandem::test;

namespace {

struct Shared {
  std::string name;
  Format format;
  std::uint64_t vertices, edges;
  bool directed, weighted, mapped;
};

}  // namespace

TEST_CASE("graphs written by others", "[shared_data]") {
  for (auto const& [name, format, vertices, edges, directed, weighted, mapped] : std::vector<Shared>{
           {"soc-Epinions1.txt", Format::edge_list, 75879, 508837, true, false, true},
           {"web-NotreDame.txt", Format::edge_list, 325729, 1497134, true, false, false},
           {"cnr-2000.txt", Format::edge_list, 325557, 3216152, true, false, false},
           {"ego-twitter-weighted.csv", Format::edge_list, 81306, 1768135, true, true, true},
           {"fb100-Cornell5.txt", Format::edge_list, 18660, 790777, true, false, false},
           {"USA-road-FLA.pace.gr", Format::dimacs, 1070376, 1343951, false, false, true},
           {"world-highways.txt", Format::edge_list, 560282, 1652213, true, true, false},
           {"debian-docweb.txt", Format::edge_list, 166366, 4671037, true, false, false},
       }) {
    DYNAMIC_SECTION(name) {
      auto const path = test_data(name + ".zst");
      if (!std::filesystem::exists(path)) SKIP(path.string() << " is not there");
      CHECK(guess_format(path) == format);
      EdgeList const list = read_edge_list(Host(), path);
      CHECK(list.num_vertices == vertices);
      CHECK(list.num_edges() == edges);
      CHECK(list.directed == directed);
      CHECK(list.weighted() == weighted);
      CHECK((list.original_ids.extent(0) != 0) == mapped);
    }
  }
}

TEST_CASE("LDBC graphs written by others", "[shared_data]") {
  auto const path = test_data("expected.tar.zst");
  if (!std::filesystem::exists(path)) SKIP(path.string() << " is not there");
  TemporaryFolder const folder;
  unpack_tar(Impl::InputFile::open(path).bytes(), folder.path());

  EdgeList const gnutella = read_edge_list(Host(), folder / "p2p-31/p2p-31");
  CHECK(gnutella.num_vertices == 62586);
  CHECK(gnutella.num_edges() == 147892);
  CHECK(gnutella.weighted());

  std::size_t examples = 0;
  for (auto const& entry :
       std::filesystem::directory_iterator(folder / "ldbc-graphalytics-examples/graphs")) {
    if (entry.path().extension() != ".properties") continue;
    INFO(entry.path().filename());
    EdgeList const list = read_edge_list(Host(), entry.path());  // checks the numbers in the properties
    CHECK(list.num_edges() > 0);
    CHECK(list.directed == (entry.path().string().find("-undirected") == std::string::npos));
    ++examples;
  }
  CHECK(examples == 14);
}
