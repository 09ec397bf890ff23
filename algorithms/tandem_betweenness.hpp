// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_BETWEENNESS_HPP
#define TANDEM_BETWEENNESS_HPP

#include <algorithms/tandem_results.hpp>
#include <exec/tandem_engine.hpp>
#include <memory>
#include <vector>

namespace tandem {

struct BetweennessRun {
  Centrality centrality;
  /// Superstep i has the sums over all sources of their supersteps i, as if they had run side by side, and
  /// the kind of exchange of the first source that had any.
  RunRecord record;
  /// With a reached source, added up for all sources of the run; an undirected edge counts once, a loop half.
  EdgeIndex traversed_edges = 0;

  double teps() const { return static_cast<double>(traversed_edges) / record.seconds; }
};

ProgramNeeds betweenness_needs();

/// Betweenness on an engine's graph, any number of times with the same memory. Each source takes about as
/// long as two breadth-first searches. An engine of a directed graph is faster with in-edges.
class Betweenness {
 public:
  explicit Betweenness(Engine& engine);
  ~Betweenness();

  /// The part of betweenness that is due to paths from the given vertices, each by its index in the graph
  /// that the engine was made from; find_vertex(graph, id) gives that of an id in a file. A vertex given
  /// twice counts twice. Throws Error when there is no such vertex.
  BetweennessRun run(std::vector<VertexId> const& sources);

 private:
  struct Programs;
  std::unique_ptr<Programs> m_programs;
};

BetweennessRun betweenness(Engine& engine, std::vector<VertexId> const& sources);
/// From all vertices: exact, in time that grows with vertices times edges.
BetweennessRun betweenness(Engine& engine);

/// From the graph to the result; `sources` as for Betweenness::run.
BetweennessRun betweenness(Graph const& graph, std::vector<VertexId> const& sources,
                           EngineOptions engine_options = {});
BetweennessRun betweenness(Graph const& graph, EngineOptions engine_options = {});

}  // namespace tandem

#endif
