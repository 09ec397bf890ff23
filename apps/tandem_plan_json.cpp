// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_plan_report.hpp"

#include <core/impl/tandem_json_text.hpp>

namespace tandem::app {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(PlanPoint const& point) {
  return {{"policy", point.policy},
          {"alpha", point.alpha},
          {"beta", point.beta},
          {"beta_aggregated", point.beta_aggregated},
          {"seconds", point.seconds},
          {"rate", point.rate},
          {"speedup", point.speedup ? Json(*point.speedup) : Json()}};
}

}  // namespace

std::string to_json(PlanReport const& report) {
  Json json{{"graph", report.graph},      {"platform", report.platform},
            {"partition", report.policy}, {"alpha", report.alpha},
            {"beta", report.beta},        {"beta_aggregated", report.beta_aggregated}};
  if (!report.algorithm.empty()) json["algorithm"] = report.algorithm;
  json["units"] = Json::array();
  for (PlanUnit const& unit : report.units)
    json["units"].push_back({{"name", unit.name},
                             {"threads", unit.threads},
                             {"vertices", unit.vertices},
                             {"share", unit.share},
                             {"bytes", unit.bytes},
                             {"memory", unit.memory}});
  if (report.recommended) json["recommended"] = json_of(*report.recommended);
  json["predictions"] = Json::array();
  for (PlanPoint const& point : report.points) json["predictions"].push_back(json_of(point));
  json["notes"] = report.notes;
  return Impl::json_text(json) + "\n";
}

std::string to_json(std::vector<ModelPoint> const& points) {
  Json json{{"points", Json::array()}};
  for (ModelPoint const& point : points)
    json["points"].push_back(Json{{"alpha", point.alpha}, {"speedup", point.speedup}});
  return Impl::json_text(json) + "\n";
}

}  // namespace tandem::app
