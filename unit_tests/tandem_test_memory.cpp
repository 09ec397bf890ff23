// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_run_options.hpp"

#include <algorithms/tandem_betweenness.hpp>
#include <algorithms/tandem_bfs.hpp>
#include <algorithms/tandem_components.hpp>
#include <algorithms/tandem_pagerank.hpp>
#include <algorithms/tandem_sssp.hpp>
#include <core/tandem_build.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_generate.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <catch2/catch_test_macros.hpp>
#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

// What Kokkos Tools see of allocations, next to the estimate of memory that a split is chosen by, and to the
// promise that there are none in a superstep.
namespace {

using namespace tandem;

struct Allocation {
  std::string label;
  std::string space;
  std::thread::id thread;
  std::uint64_t bytes;
};

/// Bytes in a memory space, of a thread or of all.
struct Account {
  std::uint64_t live = 0, peak = 0;

  void add(std::uint64_t bytes) {
    live += bytes;
    peak = std::max(peak, live);
  }
};

/// Keeps the books of Kokkos while it lives. Callbacks are plain functions, hence the static parts.
class Bookkeeper {
 public:
  Bookkeeper() : m_saved(Kokkos::Tools::Experimental::get_callbacks()) {
    std::lock_guard const lock(mutex());
    live().clear();
    accounts().clear();
    host_account() = {};
    Kokkos::Tools::Experimental::set_allocate_data_callback(allocate);
    Kokkos::Tools::Experimental::set_deallocate_data_callback(deallocate);
  }
  ~Bookkeeper() { Kokkos::Tools::Experimental::set_callbacks(m_saved); }
  Bookkeeper(Bookkeeper const&) = delete;
  Bookkeeper& operator=(Bookkeeper const&) = delete;

  static std::uint64_t peak(std::thread::id thread, std::string const& space) {
    return accounts()[thread][space].peak;
  }
  /// Of all threads together in host memory, pinned or not.
  static std::uint64_t peak_on_host() { return host_account().peak; }
  /// Bytes of all arrays that are left and belong to partitions.
  static std::uint64_t live_in_partitions() {
    std::uint64_t sum = 0;
    for (auto const& [pointer, allocation] : live())
      if (of_partition(allocation.label)) sum += allocation.bytes;
    return sum;
  }

 private:
  using Handle = Kokkos::Tools::SpaceHandle;

  static std::mutex& mutex() {
    static std::mutex one;
    return one;
  }
  static std::unordered_map<void const*, Allocation>& live() {
    static std::unordered_map<void const*, Allocation> all;
    return all;
  }
  static std::unordered_map<std::thread::id, std::unordered_map<std::string, Account>>& accounts() {
    static std::unordered_map<std::thread::id, std::unordered_map<std::string, Account>> all;
    return all;
  }
  static Account& host_account() {
    static Account one;
    return one;
  }
  static bool is_on_host(std::string const& space) {
    return space == HostMemory::name() || space == StagingMemory::name();
  }

  static bool of_partition(std::string const& label) {
    static std::set<std::string> const of_whole_graph{"tandem::make_partitions::local_ids",
                                                      "tandem::make_partitions::slots"};
    for (char const* const function :
         {"tandem::make_partitions::", "tandem::copy_partition::", "tandem::mapping_by_listed_class::"})
      if (label.find(function) == 0) return of_whole_graph.count(label) == 0;
    return false;
  }
  /// Results are the caller's, and Kokkos has scratch memory of its own.
  static bool counts(std::string const& label) {
    bool const result = label.size() > 8 && label.compare(label.size() - 8, 8, "::result") == 0;
    static std::set<std::string> const others{"tandem::bfs::level", "tandem::components::smallest"};
    return label.find("tandem::") == 0 && !result && others.count(label) == 0;
  }

  static void allocate(Handle space, char const* label, void const* pointer, std::uint64_t bytes) {
    std::lock_guard const lock(mutex());
    if (!counts(label)) return;
    live()[pointer] = {label, space.name, std::this_thread::get_id(), bytes};
    accounts()[std::this_thread::get_id()][space.name].add(bytes);
    if (is_on_host(space.name)) host_account().add(bytes);
  }
  static void deallocate(Handle, char const*, void const* pointer, std::uint64_t) {
    std::lock_guard const lock(mutex());
    auto const found = live().find(pointer);
    if (found == live().end()) return;
    accounts()[found->second.thread][found->second.space].live -= found->second.bytes;
    if (is_on_host(found->second.space)) host_account().live -= found->second.bytes;
    live().erase(found);
  }

  Kokkos::Tools::Experimental::EventSet m_saved;
};

/// Notes the labels of what is allocated inside supersteps while it lives, and of fences there that wait for
/// more than one instance.
class SuperstepWatcher {
 public:
  SuperstepWatcher() : m_saved(Kokkos::Tools::Experimental::get_callbacks()) {
    allocated().clear();
    global_fences().clear();
    num_regions() = 0;
    Kokkos::Tools::Experimental::set_push_region_callback(push_region);
    Kokkos::Tools::Experimental::set_pop_region_callback(pop_region);
    Kokkos::Tools::Experimental::set_allocate_data_callback(allocate);
    Kokkos::Tools::Experimental::set_begin_fence_callback(begin_fence);
  }
  ~SuperstepWatcher() { Kokkos::Tools::Experimental::set_callbacks(m_saved); }
  SuperstepWatcher(SuperstepWatcher const&) = delete;
  SuperstepWatcher& operator=(SuperstepWatcher const&) = delete;

  static std::set<std::string>& allocated() {
    static std::set<std::string> labels;
    return labels;
  }
  static std::set<std::string>& global_fences() {
    static std::set<std::string> labels;
    return labels;
  }
  static std::atomic<int>& num_regions() {
    static std::atomic<int> number{0};
    return number;
  }

 private:
  /// Of the calling thread: which of the regions that it is in are parts of a superstep.
  static std::vector<bool>& regions() {
    thread_local std::vector<bool> open;
    return open;
  }
  static void push_region(char const* name) {
    bool const of_superstep = std::string(name).find("tandem::superstep::") == 0;
    num_regions() += of_superstep;
    regions().push_back(of_superstep);
  }
  static void pop_region() {
    if (!regions().empty()) regions().pop_back();
  }
  static void note(std::set<std::string>& labels, char const* label) {
    static std::mutex mutex;
    if (std::find(regions().begin(), regions().end(), true) == regions().end()) return;
    std::lock_guard const lock(mutex);
    labels.insert(label);
  }
  static void allocate(Kokkos::Tools::SpaceHandle, char const* label, void const*, std::uint64_t) {
    note(allocated(), label);
  }
  /// Kokkos gives no instance the number that stands for all of them. It fences on its own before it calls
  /// us.
  static void begin_fence(char const* label, std::uint32_t device, std::uint64_t*) {
    using namespace Kokkos::Tools::Experimental;
    bool const global =
        identifier_from_devid(device).instance_id ==
        int_for_synchronization_reason(SpecialSynchronizationCases::GlobalDeviceSynchronization);
    if (global && std::string(label).find("Kokkos::Tools::") != 0) note(global_fences(), label);
  }

  Kokkos::Tools::Experimental::EventSet m_saved;
};

struct Algorithm {
  char const* name;
  ProgramNeeds needs;
  std::function<void(Engine&, Graph const&)> run;
};

std::vector<Algorithm> algorithms() {
  PageRankOptions const in_double{.iterations = 2, .double_precision = true};
  BfsOptions const top_down{.direction = BfsDirection::top_down};
  return {{"bfs", bfs_needs(), [](Engine& engine, Graph const&) { Bfs(engine).run(0); }},
          {"bfs top-down", bfs_needs(top_down),
           [=](Engine& engine, Graph const&) { Bfs(engine, top_down).run(0); }},
          {"pagerank", pagerank_needs(),
           [](Engine& engine, Graph const&) { pagerank(engine, {.iterations = 2}); }},
          {"pagerank in double", pagerank_needs(in_double),
           [=](Engine& engine, Graph const&) { pagerank(engine, in_double); }},
          {"bc", betweenness_needs(), [](Engine& engine, Graph const&) { betweenness(engine, {0}); }},
          {"sssp", sssp_needs(), [](Engine& engine, Graph const&) { Sssp(engine).run(0); }},
          {"cc", components_needs(), [](Engine& engine, Graph const& graph) { components(engine, graph); }}};
}

std::vector<std::thread::id> threads_of_units(Engine& engine) {
  std::vector<std::thread::id> threads(engine.num_units());
  engine.crew().run([&](std::size_t u) { threads[u] = std::this_thread::get_id(); });
  return threads;
}

/// Bytes of each unit's partition and of what the algorithm takes in the unit's memory, in one run.
std::vector<std::uint64_t> bytes_taken(Engine& engine, Graph const& graph, Algorithm const& algorithm) {
  Bookkeeper const books;
  algorithm.run(engine, graph);
  auto const threads = threads_of_units(engine);
  std::vector<std::uint64_t> bytes;
  for (std::size_t u = 0; u < engine.num_units(); ++u)
    engine.unit(u).visit([&](auto const& unit) {
      using MemorySpace = typename std::decay_t<decltype(unit.partition)>::memory_space;
      bytes.push_back(num_bytes(unit.partition) + Bookkeeper::peak(threads[u], MemorySpace::name()));
    });
  return bytes;
}

EngineOptions options_for(char const* platform, PartitionPolicy policy, double alpha) {
  EngineOptions options;
  options.platform = {.spec = platform, .bind = false};
  options.split.policy = policy;
  options.split.alpha = alpha;
  return options;
}

/// OpenMPTarget is, and so are sanitizers.
constexpr bool checks_are_slow = test::sanitized || !device_is_host_v;

void check_estimates(Graph const& graph, EngineOptions options, double at_most_times) {
  for (Algorithm const& algorithm : algorithms()) {
    options.split.needs = algorithm.needs;
    Engine engine(Host(), graph, options);
    auto const taken = bytes_taken(engine, graph, algorithm);
    for (std::size_t u = 0; u < taken.size(); ++u) {
      auto const estimate = static_cast<double>(engine.split().unit_bytes[u]);
      CAPTURE(algorithm.name, u, taken[u], estimate);
      CHECK(static_cast<double>(taken[u]) <= estimate);
      CHECK(estimate <= at_most_times * static_cast<double>(taken[u]) + 8192);
    }
  }
}

/// Of a program that keeps nothing, so that no run takes more than the layout.
ProgramNeeds needs_of_edges_only(bool in_edges, bool weights) {
  return {.in_edges = in_edges, .weights = weights, .bytes = {.slot = 0, .vertex = 0, .message = 0}};
}

/// The graph must be as the engine would prepare it, which takes memory that is not the layout's.
void check_layout_peak(Graph const& prepared, EngineOptions const& options) {
  Bookkeeper const books;
  Engine const engine(Host(), prepared, options);
  auto const peak = static_cast<double>(Bookkeeper::peak_on_host());
  auto const estimate = static_cast<double>(engine.split().unit_bytes.front());
  CAPTURE(options.platform.spec, *options.split.alpha, peak, estimate);
  CHECK(peak <= estimate);
  CHECK(estimate <= 2 * peak + 8192 * static_cast<double>(engine.num_units()));
}

}  // namespace

TEST_CASE("partitions take the memory that they tell", "[memory]") {
  Graph const graph = build_graph(Host(), generate(Host(), "rmat:11", {.weights = WeightKind::integer}));
  for (char const* const platform : {"1S1G", "1S3G"})
    for (PartitionPolicy const policy : partition_policies) {
      EngineOptions options = options_for(platform, policy, 0.4);
      options.split.needs.in_edges = true;
      Bookkeeper const books;
      Engine engine(Host(), graph, options);
      std::uint64_t sum = 0;
      for (std::size_t u = 0; u < engine.num_units(); ++u)
        engine.unit(u).visit([&](auto const& unit) { sum += num_bytes(unit.partition); });
      CAPTURE(platform, to_string(policy));
      // Kokkos rounds arrays up to 8 bytes, and more on a device.
      CHECK(sum <= Bookkeeper::live_in_partitions());
      CHECK(Bookkeeper::live_in_partitions() < sum + 1024 * engine.num_units());
    }
}

TEST_CASE("units take no more memory than was estimated, and not much less", "[memory]") {
  Graph const graph = build_graph(Host(), generate(Host(), "kron:14", {.weights = WeightKind::integer}),
                                  {.drop_duplicates = true});
  check_estimates(graph, options_for("1S", PartitionPolicy::high, 1), 3);
  for (char const* const platform : {"1S1G", "1S2G"})
    for (PartitionPolicy const policy : partition_policies)
      for (double const alpha : {0.5, 0.9}) {
        if (checks_are_slow && (alpha != 0.5 || policy == PartitionPolicy::low)) continue;
        CAPTURE(platform, to_string(policy), alpha);
        check_estimates(graph, options_for(platform, policy, alpha), 3);
      }
}

TEST_CASE("units of directed graphs and of many partitions take no more than was estimated", "[memory]") {
  for (char const* const spec : {"rmat:11", "path:3000", "star:3000"}) {
    Graph const graph = build_graph(Host(), generate(Host(), spec, {.weights = WeightKind::integer}));
    for (char const* const platform : {"1S1G", "1S4G"})
      for (PartitionPolicy const policy : partition_policies)
        for (double const alpha : {0.0, 0.3, 0.99}) {
          if (checks_are_slow && (alpha != 0.3 || policy != PartitionPolicy::high)) continue;
          CAPTURE(spec, platform, to_string(policy), alpha);
          check_estimates(graph, options_for(platform, policy, alpha), 1e9);
        }
  }
}

TEST_CASE("what is on its way to devices takes no more host memory than was estimated", "[memory]") {
  if (device_is_host_v) SKIP("devices have no memory of their own");
  for (char const* const spec : {"rmat:14", "kron:14", "star:3000"})
    for (bool const weights : {false, true}) {
      ProgramNeeds const needs = needs_of_edges_only(true, weights);
      Graph const graph = build_graph(Host(), generate(Host(), spec, {.weights = WeightKind::integer}));
      Graph const prepared = prepare_graph(Host(), graph, needs);
      for (char const* const platform : {"1S1G", "1S3G"})
        for (double const alpha : {0.0, 0.3, 0.9}) {
          CAPTURE(spec, weights);
          EngineOptions options = options_for(platform, PartitionPolicy::random, alpha);
          options.split.needs = needs;
          check_layout_peak(prepared, options);
        }
    }
}

TEST_CASE("the host's estimate has parts on their way only to memory apart, and one at a time", "[memory]") {
  Graph const graph = prepare_graph(
      Host(), build_graph(Host(), generate(Host(), "kron:12"), {.drop_duplicates = true}), ProgramNeeds());
  auto const host_bytes = [&](char const* spec, bool emulated) {
    EngineOptions options = options_for(spec, PartitionPolicy::random, 0);
    options.split.needs = needs_of_edges_only(false, false);
    Platform platform = make_platform(options.platform);
    for (Unit& unit : platform.units)
      if (unit.kind == UnitKind::device) unit.emulated = emulated;
    return choose_split(Host(), platform, graph, options.split).unit_bytes.front();
  };
  std::size_t const edges = graph.num_arcs() * sizeof(VertexId);
  CHECK(host_bytes("1S1G", true) < edges / 2);
  CHECK(host_bytes("1S1G", false) > edges);
  CHECK(host_bytes("1S4G", false) < edges);
}

TEST_CASE("edges on the host change the estimate where they change what a device holds", "[memory]") {
  Graph const graph = build_graph(Host(), generate(Host(), "kron:10"), {.drop_duplicates = true});
  EngineOptions options = options_for("1S1G", PartitionPolicy::random, 0.5);
  for (std::size_t const device_memory : {std::size_t(0), std::size_t(1) << 20}) {
    options.platform.device_memory = device_memory;
    Platform platform = make_platform(options.platform);
    for (bool const emulated : {true, false}) {
      platform.units[1].emulated = emulated;
      options.split.edges_on_host = false;
      auto const there = choose_split(Host(), platform, graph, options.split).unit_bytes;
      options.split.edges_on_host = true;
      auto const here = choose_split(Host(), platform, graph, options.split).unit_bytes;
      CAPTURE(device_memory, emulated);
      CHECK((here[1] < there[1]) == (!emulated || device_memory > 0));
      CHECK(here[0] + here[1] == there[0] + there[1]);
    }
  }
  if (device_reads_staging_v) {
    Engine engine(Host(), graph, options);
    CHECK(Bfs(engine).run(0).traversed_edges > 0);
  } else {
    CHECK_THROWS_AS(Engine(Host(), graph, options), Error);
  }
}

TEST_CASE("a device too small for its edges holds more of a graph with edges on the host", "[memory]") {
  Graph const graph = build_graph(Host(), generate(Host(), "kron:12"), {.drop_duplicates = true});
  EngineOptions options = options_for("1S1G", PartitionPolicy::high, 0);
  options.platform.device_memory = 300000;
  options.split.needs = bfs_needs();
  auto const alpha_of_split = [&] {
    return choose_split(Host(), make_platform(options.platform), graph, options.split).shares.front();
  };
  double const there = alpha_of_split();
  options.split.edges_on_host = true;
  double const here = alpha_of_split();
  CAPTURE(there, here);
  CHECK(here < there - 0.1);
}

TEST_CASE("a global fence in a superstep would be seen", "[memory]") {
  SuperstepWatcher const watcher;
  Kokkos::fence("tandem::test: outside");
  Kokkos::Profiling::ScopedRegion const region("tandem::superstep::test");
  Host().fence("tandem::test: one instance");
  CHECK(SuperstepWatcher::global_fences() == std::set<std::string>());
  Kokkos::fence("tandem::test: all");
  CHECK(SuperstepWatcher::global_fences() == std::set<std::string>{"tandem::test: all"});
}

TEST_CASE("nothing is allocated in a superstep, and no fence waits for other units", "[memory]") {
  Graph const graph = build_graph(Host(), generate(Host(), "kron:11", {.weights = WeightKind::integer}),
                                  {.drop_duplicates = true});
  for (char const* const platform : {"1S", "1S1G", "1S2G"})
    for (Algorithm const& algorithm : algorithms()) {
      EngineOptions options = options_for(platform, PartitionPolicy::random, 0.5);
      options.split.needs = algorithm.needs;
      if (std::string(platform) == "1S") options.split.alpha = 1;
      Engine engine(Host(), graph, options);
      algorithm.run(engine, graph);  // Kokkos makes scratch memory for each instance when it is first used
      CAPTURE(platform, algorithm.name);
      SuperstepWatcher const watcher;
      algorithm.run(engine, graph);
      CHECK(SuperstepWatcher::num_regions() > 0);
      CHECK(SuperstepWatcher::allocated() == std::set<std::string>());
      CHECK(SuperstepWatcher::global_fences() == std::set<std::string>());
    }
}
