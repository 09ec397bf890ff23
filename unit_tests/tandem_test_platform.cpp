// SPDX-License-Identifier: BSD-3-Clause
#include <core/tandem_error.hpp>
#include <exec/impl/tandem_cpu_limit.hpp>
#include <exec/impl/tandem_topology.hpp>
#include <exec/impl/tandem_units.hpp>
#include <exec/tandem_unit_threads.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <sched.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <latch>
#include <set>
#include <thread>

namespace tandem::test {

namespace {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

Machine synthetic_machine(std::string const& description) {
  Machine machine = Impl::machine_from(Impl::load_topology(description).get(), {});
  machine.max_unit_threads = 512;
  return machine;
}

Platform resolve(Machine const& machine, PlatformOptions const& options, std::string const& binding = {}) {
  return Impl::resolve(machine, options, {binding, 0});
}

Platform resolve(std::string const& description, PlatformOptions const& options) {
  return resolve(synthetic_machine(description), options);
}

/// Two sockets of four cores, two accelerators near the second.
Machine machine_with_devices() {
  Machine machine = synthetic_machine("pack:2 [numa] core:4 pu:2");
  machine.device_backend = "CUDA";
  machine.devices = {{0, "first", 1000, 900, 1}, {1, "second", 1000, 800, 1}};
  return machine;
}

std::vector<int> threads_of(Platform const& platform) {
  std::vector<int> threads;
  for (auto const& unit : platform.units) threads.push_back(unit.threads);
  return threads;
}

bool has_note(Platform const& platform, std::string const& part) {
  return std::any_of(platform.notes.begin(), platform.notes.end(),
                     [&part](std::string const& note) { return note.find(part) != std::string::npos; });
}

bool overlap(Platform const& platform) {
  std::set<int> seen;
  for (auto const& unit : platform.units)
    for (int const pu : unit.cpuset)
      if (!seen.insert(pu).second) return true;
  return false;
}

/// Runs cases of this program in a process of its own, whose mask and variables differ from ours.
int run_again(std::string const& prefix, std::string const& cases) {
  std::string const self = std::filesystem::read_symlink("/proc/self/exe");
  ScopedBinding const guard(process_cpuset());  // a child inherits the mask of the thread that starts it
  return std::system((prefix + " '" + self + "' '" + cases + "' > /dev/null 2>&1").c_str());
}

bool have_taskset() {
  return std::system("taskset -V > /dev/null 2>&1") == 0;
}

}  // namespace

TEST_CASE("platform strings are read in either case", "[platform]") {
  CHECK(parse_platform_spec("1S") == PlatformSpec{1, 0});
  CHECK(parse_platform_spec("2S1G") == PlatformSpec{2, 1});
  CHECK(parse_platform_spec("4G") == PlatformSpec{0, 4});
  CHECK(parse_platform_spec("1s2g") == PlatformSpec{1, 2});
  CHECK(parse_platform_spec("16S128G") == PlatformSpec{16, 128});
  for (char const* text : {"1S", "2S1G", "4G", "1S2G"}) CHECK(to_string(parse_platform_spec(text)) == text);
}

TEST_CASE("bad platform strings are refused with the reason", "[platform]") {
  std::vector<std::pair<std::string, std::string>> const table = {{"", "empty"},
                                                                  {"0S", "count of 0"},
                                                                  {"1S0G", "count of 0"},
                                                                  {"S", "no number"},
                                                                  {"G", "no number"},
                                                                  {"-1S", "no number"},
                                                                  {"+1S", "no number"},
                                                                  {" 1S", "no number"},
                                                                  {"1S ", "no number"},
                                                                  {"1X", "letter 'X'"},
                                                                  {"1", "no letter"},
                                                                  {"1S2", "no letter"},
                                                                  {"1S1S", "twice"},
                                                                  {"1G1G", "twice"},
                                                                  {"1G1S", "sockets come before"},
                                                                  {"1.5S", "letter '.'"},
                                                                  {"4097S", "larger than"},
                                                                  {"99999999999S", "larger than"},
                                                                  {"1S1GG", "no number"},
                                                                  {"2147483648G", "larger than"}};
  for (auto const& [text, reason] : table) {
    INFO(text);
    CHECK_THROWS_MATCHES(parse_platform_spec(text), Error, MessageMatches(ContainsSubstring(reason)));
  }
}

TEST_CASE("CPU sets are written as ranges", "[platform]") {
  CHECK(to_string(CpuSet{}) == "none");
  CHECK(to_string(CpuSet{5}) == "5");
  CHECK(to_string(CpuSet{3, 0, 1, 2, 8}) == "0-3,8");
  CHECK(to_string(CpuSet{0, 2, 4, 5}) == "0,2,4-5");
}

TEST_CASE("a topology gives sockets, cores and nodes", "[platform]") {
  Machine const machine = synthetic_machine("pack:2 [numa(memory=4GB)] l2:4 core:1 pu:2");
  CHECK(machine.sockets == 2);
  CHECK(machine.num_cores == 8);
  CHECK(machine.num_pus == 16);
  REQUIRE(machine.cores.size() == 8);
  CHECK(machine.cores[0].pus == CpuSet{0, 1});
  CHECK(machine.cores[7].pus == CpuSet{14, 15});
  CHECK(machine.cores[7].socket == 1);
  CHECK(machine.cores[7].numa_node == 1);
  REQUIRE(machine.numa_nodes.size() == 2);
  CHECK(machine.numa_nodes[1].cores == 4);
  CHECK(machine.numa_nodes[1].memory > 0);
  REQUIRE(machine.caches.size() == 1);
  CHECK(machine.caches[0].count == 8);
  CHECK_FALSE(machine.real);
}

TEST_CASE("a topology may lack sockets, nodes or cores", "[platform]") {
  for (char const* description : {"pu:1", "core:1 pu:1", "pu:6", "[numa] core:3 pu:1", "pack:1 pu:4"}) {
    INFO(description);
    Machine const machine = synthetic_machine(description);
    CHECK(machine.sockets == 1);
    CHECK(machine.numa_nodes.size() == 1);
    CHECK(static_cast<int>(machine.cores.size()) == machine.num_pus);
    CHECK(resolve(machine, {}).units.size() == 1);
    CHECK_FALSE(describe(resolve(machine, {.spec = "1S1G"})).empty());
  }
}

TEST_CASE("only allowed CPUs count", "[platform]") {
  hwloc_topology_t raw = nullptr;
  REQUIRE(hwloc_topology_init(&raw) == 0);
  Impl::Topology const topology(raw);
  REQUIRE(hwloc_topology_set_flags(
              raw, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED | HWLOC_TOPOLOGY_FLAG_IS_THISSYSTEM) == 0);
  REQUIRE(hwloc_topology_set_synthetic(raw, "pack:2 [numa] core:4 pu:2") == 0);
  REQUIRE(hwloc_topology_load(raw) == 0);

  SECTION("by the process's mask") {
    Machine const machine = Impl::machine_from(raw, {9, 10, 11});
    REQUIRE(machine.cores.size() == 2);
    CHECK(machine.cores[0].pus == CpuSet{9});
    CHECK(machine.cores[1].pus == CpuSet{10, 11});
    CHECK(machine.sockets == 2);
    CHECK(machine.numa_nodes[0].cores == 0);
    CHECK_THROWS_MATCHES(resolve(machine, {.spec = "2S"}), Error,
                         MessageMatches(ContainsSubstring("may use 1 (the machine has 2); use 1S")));
  }
  SECTION("by a control group") {
    hwloc_bitmap_t const allowed = hwloc_bitmap_alloc();
    hwloc_bitmap_set_range(allowed, 6, 9);
    REQUIRE(hwloc_topology_allow(raw, allowed, nullptr, HWLOC_ALLOW_FLAG_CUSTOM) == 0);
    hwloc_bitmap_free(allowed);
    Machine const machine = Impl::machine_from(raw, {0, 1, 8, 9});
    REQUIRE(machine.cores.size() == 1);
    CHECK(machine.cores[0].pus == CpuSet{8, 9});
    CHECK(machine.cores[0].socket == 1);
    CHECK_THROWS_AS(Impl::machine_from(raw, {0, 1}), Error);
  }
}

TEST_CASE("host units take whole sockets, one thread a core", "[platform]") {
  std::string const machine = "pack:2 [numa] core:4 pu:2";
  Platform const one = resolve(machine, {.spec = "1S"});
  REQUIRE(one.units.size() == 1);
  CHECK(one.units[0].cpuset == CpuSet{0, 2, 4, 6});
  CHECK(one.units[0].numa_node == 0);
  Platform const two = resolve(machine, {.spec = "2S"});
  CHECK(two.units[0].threads == 8);
  CHECK(two.units[0].numa_node == -1);
  CHECK(to_string(resolve(machine, {}).spec) == "2S");
  // More threads than cores: the second hardware threads come next, then turns.
  CHECK(resolve(machine, {.spec = "1S", .threads = 6}).units[0].cpuset == CpuSet{0, 2, 4, 6, 1, 3});
  Platform const many = resolve(machine, {.spec = "1S", .threads = 9});
  CHECK(many.units[0].cpuset.size() == 8);
  CHECK(has_note(many, "share cores"));
}

TEST_CASE("emulated devices share the host's cores or take spare sockets", "[platform]") {
  Platform const two_cores = resolve("core:2 pu:1", {.spec = "1S1G"});
  REQUIRE(two_cores.units.size() == 2);
  CHECK(threads_of(two_cores) == std::vector{1, 1});
  CHECK(two_cores.units[0].cpuset == CpuSet{0});
  CHECK(two_cores.units[1].cpuset == CpuSet{1});
  CHECK(two_cores.units[1].kind == UnitKind::device);
  CHECK(two_cores.units[1].emulated);

  CHECK(threads_of(resolve("core:16 pu:1", {.spec = "1S2G"})) == std::vector{6, 5, 5});
  CHECK(threads_of(resolve("core:8 pu:1", {.spec = "4G"})) == std::vector{2, 2, 2, 2});
  CHECK(threads_of(resolve("core:8 pu:1", {.spec = "1S1G", .threads = 4})) == std::vector{2, 2});
  CHECK(threads_of(resolve("core:8 pu:1", {.spec = "1S1G", .device_threads = {2}})) == std::vector{6, 2});
  CHECK(threads_of(resolve("core:8 pu:1", {.spec = "1S2G", .device_threads = {1, 3}})) ==
        std::vector{4, 1, 3});
  CHECK(threads_of(resolve("core:8 pu:1", {.spec = "1S1G", .threads = 5, .device_threads = {2}})) ==
        std::vector{3, 2});

  Platform const spare = resolve("pack:2 core:4 pu:1", {.spec = "1S2G"});
  CHECK(threads_of(spare) == std::vector{4, 2, 2});
  CHECK(spare.units[0].cpuset == CpuSet{0, 1, 2, 3});
  CHECK(spare.units[2].cpuset == CpuSet{6, 7});
  CHECK(threads_of(resolve("pack:2 core:4 pu:1", {.spec = "2S1G"})) == std::vector{4, 4});
  CHECK(threads_of(resolve("pack:2 core:4 pu:1", {.spec = "1S1G", .device_threads = {6}})) ==
        std::vector{2, 6});
}

TEST_CASE("units share a core only where there are too few", "[platform]") {
  Platform const one_core = resolve("core:1 pu:1", {.spec = "1S1G"});
  CHECK(threads_of(one_core) == std::vector{1, 1});
  CHECK(one_core.units[0].cpuset == CpuSet{0});
  CHECK(one_core.units[1].cpuset == CpuSet{0});
  CHECK(has_note(one_core, "share cores"));
  CHECK(has_note(resolve("core:2 pu:1", {.spec = "1S8G"}), "share cores"));
  CHECK_FALSE(has_note(resolve("core:2 pu:1", {.spec = "1S1G"}), "share cores"));
}

TEST_CASE("units of every platform keep to their cores", "[platform]") {
  for (char const* description : {"core:1 pu:1", "core:2 pu:1", "core:7 pu:2", "pack:2 [numa] core:4 pu:2",
                                  "pack:4 [numa] core:3 pu:1", "pack:2 numa:2 core:2 pu:1", "pu:5"}) {
    Machine const machine = synthetic_machine(description);
    for (int sockets = 0; sockets <= machine.sockets; ++sockets)
      for (int devices = sockets == 0 ? 1 : 0; devices <= Impl::max_emulated_devices; ++devices)
        for (int threads = 0; threads <= 20; ++threads) {
          if (threads > 0 && threads < devices + (sockets > 0 ? 1 : 0)) continue;
          std::string const spec = to_string(PlatformSpec{sockets, devices});
          INFO(description << " " << spec << " " << threads << " threads");
          Platform const platform = resolve(machine, {.spec = spec, .threads = threads});
          std::size_t const units = static_cast<std::size_t>(devices + (sockets > 0 ? 1 : 0));
          bool fine = platform.units.size() == units;
          std::size_t total = 0;
          std::size_t memory = 0;
          for (auto const& unit : platform.units) {
            total += static_cast<std::size_t>(unit.threads);
            memory += unit.memory;
            fine = fine && unit.threads > 0 && !unit.cpuset.empty() &&
                   unit.cpuset.size() <= static_cast<std::size_t>(unit.threads);
          }
          fine = fine && memory <= machine.available_memory;
          if (threads > 0) fine = fine && total <= static_cast<std::size_t>(threads);
          if (machine.cores.size() >= units) fine = fine && !overlap(platform);
          if (sockets > 0 && threads == 0)
            for (int const pu : platform.units[0].cpuset)
              fine = fine && pu < machine.num_pus / machine.sockets * sockets;
          CHECK(fine);
        }
  }
}

TEST_CASE("a platform that can't be had is refused", "[platform]") {
  auto const refused = [](Machine const& machine, PlatformOptions const& options, std::string const& why) {
    CHECK_THROWS_MATCHES(resolve(machine, options), Error, MessageMatches(ContainsSubstring(why)));
  };
  Machine const host = synthetic_machine("core:4 pu:1");
  refused(host, {.spec = "2S1G"},
          "2 sockets asked for, this process may use 1 (the machine has 1); use 1S1G");
  refused(host, {.spec = "9G"}, "at most 8");
  refused(host, {.spec = "1X"}, "letter");
  refused(host, {.threads = -1}, "-1 threads");
  refused(host, {.spec = "1S1G", .threads = 1}, "at least 2 threads, 1 given");
  refused(host, {.spec = "1S1G", .threads = 2, .device_threads = {2}}, "at least 3 threads, 2 given");
  refused(host, {.spec = "1S1G", .device_threads = {0}}, "0 threads for a device");
  refused(host, {.spec = "1S1G", .device_threads = {2147483647}}, "use 1 to 512");
  refused(host, {.spec = "1S1G", .device_threads = {1, 1}}, "give one number, or 1");
  refused(host, {.spec = "1S", .device_threads = {1}}, "no emulated device");
  refused(machine_with_devices(), {.spec = "1S3G"}, "3 devices asked for, 2 found by CUDA; use 1S2G");
  refused(machine_with_devices(), {.spec = "1S1G", .device_threads = {1}}, "no emulated device");
}

TEST_CASE("real devices leave the host its cores", "[platform]") {
  Platform const platform = resolve(machine_with_devices(), {});
  CHECK(to_string(platform.spec) == "2S2G");
  REQUIRE(platform.units.size() == 3);
  CHECK(platform.units[0].threads == 8);
  CHECK(platform.units[0].memory == platform.machine.available_memory);
  Unit const& second = platform.units[2];
  CHECK(second.index == 1);
  CHECK_FALSE(second.emulated);
  CHECK(second.memory == 800);
  CHECK(second.cpuset == CpuSet{8, 9, 10, 11, 12, 13, 14, 15});
  CHECK_FALSE(has_note(platform, "share cores"));
  CHECK(resolve(machine_with_devices(), {.spec = "2G"}).units.size() == 2);
  CHECK(resolve(machine_with_devices(), {.spec = "1G", .device_memory = 500}).units[0].memory == 500);
  CHECK(has_note(resolve(machine_with_devices(), {.spec = "1G", .device_memory = 950}), "gets 900 B"));
}

TEST_CASE("memory is shared among the units of the host", "[platform]") {
  Machine machine = synthetic_machine("core:4 pu:1");
  machine.available_memory = 1000;
  Platform const shared = resolve(machine, {.spec = "1S3G"});
  for (auto const& unit : shared.units) CHECK(unit.memory == 250);
  Platform const capped = resolve(machine, {.spec = "1S2G", .device_memory = 100});
  CHECK(capped.units[0].memory == 800);
  CHECK(capped.units[1].memory == 100);
  CHECK((!capped.units[0].capped && capped.units[1].capped && !shared.units[1].capped));
  Platform const greedy = resolve(machine, {.spec = "1S2G", .device_memory = 5000});
  CHECK(greedy.units[0].memory == 0);
  CHECK(has_note(greedy, "gets 500 B"));
}

TEST_CASE("the user's OpenMP variables are heeded", "[platform]") {
  Machine machine = synthetic_machine("core:4 pu:1");
  machine.real = true;
  CHECK(resolve(machine, {.spec = "1S"}).units[0].bind);
  CHECK_FALSE(resolve(machine, {.spec = "1S", .bind = false}).units[0].bind);
  Platform const off = resolve(machine, {.spec = "1S1G"}, "OMP_PROC_BIND=FALSE");
  CHECK_FALSE(off.units[0].bind);
  CHECK_FALSE(off.units[1].bind);
  CHECK(has_note(off, "OMP_PROC_BIND=FALSE"));
  Platform const alone = resolve(machine, {.spec = "1S"}, "OMP_PLACES=cores");
  CHECK_FALSE(alone.units[0].bind);
  CHECK(has_note(alone, "OMP_PLACES=cores"));
  Platform const several = resolve(machine, {.spec = "1S1G"}, "OMP_PLACES=cores");
  CHECK(several.units[0].bind);
  CHECK(has_note(several, "OMP_PLACES=cores"));

  Platform const three = Impl::resolve(machine, {.spec = "1S1G"}, {"", 3});
  CHECK(threads_of(three) == std::vector{2, 1});
  CHECK(has_note(three, "OMP_NUM_THREADS=3"));
  CHECK(threads_of(Impl::resolve(machine, {.spec = "1S1G"}, {"", 1})) == std::vector{1, 1});
  CHECK(threads_of(Impl::resolve(machine, {.spec = "1S", .threads = 2}, {"", 3})) == std::vector{2});
}

TEST_CASE("a container's CPU time bounds the threads", "[platform]") {
  Machine machine = synthetic_machine("core:16 pu:1");
  machine.cpu_limit = 2.5;
  Platform const limited = resolve(machine, {});
  CHECK(threads_of(limited) == std::vector{3});
  CHECK(has_note(limited, "2.5 CPUs of 16 cores"));
  CHECK(threads_of(resolve(machine, {.threads = 4})) == std::vector{4});
  machine.max_unit_threads = 1;
  CHECK(threads_of(resolve(machine, {})) == std::vector{1});
}

TEST_CASE("the host space starts with one thread a core, as far as there is room", "[platform]") {
  Machine machine = synthetic_machine("pack:2 core:8 pu:2");
  CHECK(Impl::runtime_threads(machine, 0, {}) == 16);
  CHECK(Impl::runtime_threads(machine, 3, {}) == 3);
  CHECK(Impl::runtime_threads(machine, 0, {"", 5}) == 5);
  CHECK(Impl::runtime_threads(machine, 0, {"", 600}) == 512);
  CHECK(Impl::runtime_threads(machine, 512, {}) == 512);
  CHECK_THROWS_MATCHES(Impl::runtime_threads(machine, 513, {}), Error,
                       MessageMatches(ContainsSubstring("513 threads: Kokkos has room for 512")));
  machine.cpu_limit = 2.5;
  CHECK(Impl::runtime_threads(machine, 0, {}) == 3);
  machine.max_unit_threads = 1;
  CHECK(Impl::runtime_threads(machine, 0, {}) == 1);
  CHECK(Impl::runtime_threads(machine, 4, {"", 8}) == 1);

  Machine devices = machine_with_devices();
  CHECK(Impl::runtime_threads(devices, 0, {}) == 8);
  CHECK(Impl::runtime_threads(synthetic_machine("core:600 pu:1"), 0, {}) == 512);
}

TEST_CASE("CPU limits are read from both versions of control groups", "[platform]") {
  namespace fs = std::filesystem;
  fs::path const root = fs::temp_directory_path() / ("tandem-cgroup-" + std::to_string(getpid()));
  auto const write = [&root](std::string const& file, std::string const& text) {
    fs::create_directories((root / file).parent_path());
    std::ofstream(root / file) << text;
  };
  auto const limit = [&root] {
    return Impl::cpu_limit(Impl::cgroup_folders("cpu", root / "membership", root));
  };
  CHECK(limit() == 0);
  write("membership", "0::/job/step\n");
  write("job/step/cpu.max", "max 100000\n");
  CHECK(limit() == 0);
  write("job/cpu.max", "150000 100000\n");
  CHECK(limit() == 1.5);
  write("job/step/cpu.max", "400000 100000\n");
  CHECK(limit() == 1.5);
  write("membership", "4:memory:/m\n3:cpu,cpuacct:/box\n");
  write("cpu/box/cpu.cfs_quota_us", "-1\n");
  write("cpu/box/cpu.cfs_period_us", "100000\n");
  CHECK(limit() == 0);
  write("cpu/cpu.cfs_quota_us", "50000\n");
  write("cpu/cpu.cfs_period_us", "100000\n");
  CHECK(limit() == 0.5);
  fs::remove_all(root);
}

TEST_CASE("this machine is found", "[platform]") {
  Platform const platform = make_platform();
  Machine const& machine = platform.machine;
  REQUIRE_FALSE(machine.cores.empty());
  CHECK(machine.sockets >= 1);
  CHECK(machine.num_cores >= static_cast<int>(machine.cores.size()));
  CHECK(machine.available_memory > 0);
  CHECK(machine.available_memory <= machine.memory);
  REQUIRE_FALSE(platform.units.empty());
  CHECK(platform.units[0].kind == UnitKind::host);
  CpuSet const& allowed = process_cpuset();
  for (int const pu : platform.units[0].cpuset)
    CHECK(std::find(allowed.begin(), allowed.end(), pu) != allowed.end());
}

TEST_CASE("a platform is described to people", "[platform]") {
  Platform const platform = resolve(machine_with_devices(), {.spec = "1S1G"});
  std::string const text = describe(platform);
  for (char const* part : {"8 on 2 sockets", "node 1", "CUDA 1: second", "device 0", "0,2,4,6",
                           "1S, 1S1G, 1S2G, 2S, 2S1G, 2S2G, 2G", "900 B free"})
    CHECK_THAT(text, ContainsSubstring(part));
}

TEST_CASE("a binding ends with its guard", "[platform]") {
  // In a thread of its own: that of the tests keeps its mask whatever happens.
  CpuSet before, inside, after, unbound;
  std::thread([&] {
    before = current_cpuset();
    {
      ScopedBinding const guard(CpuSet{before.back()});
      inside = current_cpuset();
    }
    after = current_cpuset();
    Unit unit;
    unit.cpuset = {before.back()};
    unit.bind = false;
    auto const guard = bind_dispatch_thread(unit);
    unbound = current_cpuset();
  }).join();
  REQUIRE_FALSE(before.empty());
  CHECK(inside == CpuSet{before.back()});
  CHECK(after == before);
  CHECK(unbound == before);
  CHECK_THROWS_AS(bind_current_thread({}), Error);
  CHECK_THROWS_MATCHES(bind_current_thread({100000}), Error, MessageMatches(ContainsSubstring("100000")));
}

namespace {

/// Where the threads of a unit's instance run: the CPU and the mask's size, once a thread.
std::vector<std::pair<int, std::size_t>> where_threads_run(Host const& space, Unit const& unit) {
  std::vector<std::pair<int, std::size_t>> where(static_cast<std::size_t>(unit.threads));
  auto* const out = where.data();
  Kokkos::parallel_for("tandem::test::where_threads_run",
                       Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Static>>(space, 0, unit.threads,
                                                                                   Kokkos::ChunkSize(1)),
                       [out](int i) {
                         out[i] = {sched_getcpu(), current_cpuset().size()};
                       });
  space.fence("tandem::test::where_threads_run: done");
  return where;
}

/// The CPUs of two units, each driven by its own thread at the same time, after several kernels.
std::array<std::set<int>, 2> cpus_of_two_units(std::array<Unit, 2> const& units) {
  std::array<std::set<int>, 2> cpus;
  std::latch together(2);
  auto const drive = [&](std::size_t u) {
    auto const guard = bind_dispatch_thread(units[u]);
    Host const space = make_host_space(units[u]);
    bind_threads(space, units[u]);
    together.arrive_and_wait();
    for (int kernel = 0; kernel < 50; ++kernel)
      for (auto const& [cpu, width] : where_threads_run(space, units[u]))
        cpus[u].insert(width == 1 ? cpu : -1);
  };
  std::thread first(drive, 0);
  std::thread second(drive, 1);
  first.join();
  second.join();
  return cpus;
}

/// A space as Kokkos 4 has it with its deprecated code: asked without an argument, it tells of another one.
struct DeprecatedSpace {
  int threads;
  static int concurrency(DeprecatedSpace const& space = {8}) { return space.threads; }
};

std::array<Unit, 2> two_bound_units() {
  std::array<Unit, 2> units;
  for (std::size_t u = 0; u < 2; ++u) {
    units[u].cpuset = {process_cpuset()[u]};
    units[u].bind = true;
  }
  return units;
}

}  // namespace

TEST_CASE("an instance tells its own number of threads", "[platform]") {
  CHECK(num_threads(DeprecatedSpace{3}) == 3);
  int const most = make_platform().machine.max_unit_threads;
  for (int const threads : {1, 2, 3}) {
    Unit unit;
    unit.threads = std::min(threads, most);
    CHECK(num_threads(make_host_space(unit)) == unit.threads);
  }
}

TEST_CASE("two units run on their own CPUs", "[platform]") {
  if (process_cpuset().size() < 2) SKIP("only one CPU is allowed here");
  auto const units = two_bound_units();
  auto const cpus = cpus_of_two_units(units);
  CHECK(cpus[0] == std::set<int>(units[0].cpuset.begin(), units[0].cpuset.end()));
  CHECK(cpus[1] == std::set<int>(units[1].cpuset.begin(), units[1].cpuset.end()));
}

TEST_CASE("the threads of a unit are bound one by one", "[platform]") {
  if (process_cpuset().size() < 2) SKIP("only one CPU is allowed here");
  if (make_platform().machine.max_unit_threads < 2) SKIP("the host space has one thread in this build");
  Unit unit;
  unit.threads = 2;
  unit.cpuset = {process_cpuset()[0], process_cpuset()[1]};
  std::vector<std::pair<int, std::size_t>> where;
  std::thread([&] {
    auto const guard = bind_dispatch_thread(unit);
    Host const space = make_host_space(unit);
    bind_threads(space, unit);
    where = where_threads_run(space, unit);
  }).join();
  std::set<int> cpus;
  for (auto const& [cpu, width] : where) {
    CHECK(width == 1);
    cpus.insert(cpu);
  }
  CHECK(cpus == std::set<int>(unit.cpuset.begin(), unit.cpuset.end()));
}

// The next cases are run by the ones behind them, in processes with other masks and variables.
TEST_CASE("inside a process with one CPU", "[.platform-one-cpu]") {
  Platform const platform = make_platform({.spec = "1S1G", .threads = 2});
  REQUIRE(platform.machine.cores.size() == 1);
  CHECK(process_cpuset().size() == 1);
  CHECK(has_note(platform, "share cores"));
}

TEST_CASE("inside a process whose main thread OpenMP has bound", "[.platform-bound]") {
  REQUIRE(current_cpuset().size() == 1);
  REQUIRE(process_cpuset().size() >= 2);
  auto const units = two_bound_units();
  auto const cpus = cpus_of_two_units(units);
  CHECK(cpus[0] == std::set<int>(units[0].cpuset.begin(), units[0].cpuset.end()));
  CHECK(cpus[1] == std::set<int>(units[1].cpuset.begin(), units[1].cpuset.end()));
}

TEST_CASE("a process limited to one CPU sees one core", "[platform]") {
  if (!have_taskset()) SKIP("taskset is not installed");
  std::string const cpu = std::to_string(process_cpuset().back());
  CHECK(run_again("taskset -c " + cpu, "[.platform-one-cpu]") == 0);
  // OpenMP's own binding must not widen the mask that taskset has set.
  CHECK(run_again("OMP_PROC_BIND=spread taskset -c " + cpu, "[.platform-one-cpu]") == 0);
}

TEST_CASE("units part even if OpenMP binds the main thread", "[platform]") {
  if (process_cpuset().size() < 2) SKIP("only one CPU is allowed here");
  if (make_platform().machine.max_unit_threads < 2) SKIP("the host space has one thread in this build");
  CHECK(run_again("OMP_PROC_BIND=spread OMP_PLACES=threads", "[.platform-bound]") == 0);
}

}  // namespace tandem::test
