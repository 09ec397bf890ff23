// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_BFS_HPP
#define TANDEM_BFS_HPP

#include <algorithms/tandem_results.hpp>
#include <exec/tandem_engine.hpp>
#include <memory>

namespace tandem {

struct BfsRun {
  BfsTree tree;
  RunRecord record;
  EdgeIndex traversed_edges = 0;  ///< with a reached source; an undirected edge counts once

  double teps() const { return static_cast<double>(traversed_edges) / record.seconds; }
};

/// Breadth-first searches on an engine's graph, one after the other with the same memory.
class Bfs {
 public:
  explicit Bfs(Engine& engine);
  ~Bfs();

  /// `source` is a vertex of the graph that the engine was made from. Throws Error when there is no such
  /// vertex.
  BfsRun run(VertexId source);

 private:
  struct Programs;
  std::unique_ptr<Programs> m_programs;
};

/// One search, from the graph to the result.
BfsRun bfs(Graph const& graph, VertexId source, EngineOptions const& options = {});

}  // namespace tandem

#endif
