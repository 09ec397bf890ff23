// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_files.hpp"
#include "tandem_test_graphs.hpp"
#include "tandem_test_oracles.hpp"

#include <algorithms/tandem_result_files.hpp>
#include <core/impl/tandem_input_file.hpp>
#include <core/tandem_build.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>
#include <sstream>

using namespace tandem;
using namespace tandem::test;
using Catch::Matchers::ContainsSubstring;
using Names = std::vector<std::string>;

namespace {

/// 3 -> 1 -> 0, 2 alone; their ids are 40, 30, 20 and 10.
Graph small_graph() {
  EdgeList list = make_edge_list(4, {{3, 1}, {1, 0}}, {0.25f, 2});
  list.original_ids = to_view<OriginalId>(std::vector<OriginalId>{40, 30, 20, 10});
  return build_graph(Host(), list);
}

}  // namespace

TEST_CASE("results speak the file's ids, in rising order", "[result_files]") {
  TemporaryFolder const folder;
  Graph const graph = small_graph();
  auto const text_of = [&](auto const& add) {
    ResultFile file(Host(), folder / "result.tsv");
    add(file);
    file.commit();
    return read_bytes(folder / "result.tsv");
  };
  CHECK(text_of([&](ResultFile& file) { file.add(graph, 3, bfs_result(graph, 3)); }) ==
        "10\t0\t10\n20\t-1\t-1\n30\t1\t10\n40\t2\t30\n");
  CHECK(text_of([&](ResultFile& file) { file.add(graph, 3, sssp_result(graph, 3)); }) ==
        "10\t0\n20\tinf\n30\t0.25\n40\t2.25\n");
  CHECK(text_of([&](ResultFile& file) { file.add(graph, components_result(graph)); }) ==
        "10\t10\n20\t20\n30\t10\n40\t10\n");
  auto const values = to_view<double>(std::vector<double>{0.1, 0, 3, 1e-20});
  CHECK(text_of([&](ResultFile& file) {
          file.add(graph, Ranks{values, 1, 0});
        }) == "10\t1e-20\n20\t3\n30\t0\n40\t0.1\n");
  CHECK(text_of([&](ResultFile& file) { file.add(graph, Centrality{values}); }) ==
        "10\t1e-20\n20\t3\n30\t0\n40\t0.1\n");
  CHECK(text_of([&](ResultFile&) {}).empty());
  CHECK(folder.names() == Names{"result.tsv"});
}

TEST_CASE("several sources give a block each", "[result_files]") {
  TemporaryFolder const folder;
  Graph const graph = small_graph();
  ResultFile file(Host(), folder / "result.tsv");
  file.expect(2);
  file.add(graph, 1, bfs_result(graph, 1));
  file.add(graph, 2, bfs_result(graph, 2));
  file.commit();
  CHECK(read_bytes(folder / "result.tsv") ==
        "# source 30\n10\t-1\t-1\n20\t-1\t-1\n30\t0\t30\n40\t1\t30\n"
        "# source 20\n10\t-1\t-1\n20\t0\t20\n30\t-1\t-1\n40\t-1\t-1\n");
}

TEST_CASE("results of different graphs can follow each other", "[result_files]") {
  TemporaryFolder const folder;
  Graph const mapped = small_graph();
  Graph const plain = build_graph(Host(), make_edge_list(2, {{0, 1}}));
  ResultFile file(Host(), folder / "result.tsv");
  for (int i = 0; i < 2; ++i) {
    file.add(plain, components_result(plain));
    file.add(mapped, components_result(mapped));
  }
  file.commit();
  std::string const once = "0\t0\n1\t0\n10\t10\n20\t20\n30\t10\n40\t10\n";
  CHECK(read_bytes(folder / "result.tsv") == once + once);
}

TEST_CASE("numbers read back as they were, over many blocks of lines", "[result_files]") {
  constexpr std::size_t n = 100'001;
  TemporaryFolder const folder;
  std::mt19937_64 random(5);
  std::vector<OriginalId> ids(n);
  for (std::size_t v = 0; v < n; ++v) ids[v] = v * v * 40'000'000'001 + random() % 40'000'000'001;
  std::shuffle(ids.begin(), ids.end(), random);
  EdgeList list = make_edge_list(n, {});
  list.original_ids = to_view<OriginalId>(ids);
  Graph const graph = build_graph(Host(), list);

  std::vector<double> scores(n);
  for (double& score : scores)
    score = std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 90) - 80);
  std::vector<Weight> distances(n);
  for (Weight& distance : distances)
    distance = static_cast<Weight>(random()) / static_cast<Weight>(1 + random() % 9);
  std::vector<std::size_t> order(n);
  for (std::size_t v = 0; v < n; ++v) order[v] = v;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return ids[a] < ids[b]; });

  ResultFile file(Host(), folder / "scores.tsv.zst");
  file.add(graph, Centrality{to_view<double>(scores)});
  file.add(graph, 0, Distances{to_view<Weight>(distances)});
  file.commit();
  std::istringstream in{std::string(Impl::InputFile::open(folder / "scores.tsv.zst").bytes())};
  std::size_t wrong = 0;
  OriginalId id = 0;
  std::string word;
  for (std::size_t const v : order)
    wrong += in >> id >> word && id == ids[v] && std::strtod(word.c_str(), nullptr) == scores[v] ? 0 : 1;
  CHECK(wrong == 0);
  for (std::size_t const v : order)
    wrong += in >> id >> word && id == ids[v] && std::strtof(word.c_str(), nullptr) == distances[v] ? 0 : 1;
  CHECK(wrong == 0);
  CHECK_FALSE(in >> word);
}

TEST_CASE("a result file appears on commit or not at all", "[result_files]") {
  TemporaryFolder const folder;
  Graph const graph = small_graph();
  write_bytes(folder / "old.tsv", "as it was");
  for (std::string const name : {"old.tsv", "new.tsv"}) {
    ResultFile file(Host(), folder / name);
    file.add(graph, components_result(graph));
    CHECK(std::filesystem::exists(folder / "old.tsv"));
    CHECK_FALSE(std::filesystem::exists(folder / "new.tsv"));
  }
  CHECK(folder.names() == Names{"old.tsv"});
  CHECK(read_bytes(folder / "old.tsv") == "as it was");
}

TEST_CASE("results that can't be written say why", "[result_files]") {
  TemporaryFolder const folder;
  Graph const graph = small_graph();
  CHECK_THAT(error_of([&] { ResultFile(Host(), folder / "no/such/file"); }),
             ContainsSubstring("no/such/file"));
  auto const reason = [&](auto const& add) {
    return error_of([&] {
      ResultFile file(Host(), folder / "result.tsv");
      add(file);
      file.commit();
    });
  };
  auto const few = to_view<double>(std::vector<double>{1, 2, 3});
  CHECK_THAT(reason([&](ResultFile& file) { file.add(graph, Centrality{few}); }),
             ContainsSubstring("3 values for 4 vertices") && ContainsSubstring("result.tsv"));
  CHECK_THAT(reason([&](ResultFile& file) { file.add(graph, 4, bfs_result(graph, 0)); }),
             ContainsSubstring("source 4"));

  Graph odd = graph;
  odd.original_ids = to_view<OriginalId>(std::vector<OriginalId>{4, 3, 4, 1});
  CHECK_THAT(reason([&](ResultFile& file) { file.add(odd, components_result(graph)); }),
             ContainsSubstring("same id"));
  odd.original_ids = to_view<OriginalId>(std::vector<OriginalId>{~OriginalId(0), 3, 2, 1});
  CHECK_THAT(reason([&](ResultFile& file) { file.add(odd, components_result(graph)); }),
             ContainsSubstring("too large"));
  CHECK(folder.names().empty());
}
