// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_COMPONENTS_HPP
#define TANDEM_COMPONENTS_HPP

#include <algorithms/tandem_results.hpp>
#include <exec/tandem_engine.hpp>

namespace tandem {

struct ComponentsRun {
  Components components;
  std::size_t num_components = 0;
  RunRecord record;
  double setup_seconds = 0;    ///< memory, and names of ghosts: before the run
  double collect_seconds = 0;  ///< names of components: after the run
  /// Of the graph, whether looked at or not; an undirected edge counts once, a loop half.
  EdgeIndex edges = 0;

  double teps() const { return static_cast<double>(edges) / record.seconds; }
};

ProgramNeeds components_needs();

/// Weakly connected components of an engine's graph. `graph` is the one that the engine was made from: its
/// original ids name the components.
ComponentsRun components(Engine& engine, Graph const& graph);

/// From the graph to the result.
ComponentsRun components(Graph const& graph, EngineOptions const& options = {});

}  // namespace tandem

#endif
