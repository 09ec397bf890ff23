// SPDX-License-Identifier: BSD-3-Clause
#include <algorithms/tandem_betweenness.hpp>
#include <algorithms/tandem_bfs.hpp>
#include <algorithms/tandem_components.hpp>
#include <algorithms/tandem_measure_machine.hpp>
#include <algorithms/tandem_pagerank.hpp>
#include <algorithms/tandem_sources.hpp>
#include <algorithms/tandem_sssp.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_progress.hpp>
#include <core/tandem_timer.hpp>
#include <algorithm>
#include <array>
#include <functional>
#include <memory>

namespace tandem {

namespace {

constexpr int num_rounds = 3;  ///< of which the fastest counts
constexpr std::size_t num_sources = 4;
constexpr int num_iterations = 5;
constexpr BfsOptions top_down{.direction = BfsDirection::top_down};
/// Of each policy: a unit then has few and many edges for each vertex, and is faster or slower than the
/// other. All policies at the first one tell enough to go by, if there is no time for more.
constexpr std::array measured_alphas{0.6, 0.3, 0.9};

/// Records of some runs, or of one that did the same work several times.
struct Measurement {
  std::vector<RunRecord> records;
  double repeats = 1;  ///< in each record

  double seconds() const {
    double sum = 0;
    for (RunRecord const& record : records) sum += record.seconds;
    return sum;
  }
};

using Measure = std::function<Measurement()>;
struct NamedMeasure {
  char const* name;
  Measure measure;
};

/// What was seen of an algorithm on all splits.
struct Samples {
  std::vector<Impl::WorkSample> host, device;
  std::array<std::vector<Impl::OverlapSample>, partition_policies.size()> overlap;
  double messages = 0, exchange_seconds = 0;

  void add(Engine const& engine, Measurement const& measurement) {
    double const runs = static_cast<double>(measurement.records.size()) * measurement.repeats;
    auto& overlaps = overlap[static_cast<std::size_t>(engine.split().policy)];
    for (RunRecord const& record : measurement.records) overlaps.push_back(Impl::overlap_in(record));
    for (std::size_t u = 0; u < engine.num_units(); ++u) {
      double compute = 0, exchange = 0;
      for (RunRecord const& record : measurement.records) {
        StepRecord const total = RunRecord::total(record.units[u]);
        compute += total.compute / runs;
        exchange += total.exchange() / runs;
      }
      UnitRecord const& unit = measurement.records.front().units[u];
      double active = 0;
      engine.unit(u).visit([&](auto const& each) { active = each.partition.num_active; });
      if (unit.edges > 0)
        (engine.platform().units[u].kind == UnitKind::host ? host : device)
            .push_back({static_cast<double>(unit.edges), active, compute});
      messages += static_cast<double>(unit.boundary_targets);
      exchange_seconds += exchange;
    }
  }

  /// If units are alike, all samples tell the rates of each.
  AlgorithmRates rates(bool alike) const {
    AlgorithmRates result{Impl::fit_rates(host), Impl::fit_rates(device)};
    if (alike) {
      auto all = host;
      all.insert(all.end(), device.begin(), device.end());
      result.host = result.device = Impl::fit_rates(all);
    }
    if (exchange_seconds > 0 && messages > 0) result.messages_per_second = messages / exchange_seconds;
    std::transform(overlap.begin(), overlap.end(), result.overlap.begin(), Impl::fit_overlap);
    return result;
  }
};

/// Of the programs that are there at the same time: those that make_measures keeps, and one that it makes.
ProgramNeeds measure_needs() {
  ProgramNeeds const searches = needs_side_by_side(bfs_needs(), bfs_needs(top_down));
  ProgramNeeds const kept =
      needs_side_by_side(searches, needs_side_by_side(betweenness_needs(), sssp_needs()));
  return needs_side_by_side(kept, needs_in_turn(pagerank_needs(), components_needs()));
}

/// A run with all that its rate counts: units reset their state before the first superstep, and those of a
/// search fetch parents behind the last one, all at the same time.
RunRecord with_both_ends(RunRecord record, double seconds_behind = 0) {
  record.seconds += seconds_behind;
  for (UnitRecord& unit : record.units)
    unit.steps.push_back({.compute = unit.steps.front().start + seconds_behind});
  return record;
}

Measure searches_from(std::vector<VertexId> const& sources, std::shared_ptr<Bfs> const& search) {
  return [=] {
    Measurement all;
    for (VertexId const source : sources) {
      BfsRun const run = search->run(source);
      all.records.push_back(with_both_ends(run.record, run.aggregate_seconds));
    }
    return all;
  };
}

/// The programs are made here, so that only runs are measured.
std::vector<NamedMeasure> make_measures(Engine& engine, Graph const& graph,
                                        std::vector<VertexId> const& sources) {
  auto const centrality = std::make_shared<Betweenness>(engine);
  std::vector<NamedMeasure> measures{
      {"bfs", searches_from(sources, std::make_shared<Bfs>(engine))},
      {"bfs-top-down", searches_from(sources, std::make_shared<Bfs>(engine, top_down))},
      {"pagerank",
       [&engine] {
         return Measurement{{pagerank(engine, {.iterations = num_iterations}).record}, num_iterations};
       }},
      {"bc",
       [=] {
         return Measurement{{centrality->run(sources).record}, static_cast<double>(sources.size())};
       }},
      {"cc", [&engine, &graph] { return Measurement{{components(engine, graph).record}}; }}};
  if (graph.weighted()) {
    auto const paths = std::make_shared<Sssp>(engine);
    measures.push_back({"sssp", [=] {
                          Measurement all;
                          for (VertexId const source : sources)
                            all.records.push_back(with_both_ends(paths->run(source).record));
                          return all;
                        }});
  }
  return measures;
}

/// One round, and others while there is time.
template <class HasTime>
Measurement fastest_of(Measure const& measure, HasTime const& has_time) {
  Measurement best = measure();
  for (int round = 1; round < num_rounds && has_time(); ++round)
    if (Measurement next = measure(); next.seconds() < best.seconds()) best = std::move(next);
  return best;
}

std::vector<SplitOptions> splits_to_measure(Platform const& platform) {
  if (platform.units.size() == 1 || platform.units.front().kind != UnitKind::host) return {{}};
  std::vector<SplitOptions> splits;
  for (double const alpha : measured_alphas)
    for (PartitionPolicy const policy : partition_policies)
      splits.push_back({.policy = policy, .alpha = alpha});
  return splits;
}

/// Slices of one host with as many threads each. What seems to make one of them faster is what else the
/// machine does at the time.
bool units_are_alike(Platform const& platform) {
  return platform.units.size() > 1 &&
         std::all_of(platform.units.begin(), platform.units.end(), [&](Unit const& unit) {
           return (unit.kind == UnitKind::host || unit.emulated) &&
                  unit.threads == platform.units.front().threads;
         });
}

MachineProfile describe_units(Platform const& platform) {
  MachineProfile profile;
  profile.machine = machine_name(platform.machine);
  profile.platform = to_string(platform.spec);
  for (Unit const& unit : platform.units) {
    bool const host = unit.kind == UnitKind::host;
    if (!host && profile.device_threads != 0 && profile.device_threads != unit.threads)
      throw Error("a profile is of devices with as many threads each: calibrate with one number of them");
    profile.emulated = profile.emulated || unit.emulated;
    (host ? profile.host_threads : profile.device_threads) = unit.threads;
    (host ? profile.host_memory : profile.device_memory) = unit.memory;
  }
  return profile;
}

}  // namespace

UnitRates Impl::fit_rates(std::vector<WorkSample> const& samples) {
  // Least squares of a*edges/seconds + b*vertices/seconds = 1, where a and b are seconds for each.
  double xx = 0, xy = 0, yy = 0, x1 = 0, y1 = 0;
  for (WorkSample const& sample : samples) {
    if (!(sample.seconds > 0)) continue;
    double const x = sample.edges / sample.seconds, y = sample.vertices / sample.seconds;
    xx += x * x;
    xy += x * y;
    yy += y * y;
    x1 += x;
    y1 += y;
  }
  if (xx == 0) return {};
  // Samples that all have the same degree can't tell one cost from the other: it is the edges' then.
  constexpr double distinct = 1e-3;
  double const determinant = xx * yy - xy * xy;
  if (determinant <= distinct * xx * yy) return {.edges_per_second = xx / x1};
  double const a = (x1 * yy - y1 * xy) / determinant, b = (y1 * xx - x1 * xy) / determinant;
  if (b <= 0) return {.edges_per_second = xx / x1};
  if (a <= 0) return {.vertices_per_second = yy / y1};
  return {1 / a, 1 / b};
}

Impl::OverlapSample Impl::overlap_in(RunRecord const& record) {
  OverlapSample sample;
  for (std::size_t step = 0; step < record.num_steps(); ++step) {
    double host = 0, device = 0;
    for (UnitRecord const& unit : record.units) {
      double& side = &unit == &record.units.front() ? host : device;
      side = std::max(side, unit.steps[step].busy());
    }
    sample.host += host;
    sample.device += device;
    sample.together += std::max(host, device);
  }
  return sample;
}

double Impl::fit_overlap(std::vector<OverlapSample> const& samples) {
  // Least squares of together = longer + (1 - overlap) * shorter.
  double shorter_squared = 0, excess = 0;
  for (OverlapSample const& sample : samples) {
    double const shorter = std::min(sample.host, sample.device);
    shorter_squared += shorter * shorter;
    excess += (sample.together - std::max(sample.host, sample.device)) * shorter;
  }
  return shorter_squared > 0 ? std::clamp(1 - excess / shorter_squared, 0.0, 1.0) : 1;
}

MachineProfile measure_machine(Host const& space, Graph const& graph, PlatformOptions const& options,
                               double seconds) {
  Timer const timer;
  auto const sources = pick_sources(graph, num_sources, 1);
  Platform const platform = make_platform(options);
  MachineProfile profile = describe_units(platform);
  auto const splits = splits_to_measure(platform);
  std::vector<Samples> samples;
  Progress progress("calibrating", splits.size(), "splits");
  for (std::size_t done = 0; done < splits.size(); ++done) {
    if (done >= partition_policies.size() && timer.seconds() > seconds) break;
    double const until = seconds * static_cast<double>(done + 1) / static_cast<double>(splits.size());
    EngineOptions engine_options{.platform = options, .split = splits[done]};
    engine_options.split.needs = measure_needs();
    Engine engine(space, graph, engine_options);
    auto const measures = make_measures(engine, graph, sources);
    profile.algorithms.resize(measures.size());
    samples.resize(measures.size());
    for (std::size_t i = 0; i < measures.size(); ++i) {
      profile.algorithms[i].name = measures[i].name;
      samples[i].add(engine, fastest_of(measures[i].measure, [&] { return timer.seconds() < until; }));
    }
    progress.advance(1);
  }
  bool const alike = units_are_alike(platform);
  for (std::size_t i = 0; i < samples.size(); ++i) profile.algorithms[i].rates = samples[i].rates(alike);
  return profile;
}

}  // namespace tandem
