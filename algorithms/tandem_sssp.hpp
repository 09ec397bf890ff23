// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_SSSP_HPP
#define TANDEM_SSSP_HPP

#include <algorithms/tandem_results.hpp>
#include <exec/tandem_engine.hpp>
#include <memory>

namespace tandem {

struct SsspOptions {
  /// Vertices whose distances differ by no more may be settled in any order: a small one wastes no work, a
  /// large one has more of it at a time. 0: chosen from weights and degrees.
  Weight delta = 0;
};

struct SsspRun {
  Distances result;
  RunRecord record;
  double naming_seconds = 0;      ///< for distances in the caller's numbers; not part of the record's
  EdgeIndex traversed_edges = 0;  ///< with a reached source; an undirected edge counts once, a loop half

  double teps() const { return static_cast<double>(traversed_edges) / record.seconds; }
};

ProgramNeeds sssp_needs();

/// Shortest paths from one source at a time on an engine's graph, one after the other with the same memory.
/// Distances are sums in Weight along the path from the source, the same for every platform and split.
class Sssp {
 public:
  /// The engine must have been made with sssp_needs(). Throws Error when it has no weights, or one that is
  /// negative or not a number.
  explicit Sssp(Engine& engine, SsspOptions const& options = {});
  ~Sssp();

  /// `source` is the index of a vertex in the graph that the engine was made from; find_vertex(graph, id)
  /// gives that of an id in a file. Throws Error when there is no such vertex.
  SsspRun run(VertexId source);

  /// The one given, or chosen.
  Weight delta() const { return m_delta; }

 private:
  struct Programs;
  std::unique_ptr<Programs> m_programs;
  Weight m_delta = 0;
};

/// Distances from one source, from the graph to the result; `source` as for Sssp::run.
SsspRun sssp(Graph const& graph, VertexId source, SsspOptions const& options = {},
             EngineOptions const& engine_options = {});

}  // namespace tandem

#endif
