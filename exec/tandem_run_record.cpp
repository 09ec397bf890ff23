// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_json_text.hpp>
#include <exec/tandem_run_record.hpp>
#include <algorithm>

namespace tandem {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<char const*, num_mail_formats> format_names{"empty", "dense", "bitmap", "list", "lent"};

constexpr std::array<char const*, 4> exchange_names{"none", "push", "pull", "pull news"};

struct PhaseTime {
  char const* name;
  double seconds;
};

/// In the order in which they follow each other.
std::array<PhaseTime, 6> phases_of(StepRecord const& step) {
  return {PhaseTime{"compute", step.compute},   PhaseTime{"pack", step.pack},
          PhaseTime{"copy_out", step.copy_out}, PhaseTime{"wait", step.wait},
          PhaseTime{"copy_in", step.copy_in},   PhaseTime{"scatter", step.scatter}};
}

Json step_json(StepRecord const& step) {
  Json json;
  json["start"] = step.start;
  for (PhaseTime const& phase : phases_of(step)) json[phase.name] = phase.seconds;
  json["active"] = step.active;
  json["edges"] = step.edges;
  Json& bytes = json["bytes"] = Json::object();
  for (std::size_t f = 1; f < num_mail_formats; ++f)
    if (step.bytes[f] != 0) bytes[format_names[f]] = step.bytes[f];
  return json;
}

template <class Value>
std::uint64_t sum_over_units(RunRecord const& record, Value const& value) {
  std::uint64_t sum = 0;
  for (UnitRecord const& unit : record.units) sum += value(unit);
  return sum;
}

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::uint64_t all_edges(RunRecord const& record) {
  return sum_over_units(record, [](UnitRecord const& unit) { return unit.edges; });
}

/// Where bars of a trace go.
struct TraceRow {
  std::size_t run, unit;
  double start;  ///< of the run
};

void add_bars(Json& events, TraceRow const& row, std::vector<StepRecord> const& steps) {
  constexpr double microseconds = 1e6;
  int number = 0;
  for (StepRecord const& step : steps) {
    double at = row.start + step.start;
    for (PhaseTime const& phase : phases_of(step)) {
      if (phase.seconds > 0)
        events.push_back(
            {{"ph", "X"},
             {"name", phase.name},
             {"pid", 0},
             {"tid", row.unit},
             {"ts", at * microseconds},
             {"dur", phase.seconds * microseconds},
             {"args",
              {{"run", row.run}, {"superstep", number}, {"active", step.active}, {"edges", step.edges}}}});
      at += phase.seconds;
    }
    ++number;
  }
}

}  // namespace

char const* to_string(MailFormat format) {
  return format_names[static_cast<std::size_t>(format)];
}

void StepRecord::add(StepRecord const& other) {
  compute += other.compute;
  pack += other.pack;
  copy_out += other.copy_out;
  wait += other.wait;
  copy_in += other.copy_in;
  scatter += other.scatter;
  active += other.active;
  edges += other.edges;
  for (std::size_t f = 0; f < num_mail_formats; ++f) bytes[f] += other.bytes[f];
}

double RunRecord::init_seconds() const {
  double last = 0;
  for (UnitRecord const& unit : units)
    if (!unit.steps.empty()) last = std::max(last, unit.steps.front().start);
  return last;
}

double RunRecord::alpha() const {
  if (units.empty() || units.front().name != "host") return 0;
  return share(units.front().edges, all_edges(*this));
}

double RunRecord::beta() const {
  return share(sum_over_units(*this, [](UnitRecord const& unit) { return unit.boundary_edges; }),
               all_edges(*this));
}

double RunRecord::beta_aggregated() const {
  return share(sum_over_units(*this, [](UnitRecord const& unit) { return unit.boundary_targets; }),
               all_edges(*this));
}

StepRecord RunRecord::total(UnitRecord const& unit) {
  StepRecord sum;
  for (StepRecord const& step : unit.steps) sum.add(step);
  return sum;
}

std::string to_json(RunRecord const& record) {
  Json json;
  json["seconds"] = record.seconds;
  json["cpu_seconds"] = record.cpu_seconds;
  json["supersteps"] = record.num_steps();
  json["alpha"] = record.alpha();
  json["beta"] = record.beta();
  json["beta_aggregated"] = record.beta_aggregated();
  Json& units = json["units"] = Json::array();
  for (UnitRecord const& unit : record.units) {
    Json steps = Json::array();
    for (StepRecord const& step : unit.steps) {
      steps.push_back(step_json(step));
      steps.back()["exchange"] = exchange_names[static_cast<std::size_t>(step.exchanged)];
    }
    units.push_back({{"name", unit.name},
                     {"threads", unit.threads},
                     {"vertices", unit.vertices},
                     {"ghosts", unit.ghosts},
                     {"edges", unit.edges},
                     {"boundary_edges", unit.boundary_edges},
                     {"boundary_targets", unit.boundary_targets},
                     {"bytes", unit.bytes},
                     {"total", step_json(RunRecord::total(unit))},
                     {"steps", std::move(steps)}});
  }
  return Impl::json_text(json);
}

std::string to_trace(std::vector<RunRecord> const& runs) {
  Json events = Json::array();
  if (!runs.empty())
    for (std::size_t u = 0; u < runs.front().units.size(); ++u)
      events.push_back({{"ph", "M"},
                        {"name", "thread_name"},
                        {"pid", 0},
                        {"tid", u},
                        {"args", {{"name", runs.front().units[u].name}}}});
  double start = 0;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    for (std::size_t u = 0; u < runs[run].units.size(); ++u)
      add_bars(events, {run, u, start}, runs[run].units[u].steps);
    start += runs[run].seconds;
  }
  return Impl::json_text(Json{{"traceEvents", std::move(events)}, {"displayTimeUnit", "ms"}}, -1);
}

}  // namespace tandem
