// SPDX-License-Identifier: BSD-3-Clause
#include <algorithms/tandem_measure_machine.hpp>
#include <core/tandem_build.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_generate.hpp>
#include <exec/tandem_split.hpp>
#include <partition/tandem_model.hpp>
#include <partition/tandem_partition.hpp>
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <limits>
#include <set>

namespace {

using namespace tandem;
using Catch::Approx;

constexpr double infinity = std::numeric_limits<double>::infinity();

Graph make_graph(char const* name) {
  Host const space;
  return build_graph(space, generate(space, name),
                     {.symmetrize = true,
                      .drop_duplicates = true,
                      .drop_self_loops = true,
                      .drop_isolated = true,
                      .order_by_degree = true});
}

/// Vertices of others that edges of a partition lead to. Dense channels have ghosts beyond these.
std::size_t count_seen(Partition<HostMemory> const& partition) {
  std::set<VertexId> seen;
  for (EdgeIndex e = 0; e < partition.out.num_edges(); ++e)
    if (partition.out.targets(e) >= partition.num_owned) seen.insert(partition.out.targets(e));
  return seen.size();
}

/// A unit of the host and devices that have some memory.
Platform make_units(int num_devices, std::size_t device_memory) {
  Platform platform;
  platform.spec = {1, num_devices};
  platform.units.emplace_back();
  for (int i = 0; i < num_devices; ++i) {
    Unit device;
    device.kind = UnitKind::device;
    device.index = i;
    device.memory = device_memory;
    platform.units.push_back(device);
  }
  return platform;
}

}  // namespace

TEST_CASE("the model's speedup by hand", "[model]") {
  // c / (beta r + alpha c) with the paper's c = 3 and r = 1 billion edges a second
  CHECK(predict_speedup(0.6, 0.05, 1e9, 3e9) == Approx(3 / (0.05 + 0.6 * 3)));
  CHECK(predict_speedup(0.8, 0.4, 2e9, 3e9) == Approx(3 / (0.4 * 2 + 0.8 * 3)));
  CHECK(predict_speedup(1, 0, 1e9, 3e9) == Approx(1));
  // With much communication, worse than the host alone
  CHECK(predict_speedup(0.95, 1, 4e9, 3e9) < 1);
  for (double const alpha : {0.25, 0.5, 0.9})
    CHECK(predict_speedup(alpha, 0.7, 4e9, infinity) == Approx(1 / alpha));
  // The paper's c: 12 GB/s at 4 bytes an edge
  CHECK(link_rate(12e9, 4) == Approx(3e9));
}

TEST_CASE("the model's time of a partition by hand", "[model]") {
  UnitLoad const load{.edges = 100, .vertices = 10, .boundary_edges = 50, .messages = 5};
  CHECK(predict_seconds(load, {50, 10}, 5) == Approx(2 + 1 + 1));
  CHECK(predict_seconds(load, {50, infinity}, infinity) == Approx(2));
  CHECK(predict_seconds({}, {50, 10}, 5) == 0);
}

TEST_CASE("expected loads are what partitions get", "[model]") {
  Host const space;
  for (char const* const name : {"kron:12", "uniform:12"}) {
    Graph const graph = make_graph(name);
    DegreeProfile const profile(space, graph.out);
    for (PartitionPolicy const policy : partition_policies)
      for (auto const& shares : {std::vector{0.5, 0.5}, std::vector{0.8, 0.2}, std::vector{0.4, 0.3, 0.3},
                                 std::vector{1.0}, std::vector{0.0, 1.0}}) {
        CAPTURE(name, static_cast<int>(policy), shares);
        auto const expected = expect_loads(profile, policy, shares, true);
        auto const cut =
            make_partitions(space, graph, assign_vertices(space, graph, {policy, shares, 1}), {});
        auto const near = [&](double found, double all) { return Approx(found).margin(0.1 * all); };
        for (std::size_t u = 0; u < shares.size(); ++u) {
          auto const& partition = cut.partitions[u];
          auto const n = static_cast<double>(graph.num_vertices()), m = static_cast<double>(graph.num_arcs());
          CHECK(expected[u].edges == near(static_cast<double>(partition.out.num_edges()), m));
          CHECK(expected[u].vertices == near(partition.num_owned, n));
          CHECK(expected[u].boundary_edges == near(static_cast<double>(partition.num_boundary_edges), m));
          CHECK(expected[u].messages == near(static_cast<double>(count_seen(partition)), n));
        }
      }
  }
}

TEST_CASE("the slowest unit decides", "[model]") {
  Host const space;
  DegreeProfile const profile(space, make_graph("uniform:10").out);
  AlgorithmRates const rates{{1e6, infinity}, {3e6, infinity}, infinity};
  auto const edges = static_cast<double>(profile.num_arcs());
  auto const at = [&](double alpha) {
    return predict(profile, rates, PartitionPolicy::random, {alpha, 1 - alpha}, true).seconds;
  };
  CHECK(at(1) == Approx(edges / 1e6));
  CHECK(at(0) == Approx(edges / 3e6));
  CHECK(at(0.25) == Approx(edges / 4e6));
  CHECK(at(0.5) == Approx(edges / 2e6));
  // Two devices that share the rest
  auto const three = predict(profile, rates, PartitionPolicy::random, {1.0 / 7, 3.0 / 7, 3.0 / 7}, true);
  CHECK(three.seconds == Approx(edges / 7e6));
  CHECK(three.beta == Approx(1 - 19.0 / 49));
}

TEST_CASE("what does not overlap is added", "[model]") {
  CHECK(predict_makespan(3, 2, 1) == Approx(3));
  CHECK(predict_makespan(3, 2, 0) == Approx(5));
  CHECK(predict_makespan(2, 3, 0.5) == Approx(4));
  CHECK(predict_makespan(3, 0, 0.2) == Approx(3));

  Host const space;
  DegreeProfile const profile(space, make_graph("uniform:10").out);
  AlgorithmRates rates{{1e6, infinity}, {3e6, infinity}, infinity};
  rates.overlap = {1, 0.5, 0};
  auto const edges = static_cast<double>(profile.num_arcs());
  double const expected[] = {0.5, 0.5 + 0.5 * 0.5 / 3, 0.5 + 0.5 / 3};
  for (std::size_t i = 0; i < 3; ++i)
    CHECK(predict(profile, rates, partition_policies[i], {0.5, 0.5}, true).seconds ==
          Approx(expected[i] * edges / 1e6));
  // Two devices count as the longer one of them
  auto const three = predict(profile, rates, PartitionPolicy::low, {0.25, 0.25, 0.5}, true);
  CHECK(three.seconds == Approx((0.25 + 0.5 / 3) * edges / 1e6));
}

TEST_CASE("overlap is measured in supersteps", "[model]") {
  auto const unit = [](std::vector<double> const& seconds) {
    UnitRecord record;
    for (double const s : seconds) record.steps.push_back({.compute = s / 2, .pack = s / 2, .wait = 7});
    return record;
  };
  RunRecord record;
  record.units = {unit({3, 0, 1}), unit({1, 2, 0}), unit({0, 4, 0})};
  Impl::OverlapSample const sample = Impl::overlap_in(record);
  CHECK(sample.host == Approx(4));
  CHECK(sample.device == Approx(5));
  CHECK(sample.together == Approx(8));
  CHECK(Impl::fit_overlap({sample}) == Approx(0.25));
  CHECK(Impl::fit_overlap({{3, 2, 3}, {5, 1, 5}}) == Approx(1));
  CHECK(Impl::fit_overlap({{3, 2, 5}, {5, 1, 6}}) == Approx(0));
  CHECK(Impl::fit_overlap({}) == 1);
  CHECK(Impl::fit_overlap({{3, 0, 3}}) == 1);
}

TEST_CASE("rates split a graph", "[model]") {
  Host const space;
  Graph const graph = make_graph("kron:12");
  Platform const platform = make_units(1, 0);
  SplitOptions options;
  options.policy = PartitionPolicy::random;
  options.rates = AlgorithmRates{{1e6, infinity}, {3e6, infinity}, infinity};
  CHECK(choose_split(space, platform, graph, options).shares.front() == Approx(0.25));
  options.alpha = 0.9;
  CHECK(choose_split(space, platform, graph, options).shares.front() == Approx(0.9));
  options.alpha = std::nullopt;

  // Vertices that cost a device much should not go there: it gets the hubs.
  options.policy = std::nullopt;
  options.rates = AlgorithmRates{{1e6, infinity}, {1e6, 1e4}, infinity};
  CHECK(choose_split(space, platform, graph, options).policy == PartitionPolicy::low);
  options.rates = AlgorithmRates{{1e6, 1e4}, {1e6, infinity}, infinity};
  CHECK(choose_split(space, platform, graph, options).policy == PartitionPolicy::high);

  // A fast device that holds little
  options.rates = AlgorithmRates{{1e6, infinity}, {1e9, infinity}, infinity};
  Platform const small = make_units(1, 200000);
  Split const split = choose_split(space, small, graph, options);
  CHECK(split.shares.front() > 0.5);
  CHECK(split.unit_bytes[1] <= 200000);
  CHECK(split.notes.size() == 1);
  for (Prediction const& each : predict_splits(space, small, graph, options)) CHECK(each.alpha > 0.5);
}

TEST_CASE("only a policy that is clearly faster replaces the default one", "[model]") {
  using Catch::Matchers::ContainsSubstring;
  Host const space;
  Graph const graph = make_graph("kron:12");
  bool const sliced = GENERATE(true, false);
  Platform platform = make_units(1, 0);
  platform.units[1].emulated = sliced;
  PartitionPolicy const usual = sliced ? PartitionPolicy::random : PartitionPolicy::high;
  SplitOptions options;
  options.alpha = GENERATE(std::optional<double>(), std::optional<double>(0.5));
  // With units alike, a policy takes 2 - overlap times what it takes where everything overlaps.
  auto const choose = [&](double times_as_long, PartitionPolicy faster = PartitionPolicy::low) {
    options.rates = AlgorithmRates{{1e6, infinity}, {1e6, infinity}, infinity};
    options.rates->overlap.fill(2 - times_as_long);
    options.rates->overlap[static_cast<std::size_t>(faster)] = 1;
    return choose_split(space, platform, graph, options);
  };

  Split const kept = choose(1.05);
  CHECK(kept.policy == usual);
  CHECK(kept.shares.front() == Approx(0.5));
  REQUIRE(kept.notes.size() == 1);
  CHECK_THAT(kept.notes[0], ContainsSubstring("within 10 % of the fastest, low at alpha 0.50"));

  Split const taken = choose(1.2);
  CHECK(taken.policy == PartitionPolicy::low);
  REQUIRE(taken.notes.size() == 1);
  CHECK_THAT(taken.notes[0], ContainsSubstring("low at alpha 0.50") && ContainsSubstring("the fastest") &&
                                 !ContainsSubstring("within"));

  Split const fastest = choose(1.05, usual);
  CHECK(fastest.policy == usual);
  CHECK_THAT(fastest.notes.at(0), !ContainsSubstring("within"));

  options.policy = PartitionPolicy::low;
  CHECK(choose(1.5, usual).policy == PartitionPolicy::low);
}

TEST_CASE("where the default policy does not fit, another one may", "[model]") {
  Host const space;
  Graph const graph = make_graph("kron:12");
  SplitOptions options{.alpha = 0.5};
  options.rates = AlgorithmRates{{1e6, infinity}, {1e6, infinity}, infinity};
  auto const device_bytes = [&](PartitionPolicy policy) {
    SplitOptions given = options;
    given.policy = policy;
    return choose_split(space, make_units(1, 0), graph, given).unit_bytes[1];
  };
  // By LOW a device gets few vertices, by HIGH many.
  std::size_t const low = device_bytes(PartitionPolicy::low), high = device_bytes(PartitionPolicy::high);
  REQUIRE(low < high);
  Split const split = choose_split(space, make_units(1, (low + high) / 2), graph, options);
  CHECK(split.policy != PartitionPolicy::high);
  CHECK(split.shares.front() == Approx(0.5));
}

TEST_CASE("a split has the prediction for what was chosen", "[model]") {
  Host const space;
  Graph const graph = make_graph("kron:12");
  SplitOptions options;
  CHECK(!choose_split(space, make_units(1, 0), graph, {.alpha = 0.5}).prediction);
  options.rates = AlgorithmRates{{1e6, 1e6}, {3e6, 2e6}, 1e6};
  for (std::size_t const memory : {0, 200000})
    for (auto const alpha : {std::optional<double>(), std::optional<double>(0.2)}) {
      options.alpha = alpha;
      Split const split = choose_split(space, make_units(1, memory), graph, options);
      REQUIRE(split.prediction);
      CHECK(split.prediction->policy == split.policy);
      CHECK(split.prediction->alpha == split.shares.front());
      CHECK(split.prediction->seconds > 0);
    }
}

TEST_CASE("alpha goes where the memory is", "[model]") {
  Host const space;
  Graph const graph = make_graph("kron:12");
  Platform platform = make_units(1, 0);
  SplitOptions options;
  options.policy = PartitionPolicy::random;
  options.alpha = 0.9;
  options.needs.bytes.vertex = 400;  // much more in a run than while the graph is laid out
  Split const enough = choose_split(space, platform, graph, options);
  CHECK(enough.shares.front() == Approx(0.9));
  CHECK(enough.notes.empty());

  std::size_t const half = (enough.unit_bytes[0] + enough.unit_bytes[1]) / 2;
  platform.units[0].memory = half;
  Split const lowered = choose_split(space, platform, graph, options);
  CHECK(lowered.shares.front() < 0.9);
  CHECK(lowered.unit_bytes[0] <= half);
  REQUIRE(lowered.notes.size() == 1);
  CHECK(lowered.notes[0].find("the host's memory") != std::string::npos);

  // Whatever alpha is, one device's edges and the host's are in host memory at some time.
  platform.units[0].memory = graph.num_arcs() * sizeof(VertexId);
  CHECK_THROWS_AS(choose_split(space, platform, graph, options), Error);
  platform.units[0].memory = half;

  // The host may use what a slice of it leaves.
  platform.units[1].emulated = true;
  platform.units[1].memory = 2 * half;
  CHECK(choose_split(space, platform, graph, options).shares.front() == Approx(0.9));
}

TEST_CASE("a graph that fits nowhere is refused with what it needs", "[model]") {
  using Catch::Matchers::ContainsSubstring;
  using Catch::Matchers::MessageMatches;
  Host const space;
  Graph const graph = make_graph("kron:10");
  for (int devices = 0; devices < 3; ++devices) {
    Platform platform = make_units(devices, 20000);
    platform.units[0].memory = 10000;
    CAPTURE(devices);
    CHECK_THROWS_MATCHES(
        choose_split(space, platform, graph, {.alpha = 0.5}), Error,
        MessageMatches(ContainsSubstring("does not fit platform") && ContainsSubstring("host needs up to") &&
                       ContainsSubstring("has 10.0 kB")));
  }
  HostView<PartitionId> const owner("owner", graph.num_vertices());
  Platform platform = make_units(0, 0);
  platform.units[0].memory = 10000;
  CHECK_THROWS_MATCHES(adopt_assignment(space, platform, graph, {owner, 1}, {}), Error,
                       MessageMatches(ContainsSubstring("host needs up to")));
}

TEST_CASE("rates are fitted to samples", "[model]") {
  auto const fit = Impl::fit_rates;
  UnitRates const both = fit({{100, 10, 100 / 5.0 + 10 / 2.0}, {50, 40, 50 / 5.0 + 40 / 2.0}, {70, 70, 49}});
  CHECK(both.edges_per_second == Approx(5));
  CHECK(both.vertices_per_second == Approx(2));
  // One kind of cost cannot be told from the other
  UnitRates const same = fit({{100, 10, 10}, {200, 20, 20}});
  CHECK(same.edges_per_second == Approx(10));
  CHECK(std::isinf(same.vertices_per_second));
  // Never a negative cost
  UnitRates const edges = fit({{100, 10, 10}, {50, 40, 4}});
  CHECK(std::isinf(edges.vertices_per_second));
  UnitRates const vertices = fit({{100, 10, 10}, {50, 40, 45}});
  CHECK(std::isinf(vertices.edges_per_second));
  CHECK(std::isinf(fit({}).edges_per_second));
}

TEST_CASE("a machine is measured", "[model]") {
  Host const space;
  Graph const graph =
      build_graph(space, generate(space, "kron:9", {.weights = WeightKind::integer}), {.symmetrize = true});
  for (char const* const spec : {"1S", "1S1G"}) {
    MachineProfile const profile = measure_machine(space, graph, {.spec = spec});
    CHECK(profile.platform == spec);
    CHECK(profile.host_threads > 0);
    REQUIRE(profile.algorithms.size() == 6);
    CHECK(profile.find("bfs-top-down"));
    for (auto const& [name, rates] : profile.algorithms) {
      CAPTURE(name);
      bool const hybrid = profile.platform != "1S";
      CHECK(std::isfinite(std::min(rates.host.edges_per_second, rates.host.vertices_per_second)));
      CHECK(std::isfinite(std::min(rates.device.edges_per_second, rates.device.vertices_per_second)) ==
            hybrid);
      CHECK(std::isfinite(rates.messages_per_second) == hybrid);
      for (double const overlap : rates.overlap) CHECK((overlap >= 0 && overlap <= 1));
      if (device_is_host_v && profile.host_threads == profile.device_threads) {
        CHECK(rates.host.edges_per_second == rates.device.edges_per_second);
        CHECK(rates.host.vertices_per_second == rates.device.vertices_per_second);
      }
    }
  }
  // Without time for more, all policies are measured once.
  for (auto const& [name, rates] : measure_machine(space, graph, {.spec = "1S1G"}, 0).algorithms) {
    CAPTURE(name);
    CHECK(std::isfinite(std::min(rates.device.edges_per_second, rates.device.vertices_per_second)));
  }
  Graph const empty = build_graph(space, generate(space, "path:1"));
  CHECK_THROWS_AS(measure_machine(space, empty, {.spec = "1S"}), Error);
}
