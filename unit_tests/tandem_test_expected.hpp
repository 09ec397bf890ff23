// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_TEST_EXPECTED_HPP
#define TANDEM_TEST_EXPECTED_HPP

#include "tandem_test_files.hpp"

#include <core/tandem_io.hpp>

namespace tandem::test {

/// An answer computed by others, and what it was computed from. Answers come in the numbering of the graph
/// that is passed, as docs/algorithms.md defines them.
struct ExpectedResult {
  std::string name;
  std::filesystem::path graph_path;
  bool undirected;  ///< to be read so, whatever the file says
  std::filesystem::path answer_path;
  OriginalId source_id = 0;
  int iterations = 0;
  double damping = 0.85;

  Graph read(BuildOptions const& build = {}) const;
  VertexId source(Graph const& graph) const;

  std::vector<std::int32_t> levels(Graph const& graph) const;
  std::vector<double> distances(Graph const& graph) const;
  /// The files name components in any way; here they get the names that our algorithms give.
  std::vector<VertexId> components(Graph const& graph) const;
  std::vector<double> ranks(Graph const& graph) const;
};

/// Those of the folder of shared data, unpacked as long as this lives.
class ExpectedResults {
 public:
  /// The packed file, which may be absent: tests are to be skipped then.
  static std::filesystem::path path() { return test_data("expected.tar.zst"); }

  ExpectedResults();

  /// By the names of LDBC: "BFS", "SSSP", "WCC", "PR".
  std::vector<ExpectedResult> of(std::string const& algorithm) const;

 private:
  TemporaryFolder m_folder;
};

}  // namespace tandem::test

#endif
