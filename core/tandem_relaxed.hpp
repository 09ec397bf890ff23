// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_RELAXED_HPP
#define TANDEM_RELAXED_HPP

#include <Kokkos_Core.hpp>

namespace tandem {

// Plain reads and writes of values that other threads use at the same time: some old or new value, never a
// mixture, and no order among different values. Not Kokkos::atomic_load and atomic_store: in Kokkos 4.5 both
// are a compare-and-exchange on the host, which takes the cache line away from everyone else.

template <class T>
KOKKOS_FUNCTION T relaxed_load(T const* from) {
  KOKKOS_IF_ON_HOST((T value; __atomic_load(const_cast<T*>(from), &value, __ATOMIC_RELAXED); return value;))
  KOKKOS_IF_ON_DEVICE((return *static_cast<T const volatile*>(from);))
}

template <class T>
KOKKOS_FUNCTION void relaxed_store(T* to, T value) {
  KOKKOS_IF_ON_HOST((__atomic_store(to, &value, __ATOMIC_RELAXED);))
  KOKKOS_IF_ON_DEVICE((*static_cast<T volatile*>(to) = value;))
}

/// Lowers a value that other threads lower at the same time; true if it was above. Looks first, as most
/// offers are no improvement, and a read leaves the cache line shared.
template <class T>
KOKKOS_FUNCTION bool lower_atomic(T* to, T value) {
  T seen = relaxed_load(to);
  if (!(value < seen)) return false;
  KOKKOS_IF_ON_HOST(
      (while (!__atomic_compare_exchange(to, &seen, &value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
        if (!(value < seen)) return false;
      } return true;))
  KOKKOS_IF_ON_DEVICE((return value < Kokkos::atomic_fetch_min(to, value);))
}

/// Adds to a value that other threads add to at the same time; returns what was there before. For floating
/// point: Kokkos's own reads the first value without telling a thread sanitizer that it may.
template <class T>
KOKKOS_FUNCTION T add_atomic(T* to, T value) {
  KOKKOS_IF_ON_HOST((T seen = relaxed_load(to); T sum = seen + value; while (!__atomic_compare_exchange(
      to, &seen, &sum, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) { sum = seen + value; } return seen;))
  KOKKOS_IF_ON_DEVICE((return Kokkos::atomic_fetch_add(to, value);))
}

}  // namespace tandem

#endif
