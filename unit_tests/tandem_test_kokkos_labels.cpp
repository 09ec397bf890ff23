// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_files.hpp"
#include "tandem_test_oracles.hpp"
#include "tandem_test_recorder.hpp"
#include "tandem_test_spaces.hpp"

#include <algorithms/tandem_betweenness.hpp>
#include <algorithms/tandem_bfs.hpp>
#include <algorithms/tandem_components.hpp>
#include <algorithms/tandem_graph500.hpp>
#include <algorithms/tandem_measure_machine.hpp>
#include <algorithms/tandem_pagerank.hpp>
#include <algorithms/tandem_result_files.hpp>
#include <algorithms/tandem_sssp.hpp>
#include <algorithms/tandem_validate.hpp>
#include <core/tandem_bitmap.hpp>
#include <core/tandem_build.hpp>
#include <core/tandem_edge_loops.hpp>
#include <core/tandem_generate.hpp>
#include <core/tandem_io.hpp>
#include <core/tandem_statistics.hpp>
#include <exec/tandem_calibrate.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <iterator>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

// What the library shows to Kokkos Tools: every kernel, array, copy, fence and region carries a name of ours,
// and every kernel runs on the instance that the caller gave.
namespace tandem::test {

/// Names that Kokkos gives of its own accord while it works for us.
bool is_of_kokkos(Event const& event) {
  auto const starts_with = [&](std::string_view start) {
    return event.label.compare(0, start.size(), start) == 0;
  };
  if (event.kind == "kernel")
    return starts_with("Kokkos::View::initialization [tandem::") || starts_with("Kokkos::ViewFill-") ||
           starts_with("Kokkos::ViewCopy-");
  if (event.kind == "fence")
    return starts_with("Kokkos::") || starts_with("HostSpace::impl_deallocate") ||
           event.label == "HostSpace fence";
  // Scratch memory of Kokkos itself; that of OpenMPTarget's teams has no name.
  if (event.kind == "array")
    return starts_with("Kokkos::OpenMP::scratch_mem") || event.label == "[unlabeled]";
  // A value to fill with, or an array in a mapped file, which can't have a name.
  return event.kind == "copy from" && (event.label == "(none)" || event.label.empty());
}

struct DoNothing {
  KOKKOS_FUNCTION void operator()(std::size_t) const {}
  KOKKOS_FUNCTION void operator()(VertexId, int) const {}
  KOKKOS_FUNCTION int operator()(VertexId, VertexId, EdgeIndex) const { return 1; }
};

/// What works on any space. Extend it with every public function that takes an instance.
template <class ExecutionSpace>
void call_everything(ExecutionSpace const& space, Csr<typename ExecutionSpace::memory_space> const& csr) {
  auto const bitmap = make_bitmap(space, "tandem::test::bitmap", 1000);
  fill(space, bitmap);
  (void)count(space, bitmap);
  for_each_set(space, "tandem::test::for_each_set", bitmap, DoNothing());
  clear(space, bitmap);

  RowRange const rows{0, csr.num_vertices()};
  for_each_vertex(space, "tandem::test::for_each_vertex", rows, DoNothing());
  for (auto const& mapping : {mapping_by_mean_degree(csr), mapping_by_degree_class(space, csr),
                              RowMapping<typename ExecutionSpace::memory_space>{1, 2, 1}}) {
    for_each_edge(space, "tandem::test::for_each_edge", csr, rows, mapping, DoNothing());
    reduce_edges<Kokkos::Sum<int>>(space, "tandem::test::reduce_edges", csr, rows, mapping, DoNothing(),
                                   DoNothing());
  }
}

void write_and_check_results(Host const& space) {
  Graph const graph = build_graph(space, generate(space, "kron:10"), {.order_by_degree = true});
  std::vector<VertexId> const sources{0};
  auto const tree = bfs_result(graph, 0);
  auto const distances = sssp_result(graph, 0);
  auto const components = components_result(graph);
  auto const ranks = pagerank_result(graph, 10);
  auto const scores = betweenness_result(graph, sources);
  CHECK(validate_bfs(space, graph, 0, tree) == Complaint());
  CHECK(validate_sssp(space, graph, 0, distances) == Complaint());
  CHECK(validate_components(space, graph, components) == Complaint());
  CHECK(validate_pagerank(space, graph, ranks) == Complaint());
  CHECK(validate_betweenness(space, graph, sources, scores) == Complaint());
  ResultFile file(space, "/dev/null");
  file.add(graph, 0, tree);
  file.add(graph, 0, distances);
  file.add(graph, components);
  file.add(graph, ranks);
  file.add(graph, scores);
  file.commit();
}

void write_and_read_files(Host const& space, TemporaryFolder const& folder, Graph const& graph,
                          std::vector<std::string> const& names) {
  for (auto const& name : names) {
    write_graph(space, folder / name, graph);
    (void)read_edge_list(space, folder / name);
    (void)compute_statistics(space, read_graph(space, folder / name));
  }
}

void write_and_read_every_format(Host const& space) {
  TemporaryFolder const folder;
  EdgeList const edges = generate(space, "rmat:8", {.weights = WeightKind::integer});
  write_and_read_files(space, folder,
                       build_graph(space, edges, {.symmetrize = true, .order_by_degree = true}),
                       {"g.txt", "g.mtx", "g.gr", "g.graph", "g.wsg", "g.packed", "g.e", "g.tdm"});
  write_and_read_files(space, folder, build_graph(space, edges, {.transpose = true}),
                       {"d.txt", "d.mtx", "d.gr", "d.wsg", "d.e", "d.tdm"});
  // Ids too far apart for a bitmap.
  write_bytes(folder / "sparse.txt", "7 1000000000000\n3 18446744073709551614\n");
  write_and_read_files(space, folder, read_graph(space, folder / "sparse.txt"), {"sparse.e"});
}

/// What works on the host only.
void call_everything_on_host(Host const& space) {
  for (char const* const spec : {"kron:8", "rmat:8:4", "uniform:8", "grid:8x9", "star:9"}) {
    EdgeList const edges = generate(space, spec, {.weights = WeightKind::integer});
    (void)to_edge_list(space, build_graph(space, edges));
    Graph graph = build_graph(space, edges, {.drop_duplicates = true, .drop_self_loops = true});
    add_in_edges(space, graph);
    (void)order_by_degree(space, graph);
    (void)build_graph(
        space, edges,
        {.symmetrize = true, .drop_isolated = true, .transpose = true, .order_by_degree = true});
  }
  write_and_check_results(space);
  write_and_read_every_format(space);
}

EngineOptions options_for(std::string const& platform) {
  EngineOptions options;
  options.platform = {.spec = platform, .bind = false};
  options.split.needs.in_edges = options.split.needs.weights = true;
  return options;
}

/// All five, on a graph with weights.
void call_every_algorithm(Engine& engine, Graph const& graph) {
  for (BfsDirection const direction :
       {BfsDirection::optimized, BfsDirection::top_down, BfsDirection::bottom_up})
    (void)Bfs(engine, {.direction = direction}).run(1);
  (void)Sssp(engine).run(1);
  (void)Betweenness(engine).run({1, 2});
  (void)components(engine, graph);
  for (bool const double_precision : {false, true})
    (void)pagerank(engine, {.iterations = 2, .double_precision = double_precision});
}

/// What lays a graph out over units of its own, or measures them.
void call_everything_with_units(Host const& space, Graph const& graph, std::string const& platform) {
  EngineOptions options = options_for(platform);
  {
    Engine engine(space, graph, options);
    call_every_algorithm(engine, graph);
  }
  options.order = NeighborOrder::local_first;
  Engine const another(space, graph, options);
  (void)calibrate(space, another.platform());
  (void)measure_machine(space, graph, options.platform);
  Graph500Options graph500;
  graph500.scale = 6;
  graph500.num_roots = 2;
  graph500.engine = options;
  (void)run_graph500(space, graph500);
}

Graph weighted_graph() {
  return build_graph(Host(), generate(Host(), "kron:8", {.weights = WeightKind::integer}),
                     {.drop_duplicates = true});
}

/// The events of `work`, and the number that Kokkos Tools know the instance by.
template <class ExecutionSpace, class Work>
std::pair<std::vector<Event>, std::uint32_t> record(ExecutionSpace const& space, Work const& work) {
  Recorder const recorder;
  for_each_vertex(space, "tandem::test::probe", 1, DoNothing());
  std::uint32_t device = 0;
  for (auto const& event : Recorder::events())
    if (event.kind == "kernel") device = event.device;
  work();
  space.fence("tandem::test: all done");
  return {Recorder::events(), device};
}

void check_labels(std::vector<Event> const& events) {
  std::set<std::string> foreign;
  for (auto const& event : events)
    if (event.label.compare(0, 8, "tandem::") != 0 && !is_of_kokkos(event))
      foreign.insert(event.kind + " \"" + event.label + '"');
  CHECK(events.size() > 10);
  CHECK(foreign == std::set<std::string>());
}

void check_events(std::vector<Event> const& events, std::uint32_t device) {
  std::set<std::string> elsewhere;
  for (auto const& event : events)
    if (event.kind == "kernel" && event.device != device) elsewhere.insert(event.label);
  check_labels(events);
  CHECK(elsewhere == std::set<std::string>());
}

/// Kernels that a unit's dispatch thread began on another instance than the unit's.
std::set<std::string> kernels_elsewhere(Engine& engine, std::vector<Event> const& events) {
  std::mutex mutex;
  std::unordered_map<std::thread::id, std::uint32_t> device_of;
  engine.crew().run([&](std::size_t u) {
    engine.unit(u).visit([&](auto const& unit) {
      std::lock_guard const lock(mutex);
      device_of[std::this_thread::get_id()] = Kokkos::Tools::Experimental::device_id(unit.space);
    });
  });
  std::set<std::string> elsewhere;
  for (auto const& event : events)
    if (auto const found = device_of.find(event.thread);
        event.kind == "kernel" && found != device_of.end() && event.device != found->second)
      elsewhere.insert(event.label);
  return elsewhere;
}

/// An instance that is not the default one where the back end has several.
template <class ExecutionSpace>
ExecutionSpace another_instance() {
  return Kokkos::Experimental::partition_space(ExecutionSpace(), 1)[0];
}

std::size_t threads_of_this_process() {
  auto const tasks = std::filesystem::directory_iterator("/proc/self/task");
  return static_cast<std::size_t>(std::distance(begin(tasks), end(tasks)));
}

}  // namespace tandem::test

using namespace tandem;
using namespace tandem::test;

TEMPLATE_LIST_TEST_CASE("labels and instances of kernels on any space", "[kokkos_labels]", Spaces) {
  auto const space = another_instance<TestType>();
  auto const csr = copy_to(space, build_graph(Host(), generate(Host(), "kron:8")).out);
  auto const [events, device] = record(space, [&] { call_everything(space, csr); });
  check_events(events, device);
}

TEST_CASE("labels and instances of kernels on the host", "[kokkos_labels]") {
  auto const space = another_instance<Host>();
  auto const [events, device] = record(space, [&] { call_everything_on_host(space); });
  check_events(events, device);
}

// Kokkos Tools number all instances of OpenMP alike. But GCC's OpenMP keeps threads for each thread that
// starts a parallel region, and grows them to the largest region started: a kernel on the default instance
// shows there.
TEST_CASE("host kernels run on the threads of the instance given", "[kokkos_labels]") {
  if (Host().concurrency() < 2) SKIP("needs two threads");
  auto const instances = Kokkos::Experimental::partition_space(Host(), 1, 1);
  Host const one_of_two = instances[0];
  auto const csr = build_graph(Host(), generate(Host(), "kron:8")).out;
  std::size_t by_probe = 0, by_library = 0, by_default = 0;
  std::thread([&] {
    for_each_vertex(one_of_two, "tandem::test::probe", 100, DoNothing());
    by_probe = threads_of_this_process();
    call_everything(one_of_two, csr);
    call_everything_on_host(one_of_two);
    by_library = threads_of_this_process();
    for_each_vertex(Host(), "tandem::test::probe", 100, DoNothing());
    by_default = threads_of_this_process();
  }).join();
  if (by_default == by_probe) SKIP("this OpenMP run time shares its threads");
  CHECK(by_library == by_probe);
}

TEST_CASE("labels of partitions, engine, mail, algorithms and calibration", "[kokkos_labels]") {
  Graph const graph = weighted_graph();
  for (std::string const platform : {"1S", "1S1G"}) {
    CAPTURE(platform);
    Host const space;
    check_labels(record(space, [&] { call_everything_with_units(space, graph, platform); }).first);
  }
}

TEST_CASE("kernels of a unit run on its instance", "[kokkos_labels]") {
  Graph const graph = weighted_graph();
  for (std::string const platform : {"1S", "1S1G"}) {
    CAPTURE(platform);
    Engine engine(Host(), graph, options_for(platform));
    auto const events = record(Host(), [&] { call_every_algorithm(engine, graph); }).first;
    CHECK(kernels_elsewhere(engine, events) == std::set<std::string>());
  }
}

// What tells nothing where Kokkos Tools number instances alike. Of two threads each unit gets one, so that it
// needs none besides the one that dispatches.
TEST_CASE("kernels of a unit run on its threads", "[kokkos_labels]") {
  if (!device_is_host_v || Host().concurrency() < 2) SKIP("needs a device that is one of two host threads");
  Graph const graph = weighted_graph();
  EngineOptions options = options_for("1S1G");
  options.platform.threads = 2;
  std::size_t by_units = 0, by_algorithms = 0, by_default = 0;
  std::thread([&] {
    Engine engine(Kokkos::Experimental::partition_space(Host(), 1, 1)[0], graph, options);
    by_units = threads_of_this_process();
    call_every_algorithm(engine, graph);
    by_algorithms = threads_of_this_process();
    engine.crew().run([](std::size_t u) {
      if (u == 0) for_each_vertex(Host(), "tandem::test::probe", 100, DoNothing());
    });
    by_default = threads_of_this_process();
  }).join();
  if (by_default <= by_units) SKIP("this OpenMP run time shares its threads");
  // Threads of earlier tests may still be about to end.
  CHECK(by_algorithms <= by_units);
}
