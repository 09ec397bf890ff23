// SPDX-License-Identifier: BSD-3-Clause
#include <core/tandem_error.hpp>
#include <core/tandem_host_view.hpp>
#include <exec/impl/tandem_counted.hpp>
#include <exec/impl/tandem_units.hpp>
#include <fmt/format.h>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <set>

namespace tandem::Impl {

namespace {

std::set<int> allowed_sockets(Machine const& machine) {
  std::set<int> sockets;
  for (auto const& core : machine.cores) sockets.insert(core.socket);
  return sockets;
}

bool emulates(Machine const& machine) {
  return machine.device_backend.empty();
}

void check_counts(Machine const& machine, PlatformSpec const& spec) {
  auto const sockets = static_cast<int>(allowed_sockets(machine).size());
  if (spec.sockets > sockets)
    throw Error(fmt::format("platform {}: {} asked for, this process may use {} (the machine has {}); use {}",
                            to_string(spec), counted(static_cast<std::size_t>(spec.sockets), "socket"),
                            sockets, machine.sockets, to_string(PlatformSpec{sockets, spec.devices})));
  std::size_t const asked = static_cast<std::size_t>(spec.devices);
  if (emulates(machine) && spec.devices > max_emulated_devices)
    throw Error(fmt::format("platform {}: {} asked for, at most {} can be emulated on the host",
                            to_string(spec), counted(asked, "device"), max_emulated_devices));
  if (!emulates(machine) && asked > machine.devices.size()) {
    PlatformSpec best{spec.sockets, static_cast<int>(machine.devices.size())};
    if (best == PlatformSpec{}) best.sockets = 1;
    throw Error(fmt::format("platform {}: {} asked for, {} found by {}; use {}", to_string(spec),
                            counted(asked, "device"), machine.devices.size(), machine.device_backend,
                            to_string(best)));
  }
}

void check_options(PlatformOptions const& options, PlatformSpec const& spec, Machine const& machine) {
  if (options.threads < 0) throw Error(fmt::format("{} threads: use 1 or more", options.threads));
  auto const& shares = options.device_threads;
  if (shares.empty()) return;
  if (!emulates(machine) || spec.devices == 0)
    throw Error(
        fmt::format("platform {} has no emulated device: leave its number of threads out", to_string(spec)));
  if (shares.size() != 1 && shares.size() != static_cast<std::size_t>(spec.devices))
    throw Error(fmt::format("platform {}: threads given for {}; give one number, or {}", to_string(spec),
                            counted(shares.size(), "device"), spec.devices));
  for (int const share : shares)
    if (share < 1 || share > machine.max_unit_threads)
      throw Error(fmt::format("{} threads for a device: use 1 to {}", share, machine.max_unit_threads));
}

/// Decides the threads and cores of the units that run on the host.
class HostShares {
 public:
  HostShares(Platform& platform, PlatformOptions const& options, ThreadEnvironment const& environment)
      : m_platform(platform),
        m_devices(emulates(platform.machine) ? platform.spec.devices : 0),
        m_with_host(platform.spec.sockets > 0),
        m_explicit(options.threads > 0) {
    split_sockets();
    m_budget = options.threads > 0 ? options.threads : implied_budget(environment.num_threads);
    set_device_threads(options.device_threads);
    set_host_threads();
    clamp();
  }

  /// Cores of each unit, in the order of threads().
  std::vector<std::vector<Core>> deal() const {
    if (!m_apart) return deal_cores(all_cores(), m_threads);
    std::vector<int> const of_devices(m_threads.begin() + 1, m_threads.end());
    auto cores = deal_cores(m_host, {m_threads.front()});
    for (auto& share : deal_cores(m_spare, of_devices)) cores.push_back(std::move(share));
    return cores;
  }

  /// The host's first, if it takes part, then the emulated devices'.
  std::vector<int> const& threads() const { return m_threads; }

 private:
  int units() const { return m_devices + (m_with_host ? 1 : 0); }

  void split_sockets() {
    auto const sockets = allowed_sockets(m_platform.machine);
    std::set<int> const of_host(sockets.begin(), std::next(sockets.begin(), m_platform.spec.sockets));
    for (auto const& core : m_platform.machine.cores)
      (of_host.count(core.socket) != 0 ? m_host : m_spare).push_back(core);
  }

  std::vector<Core> all_cores() const {
    std::vector<Core> cores = m_host;
    // Without emulated devices the sockets that were not asked for stay idle.
    if (m_devices > 0) cores.insert(cores.end(), m_spare.begin(), m_spare.end());
    return cores;
  }

  /// What OMP_NUM_THREADS or a container's limit leaves; 0: no bound but the cores.
  int implied_budget(int num_threads) {
    auto const cores = static_cast<int>(all_cores().size());
    auto& notes = m_platform.notes;
    double const limit = m_platform.machine.cpu_limit;
    if (num_threads > 0 && num_threads != cores)
      notes.push_back(fmt::format("OMP_NUM_THREADS={} sets the number of threads", num_threads));
    if (num_threads > 0) return num_threads;
    if (limit <= 0 || std::ceil(limit) >= cores) return 0;
    int const budget = static_cast<int>(std::ceil(limit));
    notes.push_back(fmt::format("the control group grants {:.3g} CPUs of {} cores: {} used", limit, cores,
                                counted(static_cast<std::size_t>(budget), "thread")));
    return budget;
  }

  void set_device_threads(std::vector<int> const& given) {
    auto const spare = static_cast<int>(m_spare.size());
    int const wanted =
        given.size() == 1 ? given.front() * m_devices : std::accumulate(given.begin(), given.end(), 0);
    m_apart = m_with_host && m_devices > 0 && spare >= std::max(m_devices, wanted);
    if (m_devices == 0) return;
    int const cores = static_cast<int>(all_cores().size());
    int share = std::max(1, (m_budget > 0 ? m_budget : cores) / units());
    if (m_apart) share = m_budget > 0 ? std::min(share, spare / m_devices) : spare / m_devices;
    m_threads.assign(static_cast<std::size_t>(m_devices), given.size() == 1 ? given.front() : share);
    if (given.size() > 1) m_threads = given;
  }

  void set_host_threads() {
    int const of_devices = std::accumulate(m_threads.begin(), m_threads.end(), 0);
    int const least = of_devices + (m_with_host ? 1 : 0);
    if (m_explicit && m_budget < least)
      throw Error(fmt::format("platform {}: its units need at least {} threads, {} given",
                              to_string(m_platform.spec), least, m_budget));
    if (!m_with_host) return;
    int const cores = static_cast<int>((m_apart ? m_host : all_cores()).size());
    int const left = m_budget > 0 ? m_budget - of_devices : cores - (m_apart ? 0 : of_devices);
    m_threads.insert(m_threads.begin(), std::max(1, left));
  }

  void clamp() {
    int const most = m_platform.machine.max_unit_threads;
    if (std::all_of(m_threads.begin(), m_threads.end(), [most](int n) { return n <= most; })) return;
    for (int& n : m_threads) n = std::min(n, most);
    m_platform.notes.push_back(fmt::format("this build's host space has at most {} in a unit",
                                           counted(static_cast<std::size_t>(most), "thread")));
  }

  Platform& m_platform;
  int m_devices;
  bool m_with_host;
  bool m_explicit;
  bool m_apart = false;  ///< devices have sockets of their own
  int m_budget = 0;
  std::vector<Core> m_host;
  std::vector<Core> m_spare;
  std::vector<int> m_threads;
};

/// A first hardware thread of each core, then the second ones: threads of ours gain little from a shared
/// core.
CpuSet pus_for(std::vector<Core> const& cores, int threads) {
  CpuSet pus;
  std::size_t most = 0;
  for (auto const& core : cores) most = std::max(most, core.pus.size());
  for (std::size_t level = 0; level < most; ++level)
    for (auto const& core : cores)
      if (level < core.pus.size() && pus.size() < static_cast<std::size_t>(threads))
        pus.push_back(core.pus[level]);
  return pus;
}

int common_numa_node(std::vector<Core> const& cores) {
  bool const same = std::all_of(cores.begin(), cores.end(), [&cores](Core const& core) {
    return core.numa_node == cores.front().numa_node;
  });
  return same && !cores.empty() ? cores.front().numa_node : -1;
}

void add_host_units(Platform& platform, HostShares const& shares) {
  auto const cores = shares.deal();
  for (std::size_t i = 0; i < shares.threads().size(); ++i) {
    bool const device = i > 0 || platform.spec.sockets == 0;
    Unit unit;
    unit.kind = device ? UnitKind::device : UnitKind::host;
    unit.index = device ? static_cast<int>(i) - (platform.spec.sockets > 0 ? 1 : 0) : 0;
    unit.emulated = device;
    unit.threads = shares.threads()[i];
    unit.cpuset = pus_for(cores[i], unit.threads);
    unit.numa_node = common_numa_node(cores[i]);
    platform.units.push_back(std::move(unit));
  }
}

/// A real device's dispatch thread mostly waits: any CPU near the device will do, the host's too.
void add_device_units(Platform& platform) {
  if (emulates(platform.machine)) return;
  for (int i = 0; i < platform.spec.devices; ++i) {
    DeviceInfo const& device = platform.machine.devices[static_cast<std::size_t>(i)];
    Unit unit;
    unit.kind = UnitKind::device;
    unit.index = device.index;
    unit.numa_node = device.numa_node;
    CpuSet anywhere;
    for (auto const& core : platform.machine.cores) {
      anywhere.insert(anywhere.end(), core.pus.begin(), core.pus.end());
      if (core.numa_node == device.numa_node)
        unit.cpuset.insert(unit.cpuset.end(), core.pus.begin(), core.pus.end());
    }
    if (unit.cpuset.empty()) unit.cpuset = std::move(anywhere);
    platform.units.push_back(std::move(unit));
  }
}

/// Devices that live in host memory and the host unit share it equally, unless a device's size is given.
void set_memory(Platform& platform, std::size_t device_memory) {
  std::size_t left = platform.machine.available_memory;
  auto const& devices = platform.machine.devices;
  auto const in_host_memory = [&devices](Unit const& unit) {
    return unit.kind == UnitKind::host || unit.emulated ||
           std::any_of(devices.begin(), devices.end(), [&unit](DeviceInfo const& device) {
             return device.index == unit.index && device.memory == 0;
           });
  };
  auto& units = platform.units;
  auto const sharers = static_cast<std::size_t>(std::count_if(units.begin(), units.end(), in_host_memory));
  for (auto unit = units.rbegin(); unit != units.rend(); ++unit) {  // the host comes last and gets the rest
    std::size_t const cap = unit->kind == UnitKind::device ? device_memory : 0;
    unit->capped = cap > 0;
    if (unit->kind == UnitKind::host) {
      unit->memory = left;
    } else if (in_host_memory(*unit)) {
      std::size_t const available = platform.machine.available_memory;
      std::size_t const most = available / static_cast<std::size_t>(platform.spec.devices);
      unit->memory = cap > 0 ? std::min(cap, most) : available / sharers;
      left -= unit->memory;
    } else {
      auto const device = std::find_if(devices.begin(), devices.end(),
                                       [&unit](DeviceInfo const& d) { return d.index == unit->index; });
      unit->memory = cap > 0 ? std::min(cap, device->free_memory) : device->free_memory;
    }
    if (cap > unit->memory)
      platform.notes.push_back(fmt::format("device {} gets {} and not the {} asked for", unit->index,
                                           format_bytes(unit->memory), format_bytes(cap)));
  }
}

bool is_false(std::string binding) {
  std::transform(binding.begin(), binding.end(), binding.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return binding == "omp_proc_bind=false";
}

void set_binding(Platform& platform, bool wanted, std::string const& user) {
  auto const busy = std::count_if(platform.units.begin(), platform.units.end(), [](Unit const& unit) {
    return unit.kind == UnitKind::host || unit.emulated;
  });
  bool const bind = wanted && platform.machine.real && !is_false(user);
  for (auto& unit : platform.units) unit.bind = bind;
  if (!wanted) return;
  if (!platform.machine.real) {
    platform.notes.push_back("hwloc describes another machine: threads are not bound");
  } else if (is_false(user)) {
    platform.notes.push_back(user + ": threads are not bound");
  } else if (!user.empty() && busy == 1) {
    for (auto& unit : platform.units)
      if (unit.kind == UnitKind::host || unit.emulated) unit.bind = false;
    platform.notes.push_back(user + ": OpenMP binds the threads");
  } else if (!user.empty() && busy > 1) {
    // OpenMP knows nothing of units: it would start each at its first place, all on one core.
    platform.notes.push_back(user + " sets the CPUs; each unit is bound to its own of them");
  }
}

void note_sharing(Platform& platform) {
  std::set<int> seen;
  bool shared = false;
  for (auto const& unit : platform.units) {
    if (unit.kind == UnitKind::device && !unit.emulated) continue;
    shared = shared || static_cast<std::size_t>(unit.threads) > unit.cpuset.size();
    for (int const pu : unit.cpuset) shared = !seen.insert(pu).second || shared;
  }
  if (shared) platform.notes.push_back("threads share cores: they take turns, and times say little");
}

}  // namespace

ThreadEnvironment read_thread_environment() {
  ThreadEnvironment environment{user_binding(), 0};
  // "8,2" is for nested regions, which we have not; what is no number is no wish.
  if (char const* value = std::getenv("OMP_NUM_THREADS"); value != nullptr)
    std::from_chars(value, value + std::strlen(value), environment.num_threads);
  environment.num_threads = std::max(0, environment.num_threads);
  return environment;
}

PlatformSpec requested_spec(Machine const& machine, std::string const& text) {
  if (!text.empty()) return parse_platform_spec(text);
  return {static_cast<int>(allowed_sockets(machine).size()), static_cast<int>(machine.devices.size())};
}

std::vector<std::vector<Core>> deal_cores(std::vector<Core> const& cores, std::vector<int> const& threads) {
  std::size_t const units = threads.size();
  std::vector<std::vector<Core>> dealt(units);
  if (cores.size() < units) {
    for (std::size_t u = 0; u < units; ++u) dealt[u] = {cores[u % cores.size()]};
    return dealt;
  }
  auto const total = std::accumulate(threads.begin(), threads.end(), std::size_t(0));
  bool const enough = total <= cores.size();
  std::size_t before = 0;  // threads of the units already served
  std::size_t next = 0;
  for (std::size_t u = 0; u < units; ++u) {
    auto const wanted = static_cast<std::size_t>(threads[u]);
    // Too few for all: one each, and the others in proportion, rounded so that they sum up.
    std::size_t const extra = cores.size() - units;
    std::size_t const share = 1 + extra * (before + wanted) / total - extra * before / total;
    std::size_t const take = enough ? wanted : share;
    dealt[u].assign(cores.begin() + static_cast<std::ptrdiff_t>(next),
                    cores.begin() + static_cast<std::ptrdiff_t>(next + take));
    before += wanted;
    next += take;
  }
  return dealt;
}

Platform resolve(Machine machine, PlatformOptions const& options, ThreadEnvironment const& environment) {
  Platform platform;
  platform.spec = requested_spec(machine, options.spec);
  check_counts(machine, platform.spec);
  check_options(options, platform.spec, machine);
  platform.notes = machine.notes;
  platform.machine = std::move(machine);
  add_host_units(platform, HostShares(platform, options, environment));
  add_device_units(platform);
  set_memory(platform, options.device_memory);
  set_binding(platform, options.bind, environment.binding);
  note_sharing(platform);
  return platform;
}

int runtime_threads(Machine const& machine, int asked, ThreadEnvironment const& environment) {
  int const most = machine.max_unit_threads;
  if (most > 1 && asked > most)
    throw Error(fmt::format("{} threads: Kokkos has room for {}, use no more", asked, most));
  if (asked > 0) return std::min(asked, most);
  return resolve(machine, {}, environment).units.front().threads;
}

}  // namespace tandem::Impl
