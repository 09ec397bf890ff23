// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_TEST_RECORDER_HPP
#define TANDEM_TEST_RECORDER_HPP

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace tandem::test {

/// What Kokkos Tools were told of.
struct Event {
  std::string kind;
  std::string label;
  std::uint32_t device;    ///< of kernels
  std::thread::id thread;  ///< that began it
};

/// Records what Kokkos does while it lives. Callbacks are plain functions, hence the static parts.
class Recorder {
 public:
  Recorder() : m_saved(Kokkos::Tools::Experimental::get_callbacks()) {
    namespace Tools = Kokkos::Tools::Experimental;
    events().clear();
    Tools::set_begin_parallel_for_callback(begin_kernel);
    Tools::set_begin_parallel_reduce_callback(begin_kernel);
    Tools::set_begin_parallel_scan_callback(begin_kernel);
    Tools::set_begin_fence_callback(begin_fence);
    Tools::set_allocate_data_callback(allocate);
    Tools::set_begin_deep_copy_callback(begin_copy);
    Tools::set_push_region_callback(push_region);
  }
  ~Recorder() { Kokkos::Tools::Experimental::set_callbacks(m_saved); }
  Recorder(Recorder const&) = delete;
  Recorder& operator=(Recorder const&) = delete;

  static std::vector<Event>& events() {
    static std::vector<Event> list;
    return list;
  }

 private:
  using Handle = Kokkos::Tools::SpaceHandle;

  static void add(std::string kind, std::string label, std::uint32_t device = 0) {
    static std::mutex mutex;
    std::lock_guard const lock(mutex);
    events().push_back({std::move(kind), std::move(label), device, std::this_thread::get_id()});
  }
  static void begin_kernel(char const* name, std::uint32_t device, std::uint64_t*) {
    add("kernel", name, device);
  }
  static void begin_fence(char const* name, std::uint32_t, std::uint64_t*) { add("fence", name); }
  static void allocate(Handle, char const* name, void const*, std::uint64_t) { add("array", name); }
  static void begin_copy(Handle, char const* to, void const*, Handle, char const* from, void const*,
                         std::uint64_t bytes) {
    if (bytes == 0) return;  // an array that is not there has no name
    add("copy to", to);
    add("copy from", from);
  }
  static void push_region(char const* name) { add("region", name); }

  Kokkos::Tools::Experimental::EventSet m_saved;
};

}  // namespace tandem::test

#endif
