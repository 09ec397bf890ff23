// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_PERF_ENGINE_HPP
#define TANDEM_PERF_ENGINE_HPP

#include "tandem_perf.hpp"

#include <algorithms/tandem_validate.hpp>
#include <core/tandem_build.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_generate.hpp>
#include <exec/tandem_engine.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

// What the benchmarks of algorithms share: which graph, on which platforms, split how.
namespace tandem::perf {

/// A graph laid out on a platform.
struct PlatformEngine {
  std::string platform;
  std::unique_ptr<Engine> engine;
};

struct EngineArguments {
  std::string graph = "kron:20";
  std::vector<std::string> platforms = {"1S", "1S1G"};
  std::string policy;
  std::optional<double> alpha;  ///< none: chosen
  std::string profile;          ///< file with rates to choose by; empty: by threads
  int num_sources = 16;
  bool verify = false;

  void add_to(Benchmark& benchmark);
  /// The graph, without duplicates and self loops. Generated ones are undirected unless their generator is
  /// directed, and have weights of the kind; files have what they have.
  Graph make_graph(Host const& space, WeightKind weights = WeightKind::none, bool in_edges = false) const;
  /// Different vertices that have an edge, the same for every platform.
  std::vector<VertexId> pick_sources(Graph const& graph) const;
  /// Runs the check of a result if the user wants it, and throws what it complains about.
  template <class Check>
  void expect(Check const& check) const {
    if (!verify) return;
    if (Complaint const complaint = check()) throw Error("a result is wrong: " + *complaint);
  }

  /// One for each platform, and notes on how the graph lies there. Profiles call the algorithm so.
  std::vector<PlatformEngine> make_engines(Benchmark& bench, Host const& space, Graph const& graph,
                                           std::string const& algorithm, ProgramNeeds const& needs) const;

 private:
  EngineOptions options(std::string const& platform, std::string const& algorithm) const;
};

/// Mean of figures that runs note beside their time.
class Mean {
 public:
  void add(double value) {
    m_sum += value;
    ++m_count;
  }
  double value() const { return m_count == 0 ? 0 : m_sum / m_count; }

 private:
  double m_sum = 0;
  int m_count = 0;
};

/// Share of pack, copy and scatter in the time of the slowest unit.
double exchange_share(RunRecord const& record);

}  // namespace tandem::perf

#endif
