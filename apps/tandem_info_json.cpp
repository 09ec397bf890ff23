// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_info_json.hpp"

#include <core/impl/tandem_json_text.hpp>
#include <exec/impl/tandem_platform_json.hpp>

namespace tandem::app {

namespace {

nlohmann::json degrees_json(DegreeStatistics const& degrees) {
  return {{"mean", degrees.mean},
          {"median", degrees.median},
          {"min", degrees.min},
          {"max", degrees.max},
          {"histogram", degrees.histogram}};
}

std::string as_text(nlohmann::json const& json) {
  return Impl::json_text(json, 2) + "\n";
}

}  // namespace

std::string statistics_json(std::string const& name, GraphStatistics const& statistics,
                            PhaseTimes const& times) {
  nlohmann::json json = {{"graph", name},
                         {"vertices", statistics.num_vertices},
                         {"edges", statistics.num_edges},
                         {"arcs", statistics.num_arcs},
                         {"directed", statistics.directed},
                         {"weighted", statistics.weighted},
                         {"self_loops", statistics.self_loops},
                         {"duplicate_arcs", statistics.duplicate_arcs},
                         {"isolated_vertices", statistics.isolated},
                         {"out_degree", degrees_json(statistics.out_degree)},
                         {"in_degree", degrees_json(statistics.in_degree)},
                         {"components_at_most", statistics.components},
                         {"largest_component_at_least", statistics.largest_component},
                         {"degree_ordered", statistics.degree_ordered},
                         {"in_edges", statistics.has_in_edges},
                         {"bytes", statistics.bytes}};
  if (statistics.weighted) json["weights"] = {{"min", statistics.min_weight}, {"max", statistics.max_weight}};
  for (auto const& phase : times.phases()) json["seconds"][phase.name] = phase.seconds;
  return as_text(json);
}

std::string platform_json(Platform const& platform) {
  return as_text(Impl::to_json(platform));
}

}  // namespace tandem::app
