// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_files.hpp"

#include <algorithms/tandem_graph500.hpp>
#include <exec/tandem_energy.hpp>
#include <Kokkos_Core.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <dlfcn.h>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

namespace tandem::test {

namespace {

using Catch::Matchers::ContainsSubstring;

/// A powercap tree of our own, as the kernel lays it out: folders "intel-rapl:..." side by side.
class FakePowercap {
 public:
  void add(std::string const& domain, std::string const& name, std::uint64_t range) {
    std::filesystem::create_directory(m_folder / domain);
    write_bytes(m_folder / domain / "name", name + "\n");
    write_bytes(m_folder / domain / "max_energy_range_uj", std::to_string(range) + "\n");
    set(domain, 0);
  }
  void set(std::string const& domain, std::uint64_t microjoules) {
    write_bytes(m_folder / domain / "energy_uj", std::to_string(microjoules) + "\n");
  }
  /// Without NVML, whose counters run on while we test.
  EnergySources sources() const { return {m_folder.path(), ""}; }
  std::filesystem::path path() const { return m_folder.path(); }

 private:
  TemporaryFolder m_folder;
};

/// A management library of our own (tandem_fake_nvml.cpp), kept in memory so that it can be looked at.
class FakeNvml {
 public:
  FakeNvml() : m_library(dlopen(TANDEM_FAKE_NVML, RTLD_NOW | RTLD_LOCAL)) { REQUIRE(m_library != nullptr); }
  ~FakeNvml() { dlclose(m_library); }
  FakeNvml(FakeNvml const&) = delete;
  FakeNvml& operator=(FakeNvml const&) = delete;

  int users() const { return *find<int>("fake_nvml_users"); }
  void set(std::size_t device, unsigned long long millijoules) {
    find<unsigned long long>("fake_nvml_millijoules")[device] = millijoules;
  }
  EnergySources sources() const { return {"", TANDEM_FAKE_NVML}; }

 private:
  template <class T>
  T* find(char const* name) const {
    return static_cast<T*>(dlsym(m_library, name));
  }
  void* m_library;
};

bool is_about(std::optional<double> joules, double expected) {
  return joules && std::abs(*joules - expected) < 1e-9;
}

/// With so many real devices.
Platform platform_with(std::size_t devices, std::string const& backend = "CUDA") {
  Platform platform;
  platform.machine.device_backend = backend;
  platform.units.resize(1 + devices);
  for (std::size_t i = 1; i <= devices; ++i) platform.units[i].kind = UnitKind::device;
  return platform;
}

TEST_CASE("energy is counted or said not to be", "[energy]") {
  EnergyMeter meter;
  CHECK((meter.describe({}).find("not available") == std::string::npos) == meter.joules().has_value());
}

TEST_CASE("energy of packages and memory is added up since the last look", "[energy]") {
  FakePowercap tree;
  tree.add("intel-rapl:0", "package-0", 10'000'000);
  tree.add("intel-rapl:0:0", "core", 10'000'000);  // part of the package
  tree.add("intel-rapl:0:1", "dram", 5'000'000);
  tree.add("intel-rapl:1", "psys", 10'000'000);  // packages, memory, and more
  tree.add("dtpm", "package-9", 10'000'000);     // no RAPL
  tree.set("intel-rapl:0", 1'000'000);
  EnergyMeter meter(tree.sources());
  CHECK(meter.describe({}) == "2 RAPL domains, 0 NVIDIA devices");
  CHECK(is_about(meter.joules(), 0));
  tree.set("intel-rapl:0", 3'500'000);
  tree.set("intel-rapl:0:0", 2'000'000);
  tree.set("intel-rapl:0:1", 250'000);
  CHECK(is_about(meter.joules(), 2.75));
  CHECK(is_about(meter.joules(), 0));
}

TEST_CASE("an energy counter starts again from 0", "[energy]") {
  FakePowercap tree;
  tree.add("intel-rapl:0", "package-0", 10'000'000);
  tree.add("intel-rapl:1", "package-1", 10'000'000);
  tree.set("intel-rapl:0", 9'500'000);
  tree.set("intel-rapl:1", 1'000'000);
  EnergyMeter meter(tree.sources());
  tree.set("intel-rapl:0", 250'000);
  tree.set("intel-rapl:1", 1'500'000);
  CHECK(is_about(meter.joules(), 0.5 + 0.25 + 0.5));
  tree.set("intel-rapl:0", 1'250'000);
  CHECK(is_about(meter.joules(), 1));
}

TEST_CASE("energy counters that can't be read are left out", "[energy]") {
  FakePowercap tree;
  CHECK_THAT(EnergyMeter(tree.sources()).describe({}), ContainsSubstring(tree.path().string()));
  CHECK_FALSE(EnergyMeter(tree.sources()).joules());
  CHECK_FALSE(EnergyMeter({tree.path() / "nothing", "libno-such-library.so"}).joules());
  tree.add("intel-rapl:0", "package-0", 10'000'000);
  tree.add("intel-rapl:1", "package-1", 10'000'000);
  std::filesystem::remove(tree.path() / "intel-rapl:1" / "energy_uj");
  EnergyMeter meter(tree.sources());
  CHECK(meter.describe({}) ==
        "1 RAPL domains, 0 NVIDIA devices: energy of part of the processors only, no TEPS/W");
  std::filesystem::remove(tree.path() / "intel-rapl:0" / "energy_uj");  // it comes back later
  CHECK(is_about(meter.joules(), 0));
  tree.set("intel-rapl:0", 500'000);
  CHECK(is_about(meter.joules(), 0.5));
}

TEST_CASE("energy of NVIDIA devices is added up, and their library is left as it was found", "[energy]") {
  FakeNvml nvml;
  nvml.set(0, 500);
  {
    EnergyMeter meter(nvml.sources());
    CHECK(nvml.users() == 1);
    CHECK(meter.describe({}) == "0 RAPL domains, 2 NVIDIA devices: energy of the devices only, no TEPS/W");
    CHECK(is_about(meter.joules(), 0));
    nvml.set(0, 1500);
    nvml.set(1, 250);
    CHECK(is_about(meter.joules(), 1.25));
  }
  CHECK(nvml.users() == 0);
}

TEST_CASE("energy counters cover the processors and all real devices in use, or only a part", "[energy]") {
  EnergyCoverage const rapl{.rapl_domains = 2};
  CHECK(rapl.all(platform_with(0)));
  CHECK_FALSE(rapl.all(platform_with(1)));
  Platform emulated = platform_with(2, "");
  for (Unit& unit : emulated.units) unit.emulated = unit.kind == UnitKind::device;
  CHECK(rapl.all(emulated));
  EnergyCoverage const both{.rapl_domains = 2, .devices = 2};
  CHECK(both.all(platform_with(2)));
  CHECK_FALSE(both.all(platform_with(3)));
  CHECK_FALSE(both.all(platform_with(1, "HIP")));  // NVIDIA's have no part in it
  EnergyCoverage const one_fails{.rapl_domains = 2, .devices = 2, .device_failed = true};
  CHECK(one_fails.all(platform_with(0)));
  CHECK_FALSE(one_fails.all(platform_with(1)));
  CHECK_FALSE(EnergyCoverage{.devices = 2}.all(platform_with(2)));
  CHECK_FALSE(EnergyCoverage{.rapl_domains = 1, .rapl_failed = true}.all(platform_with(0)));
}

TEST_CASE("a meter says which part of the platform it counts", "[energy]") {
  FakePowercap tree;
  tree.add("intel-rapl:0", "package-0", 10'000'000);
  EnergyMeter const processors(tree.sources());
  CHECK(processors.describe(platform_with(2)) ==
        "1 RAPL domains, 0 NVIDIA devices: energy of the processors only, no TEPS/W");
  EnergySources const with_devices{tree.path(), TANDEM_FAKE_NVML};
  EnergyMeter const both(with_devices);
  CHECK(both.coverage().device_failed);  // the third
  CHECK(both.describe(platform_with(0)) == "1 RAPL domains, 2 NVIDIA devices");
  CHECK(both.describe(platform_with(2)) ==
        "1 RAPL domains, 2 NVIDIA devices: energy of the processors and part of the devices only, no TEPS/W");
  std::filesystem::remove(tree.path() / "intel-rapl:0" / "energy_uj");  // as if only root could read it
  EnergyMeter const devices(with_devices);
  CHECK(devices.coverage().rapl_failed);
  CHECK(devices.describe(platform_with(0)) ==
        "0 RAPL domains, 2 NVIDIA devices: energy of the devices only, no TEPS/W");
  CHECK_THAT(EnergyMeter(tree.sources()).describe(platform_with(0)), ContainsSubstring("not available"));
}

TEST_CASE("an energy counter that fails in between no longer covers its part", "[energy]") {
  FakePowercap tree;
  tree.add("intel-rapl:0", "package-0", 10'000'000);
  EnergyMeter meter(tree.sources());
  CHECK(meter.joules());
  CHECK(meter.coverage().all_processors());
  std::filesystem::remove(tree.path() / "intel-rapl:0" / "energy_uj");
  CHECK(meter.joules());
  tree.set("intel-rapl:0", 500'000);
  CHECK(meter.joules());
  CHECK_FALSE(meter.coverage().all_processors());
}

Graph500Options small_graph500(EnergySources const& energy) {
  Graph500Options options;
  options.scale = 6;
  options.num_roots = 3;
  options.engine.platform = {.spec = "1S", .bind = false};
  options.energy = energy;
  return options;
}

#if !defined(KOKKOS_ENABLE_CUDA)  // nvcc 13.0 does not come to an end with this test

/// Calls back when a kernel starts, while it lives.
class KernelListener {
 public:
  explicit KernelListener(std::function<void(std::string const&)> heard)
      : m_saved(Kokkos::Tools::Experimental::get_callbacks()) {
    listener() = std::move(heard);
    Kokkos::Tools::Experimental::set_begin_parallel_for_callback(
        [](char const* label, std::uint32_t, std::uint64_t*) { listener()(label); });
  }
  ~KernelListener() { Kokkos::Tools::Experimental::set_callbacks(m_saved); }
  KernelListener(KernelListener const&) = delete;
  KernelListener& operator=(KernelListener const&) = delete;

 private:
  static std::function<void(std::string const&)>& listener() {
    static std::function<void(std::string const&)> one;
    return one;
  }
  Kokkos::Tools::Experimental::EventSet m_saved;
};

TEST_CASE("Graph500 counts the energy of searches alone", "[energy]") {
  FakePowercap tree;
  tree.add("intel-rapl:0", "package-0", 1'000'000'000'000);
  std::uint64_t used = 0;
  std::string searching;
  std::map<std::string, int> launches;  // of a search's kernels, each of which takes a joule
  KernelListener const listener([&](std::string const& label) {
    if (searching.empty() || label.find("tandem::" + searching + "::") != 0) return;
    ++launches[searching];
    tree.set("intel-rapl:0", used += 1'000'000);
  });
  Graph500Result const result = run_graph500(
      Host(), small_graph500(tree.sources()), [&](std::string const& kernel, std::size_t, std::size_t) {
        searching = kernel;
        tree.set("intel-rapl:0", used += 20'000'000);  // between searches
      });
  CHECK(result.energy == "1 RAPL domains, 0 NVIDIA devices");
  REQUIRE(result.kernels.size() == 2);
  for (Graph500Kernel const& kernel : result.kernels) {
    CHECK(launches[kernel.name] > 0);
    CHECK(is_about(kernel.joules, launches[kernel.name]));
    CHECK(kernel.metered_seconds >= std::accumulate(kernel.seconds.begin(), kernel.seconds.end(), 0.0));
    CHECK(kernel.all_metered);
    CHECK(kernel.teps_per_watt());
  }
}

#endif

TEST_CASE("Graph500 says when the energy of processors is not counted", "[energy]") {
  FakeNvml nvml;
  Graph500Result const result = run_graph500(Host(), small_graph500(nvml.sources()));
  CHECK(result.energy == "0 RAPL domains, 2 NVIDIA devices: energy of the devices only, no TEPS/W");
  REQUIRE(result.kernels.size() == 2);
  for (Graph500Kernel const& kernel : result.kernels) {
    CHECK(kernel.joules);
    CHECK_FALSE(kernel.all_metered);
  }
}

TEST_CASE("traversed edges a second and watt", "[energy]") {
  Graph500Kernel kernel;
  kernel.seconds = {1, 4};
  kernel.edges = {1000, 3000};
  CHECK_FALSE(kernel.teps_per_watt());
  kernel.joules = 20;                   // 4 W for 5 s, and 800 TEPS
  CHECK_FALSE(kernel.teps_per_watt());  // of a part of the machine
  kernel.all_metered = true;
  CHECK(kernel.teps_per_watt() == 200);
}

}  // namespace

}  // namespace tandem::test
