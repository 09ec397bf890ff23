// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_PAGERANK_HPP
#define TANDEM_PAGERANK_HPP

#include <algorithms/tandem_results.hpp>
#include <exec/tandem_engine.hpp>

namespace tandem {

struct PageRankOptions {
  double damping = 0.85;
  int iterations = 20;            ///< at most
  double tolerance = 0;           ///< stop when an iteration changes the ranks by less, in sum; 0: never
  bool double_precision = false;  ///< compute in double instead of float
};

struct PageRankRun {
  Ranks ranks;
  RunRecord record;
  /// Of the graph; an undirected edge counts twice, as it is used in both directions, a loop once.
  EdgeIndex edges = 0;

  double seconds_per_iteration() const { return record.seconds / ranks.iterations; }
  double teps() const {
    return ranks.iterations > 0 ? static_cast<double>(edges) / seconds_per_iteration() : 0;
  }
};

ProgramNeeds pagerank_needs(PageRankOptions const& options = {});

/// Ranks on an engine's graph. Throws Error when the engine was made without the in-edges of a directed
/// graph.
PageRankRun pagerank(Engine& engine, PageRankOptions const& options = {});

/// From the graph to the result.
PageRankRun pagerank(Graph const& graph, PageRankOptions const& options = {},
                     EngineOptions engine_options = {});

}  // namespace tandem

#endif
