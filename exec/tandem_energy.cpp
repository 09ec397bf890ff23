// SPDX-License-Identifier: BSD-3-Clause
#include <exec/tandem_energy.hpp>
#include <dlfcn.h>
#include <fmt/format.h>
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <vector>

namespace tandem {

namespace {

std::optional<std::uint64_t> read_number(std::filesystem::path const& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  return file >> number ? std::optional(number) : std::nullopt;
}

/// A domain of RAPL, such as a processor package or the memory that belongs to it.
struct RaplDomain {
  std::filesystem::path counter;
  std::uint64_t range;  ///< it starts again from 0 after so many microjoules
  std::uint64_t last;

  double joules(bool& failed) {
    std::optional<std::uint64_t> const number = read_number(counter);
    failed |= !number;
    std::uint64_t const now = number.value_or(last);
    std::uint64_t const used = now >= last ? now - last : now + range - last;
    last = now;
    return static_cast<double>(used) * 1e-6;
  }
};

/// Packages, and memory, which is not part of them; cores and graphics are.
bool counts_on_its_own(std::filesystem::path const& domain) {
  std::ifstream file(domain / "name");
  std::string name;
  return std::getline(file, name) && (name.starts_with("package") || name == "dram");
}

std::vector<RaplDomain> find_rapl(std::filesystem::path const& powercap, bool& failed) {
  std::vector<RaplDomain> domains;
  std::error_code none;
  for (auto const& entry : std::filesystem::directory_iterator(powercap, none)) {
    auto const& path = entry.path();
    if (!path.filename().string().starts_with("intel-rapl:") || !counts_on_its_own(path)) continue;
    auto const now = read_number(path / "energy_uj"), range = read_number(path / "max_energy_range_uj");
    failed |= !now || !range;
    if (now && range) domains.push_back({path / "energy_uj", *range, *now});
  }
  return domains;
}

/// The few functions of NVIDIA's management library that we need, by the names that its ABI gives them.
class Nvml {
 public:
  Nvml(std::string const& library, bool& failed)
      : m_library(library.empty() ? nullptr : dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (!m_library) return;
    auto const init = find<int()>("nvmlInit_v2");
    auto const count = find<int(unsigned*)>("nvmlDeviceGetCount_v2");
    auto const handle = find<int(unsigned, void**)>("nvmlDeviceGetHandleByIndex_v2");
    m_read = find<int(void*, unsigned long long*)>("nvmlDeviceGetTotalEnergyConsumption");
    unsigned devices = 0;
    if (!init || !count || !handle || !m_read || init() != 0) return;
    m_shutdown = find<int()>("nvmlShutdown");
    if (count(&devices) != 0) return;
    for (unsigned i = 0; i < devices; ++i) {
      Device device{};
      if (handle(i, &device.handle) == 0 && m_read(device.handle, &device.last) == 0)
        m_devices.push_back(device);
      else
        failed = true;
    }
  }
  ~Nvml() {
    if (m_shutdown) m_shutdown();
    if (m_library) dlclose(m_library);
  }
  Nvml(Nvml const&) = delete;
  Nvml& operator=(Nvml const&) = delete;

  std::size_t num_devices() const { return m_devices.size(); }

  double joules(bool& failed) {
    double sum = 0;
    for (Device& device : m_devices) {
      unsigned long long now = device.last;
      failed |= m_read(device.handle, &now) != 0;
      sum += static_cast<double>(now - device.last) * 1e-3;
      device.last = now;
    }
    return sum;
  }

 private:
  struct Device {
    void* handle;
    unsigned long long last;  ///< millijoules
  };

  template <class Function>
  Function* find(char const* name) const {
    return reinterpret_cast<Function*>(dlsym(m_library, name));
  }

  void* m_library;
  int (*m_read)(void*, unsigned long long*) = nullptr;
  int (*m_shutdown)() = nullptr;  ///< set while the library is open
  std::vector<Device> m_devices;
};

/// What the counters belong to, for people.
std::string metered_parts(EnergyCoverage const& coverage, Platform const& platform) {
  std::vector<std::string> parts;
  if (coverage.rapl_domains > 0)
    parts.push_back(coverage.all_processors() ? "the processors" : "part of the processors");
  if (coverage.devices > 0)
    parts.push_back(coverage.all_devices(platform) ? "the devices" : "part of the devices");
  return fmt::format("{}", fmt::join(parts, " and "));
}

}  // namespace

bool EnergyCoverage::all_devices(Platform const& platform) const {
  auto const used = std::count_if(platform.units.begin(), platform.units.end(), [](Unit const& unit) {
    return unit.kind == UnitKind::device && !unit.emulated;
  });
  return used == 0 || (platform.machine.device_backend == "CUDA" && !device_failed &&
                       devices >= static_cast<std::size_t>(used));
}

struct EnergyMeter::Counters {
  explicit Counters(EnergySources const& from)
      : sources(from),
        rapl(find_rapl(from.powercap, coverage.rapl_failed)),
        nvml(from.nvml, coverage.device_failed) {
    coverage.rapl_domains = rapl.size();
    coverage.devices = nvml.num_devices();
  }

  EnergySources sources;
  EnergyCoverage coverage;
  std::vector<RaplDomain> rapl;
  Nvml nvml;
};

EnergyMeter::EnergyMeter(EnergySources const& sources) : m_counters(std::make_unique<Counters>(sources)) {}
EnergyMeter::~EnergyMeter() = default;

EnergyCoverage EnergyMeter::coverage() const {
  return m_counters->coverage;
}

std::string EnergyMeter::describe(Platform const& platform) const {
  EnergyCoverage const& coverage = m_counters->coverage;
  if (coverage.nothing())
    return fmt::format("not available: no readable RAPL counter in {}, no NVML",
                       m_counters->sources.powercap.string());
  std::string const counters =
      fmt::format("{} RAPL domains, {} NVIDIA devices", coverage.rapl_domains, coverage.devices);
  if (coverage.all(platform)) return counters;
  return fmt::format("{}: energy of {} only, no TEPS/W", counters, metered_parts(coverage, platform));
}

std::optional<double> EnergyMeter::joules() {
  EnergyCoverage& coverage = m_counters->coverage;
  if (coverage.nothing()) return std::nullopt;
  double sum = m_counters->nvml.joules(coverage.device_failed);
  for (RaplDomain& domain : m_counters->rapl) sum += domain.joules(coverage.rapl_failed);
  return sum;
}

}  // namespace tandem
