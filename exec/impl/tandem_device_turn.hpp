// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_DEVICE_TURN_HPP
#define TANDEM_DEVICE_TURN_HPP

#include <core/tandem_spaces.hpp>
#include <mutex>

namespace tandem::Impl {

/// The right to launch kernels on a space, for the life of the object. Free everywhere but on OpenMPTarget,
/// whose instances all share one scratch memory: there devices take turns.
template <class ExecutionSpace>
class DeviceTurn {
 public:
  DeviceTurn() {}  // not defaulted: an object that does nothing would draw a warning
};

#if defined(KOKKOS_ENABLE_OPENMPTARGET)
template <>
class DeviceTurn<Kokkos::Experimental::OpenMPTarget> {
 public:
  DeviceTurn() : m_lock(mutex()) {}

 private:
  static std::mutex& mutex() {
    static std::mutex one_for_all;
    return one_for_all;
  }
  std::lock_guard<std::mutex> m_lock;
};
#endif

}  // namespace tandem::Impl

#endif
