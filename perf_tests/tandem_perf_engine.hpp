// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_PERF_ENGINE_HPP
#define TANDEM_PERF_ENGINE_HPP

#include "tandem_perf.hpp"

#include <core/tandem_build.hpp>
#include <core/tandem_generate.hpp>
#include <exec/tandem_engine.hpp>
#include <optional>
#include <string>
#include <vector>

// What the benchmarks of algorithms share: which graph, on which platforms, split how.
namespace tandem::perf {

struct EngineArguments {
  std::string graph = "kron:20";
  std::vector<std::string> platforms = {"1S", "1S1G"};
  std::string policy;
  std::optional<double> alpha;  ///< none: chosen
  int num_sources = 16;

  void add_to(CLI::App& app);
  /// The graph, undirected and without duplicates unless its generator is directed.
  Graph make_graph(Host const& space, WeightKind weights = WeightKind::none, bool in_edges = false) const;
  EngineOptions options(std::string const& platform) const;
  /// Different vertices that have an edge, the same for every platform.
  std::vector<VertexId> pick_sources(Graph const& graph) const;
};

/// Notes where the time of runs on a platform went: the share of pack, copy and scatter in the time of the
/// slowest unit, and the layout.
void note_layout(Benchmark& bench, std::string const& platform, Engine const& engine);
double exchange_share(RunRecord const& record);

}  // namespace tandem::perf

#endif
