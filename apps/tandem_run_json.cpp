// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_run_summary.hpp"

#include <core/impl/tandem_json_text.hpp>
#include <exec/impl/tandem_run_context_json.hpp>

namespace tandem::app {

std::string to_json(RunReport const& report) {
  nlohmann::ordered_json json = Impl::to_json(report.context);
  json["algorithm"] = report.algorithm;
  json["graph"] = report.graph;
  json["partition"] = report.policy;
  json["validation"] = report.validation;
  auto& seconds = json["seconds"] = nlohmann::ordered_json::object();
  for (auto const& phase : report.times.phases()) seconds[phase.name] = phase.seconds;
  for (auto const& figure : report.figures) json["result"][figure.first] = figure.second;
  auto& runs = json["runs"] = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < report.records.size(); ++i) {
    auto run = nlohmann::ordered_json::object();
    if (report.records.size() < report.sources.size())
      run["sources"] = report.sources;
    else if (!report.sources.empty())
      run["source"] = report.sources[i];
    if (i < report.rates.size()) run["edges_per_second"] = report.rates[i];
    if (i < report.fetch_parents.size()) run["fetch_parents"] = report.fetch_parents[i];
    run.update(nlohmann::ordered_json::parse(tandem::to_json(report.records[i])));
    runs.push_back(std::move(run));
  }
  return Impl::json_text(json) + "\n";
}

}  // namespace tandem::app
