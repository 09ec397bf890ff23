// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_PARTITION_POINT_HPP
#define TANDEM_PARTITION_POINT_HPP

#include <Kokkos_Core.hpp>
#include <cstddef>

namespace tandem::Impl {

/// First i of [begin, end] for which `reached` holds; it must stay so once it does.
// Host code gives it host lambdas, which nvcc would warn of as if a device could get there.
#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
template <class Predicate>
KOKKOS_FUNCTION std::size_t partition_point(std::size_t begin, std::size_t end, Predicate const& reached) {
  while (begin < end) {
    std::size_t const middle = begin + (end - begin) / 2;
    if (reached(middle))
      end = middle;
    else
      begin = middle + 1;
  }
  return begin;
}

}  // namespace tandem::Impl

#endif
