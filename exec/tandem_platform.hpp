// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_PLATFORM_HPP
#define TANDEM_PLATFORM_HPP

#include <exec/tandem_cpuset.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tandem {

/// How much of a machine a run uses, in the papers' notation: 2S1G is two sockets and one device.
struct PlatformSpec {
  int sockets = 0;
  int devices = 0;
  bool operator==(PlatformSpec const&) const = default;
};

/// Reads "1S", "2S1G", "4G" in either case. Throws tandem::Error that says what is wrong with `text`.
PlatformSpec parse_platform_spec(std::string_view text);
std::string to_string(PlatformSpec const& spec);

/// A core and those of its hardware threads that this process may use; one is enough for a thread of ours.
struct Core {
  CpuSet pus;
  int socket = 0;
  int numa_node = 0;
};

struct NumaNode {
  int index = 0;
  int cores = 0;  ///< that this process may use
  std::size_t memory = 0;
};

struct CacheLevel {
  int level = 0;
  int count = 0;
  std::size_t bytes = 0;  ///< of one
};

/// An accelerator, numbered as its back end does.
struct DeviceInfo {
  int index = 0;
  std::string name;
  std::size_t memory = 0;       ///< 0: the back end does not tell
  std::size_t free_memory = 0;  ///< 0: not asked, or not told
  int numa_node = -1;           ///< the nearest; -1: unknown
};

/// What there is, and what this process may use of it.
struct Machine {
  std::string cpu_name;
  int sockets = 0;  ///< of the whole machine, allowed or not; so are the next two
  int num_cores = 0;
  int num_pus = 0;
  std::vector<Core> cores;  ///< that this process may use, socket by socket; never empty
  std::vector<NumaNode> numa_nodes;
  std::vector<CacheLevel> caches;
  std::size_t memory = 0;
  std::size_t available_memory = 0;  ///< for this process, now
  double cpu_limit = 0;              ///< CPU time a second that a container grants; 0: no limit
  int max_unit_threads = 1;          ///< what one instance of the host space can have
  bool real = true;                  ///< false: a description of another machine, nothing can be bound
  std::string device_backend;        ///< empty: no accelerator in this build, devices are emulated
  std::vector<DeviceInfo> devices;
  std::vector<std::string> notes;
};

enum class UnitKind { host, device };

/// One processing unit: a partition will live here, driven by a dispatch thread.
struct Unit {
  UnitKind kind = UnitKind::host;
  int index = 0;           ///< of the device; 0 for the host
  bool emulated = false;   ///< a device that is a slice of the host
  int threads = 1;         ///< of the host that work for it; a real device needs only its dispatch thread
  CpuSet cpuset;           ///< thread t belongs on cpuset[t % size]; a real device's thread, on any of them
  bool bind = true;        ///< false: leave the threads where the user or the system puts them
  int numa_node = -1;      ///< of all its cores; -1: of several
  std::size_t memory = 0;  ///< bytes that its partition may take
  bool capped = false;     ///< of a device: so many were asked for, whatever there is
};

/// "host", "device 0"
std::string unit_name(Unit const& unit);

/// Processor and accelerators, for people and to tell one machine from another.
std::string machine_name(Machine const& machine);

struct PlatformOptions {
  std::string spec = {};  ///< as parse_platform_spec reads it; empty: all sockets and all devices
  int threads = 0;        ///< of all units on the host; 0: OMP_NUM_THREADS, else one a core
  /// Threads of each emulated device, or one number for all; empty: an equal share.
  std::vector<int> device_threads = {};
  /// Bytes that a device is taken to have at most; 0: what is free, of an emulated one an equal share.
  std::size_t device_memory = 0;
  bool bind = true;  ///< threads to CPUs
};

/// A machine and what of it a run will use.
struct Platform {
  Machine machine;
  PlatformSpec spec;
  std::vector<Unit> units;  ///< the host first, if it takes part
  std::vector<std::string> notes;
};

/// Looks at the machine. Needs neither Kokkos::initialize nor a driver.
Machine discover_machine();

/// Which units the options ask for on this machine, and where they run. Throws tandem::Error when they ask
/// for more than there is.
///
/// The first x allowed sockets are the host's, one thread a core. Emulated devices take whole sockets that
/// are left over, else a share of the host's cores; units overlap only when there are fewer cores than
/// units, and a note says so.
Platform make_platform(PlatformOptions const& options = {});

/// For people; several lines.
std::string describe(Platform const& platform);

/// Binds the calling thread to the unit's CPUs for the life of the result, if the unit is to be bound.
[[nodiscard]] ScopedBinding bind_dispatch_thread(Unit const& unit);

}  // namespace tandem

#endif
