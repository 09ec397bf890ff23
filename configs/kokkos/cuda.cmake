# SPDX-License-Identifier: BSD-3-Clause
# TANDEM_CUDA_ARCH names an architecture as Kokkos spells it: AMPERE80, HOPPER90, ...
include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)
set(CMAKE_BUILD_TYPE Release CACHE STRING "")
set(Kokkos_ENABLE_OPENMP ON CACHE BOOL "")
set(Kokkos_ENABLE_CUDA ON CACHE BOOL "")
set(Kokkos_ARCH_$ENV{TANDEM_CUDA_ARCH} ON CACHE BOOL "")
