// SPDX-License-Identifier: BSD-3-Clause
#include <exec/tandem_run_record.hpp>
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

namespace {

using namespace tandem;
using Catch::Approx;
using Json = nlohmann::json;

/// A host and a device that copies, with two supersteps.
RunRecord make_record() {
  StepRecord step;
  step.compute = 4;
  step.pack = 1;
  step.wait = 2;
  step.scatter = 1;
  step.edges = 7;
  RunRecord record;
  record.seconds = 20;
  for (char const* const name : {"host", "device 0"}) {
    UnitRecord unit;
    unit.name = name;
    unit.bytes = 1234;
    for (double const start : {0.0, 10.0}) {
      step.start = start;
      unit.steps.push_back(step);
    }
    record.units.push_back(unit);
    step.copy_out = step.copy_in = 0.5;
  }
  return record;
}

TEST_CASE("a trace has every phase where it was, of all runs", "[run_record]") {
  Json const events = Json::parse(to_trace({make_record(), make_record()}))["traceEvents"];
  std::vector<std::string> names;
  double at = 0;
  int rows = 0;
  for (Json const& event : events) {
    rows += event["ph"] == "M";
    if (event["ph"] != "X" || event["tid"] != 1) continue;
    if (event["args"]["run"] == 1 && event["args"]["superstep"] == 0) {
      if (names.empty()) at = 20e6;
      names.push_back(event["name"]);
      CHECK(event["ts"].get<double>() == Approx(at));
      at += event["dur"].get<double>();
    }
  }
  CHECK(rows == 2);
  CHECK(names == std::vector<std::string>{"compute", "pack", "copy_out", "wait", "copy_in", "scatter"});
  CHECK(Json::parse(to_trace({}))["traceEvents"].empty());
}

TEST_CASE("the record of a run is written whole", "[run_record]") {
  Json const json = Json::parse(to_json(make_record()));
  Json const& device = json["units"][1];
  CHECK(device["bytes"] == 1234);
  CHECK(device["steps"].size() == 2);
  CHECK(device["total"]["copy_out"].get<double>() == Approx(1));
  CHECK(device["total"]["copy_in"].get<double>() == Approx(1));
  CHECK(device["total"]["edges"] == 14);
  CHECK(json["units"][0]["total"]["copy_out"] == 0);
}

}  // namespace
