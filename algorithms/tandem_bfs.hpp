// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_BFS_HPP
#define TANDEM_BFS_HPP

#include <algorithms/tandem_results.hpp>
#include <exec/tandem_engine.hpp>
#include <memory>

namespace tandem {

enum class BfsDirection {
  optimized,  ///< each level the way that looks at fewer edges
  top_down,
  bottom_up
};

/// Who decides when to change the direction.
enum class BfsSwitch {
  by_all,  ///< Beamer's rule over the whole graph
  by_host  ///< TOTEM's: the host alone when to go bottom-up; back after a fixed number of levels
};

struct BfsOptions {
  BfsDirection direction = BfsDirection::optimized;
  BfsSwitch rule = BfsSwitch::by_all;
  /// Bottom-up when the edges out of the frontier are more than this part, 1/x, of those not looked at yet.
  double to_bottom_up = 15;
  /// And never when they are fewer than this part, 1/x, of all vertices: a level bottom-up passes over words
  /// of all of them, which matters at the end of a search with many small levels.
  double worth_bottom_up = 32;
  /// By all: top-down again when the frontier shrinks and is less than this part, 1/x, of all vertices.
  double to_top_down = 18;
  /// By the host: top-down again after this many levels.
  int bottom_up_steps = 3;
  /// Find the levels of the tree, too, when the time of the search is over.
  bool levels = true;
};

struct BfsRun {
  BfsTree tree;
  RunRecord record;
  double aggregate_seconds =
      0;  ///< for trees of devices, and parents that other units than the owner have found
  double naming_seconds = 0;      ///< for parents in the caller's numbers; not part of seconds()
  EdgeIndex traversed_edges = 0;  ///< with a reached source; an undirected edge counts once, a loop half

  double seconds() const { return record.seconds + aggregate_seconds; }
  double teps() const { return static_cast<double>(traversed_edges) / seconds(); }
};

ProgramNeeds bfs_needs(BfsOptions const& options = {});

/// Breadth-first searches on an engine's graph, one after the other with the same memory.
class Bfs {
 public:
  /// Any direction but top-down needs in-edges: of a directed graph, the engine must have been made with
  /// bfs_needs(options). Throws Error otherwise, and for options that make no sense.
  explicit Bfs(Engine& engine, BfsOptions const& options = {});
  ~Bfs();

  /// `source` is the index of a vertex in the graph that the engine was made from; find_vertex(graph, id)
  /// gives that of an id in a file. Throws Error when there is no such vertex.
  BfsRun run(VertexId source);

 private:
  struct Programs;
  std::unique_ptr<Programs> m_programs;
};

/// One search, from the graph to the result; `source` as for Bfs::run.
BfsRun bfs(Graph const& graph, VertexId source, BfsOptions const& options = {},
           EngineOptions const& engine_options = {});

}  // namespace tandem

#endif
