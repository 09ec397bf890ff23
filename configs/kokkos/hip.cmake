# SPDX-License-Identifier: BSD-3-Clause
# TANDEM_HIP_ARCH names an architecture as Kokkos spells it: AMD_GFX90A, AMD_GFX942, ...
# hipcc 5.2 (clang 15) crashes on <regex> in C++20, which one file of Kokkos includes; our own code is C++20.
set(CMAKE_CXX_STANDARD 17 CACHE STRING "")
include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)
set(CMAKE_BUILD_TYPE Release CACHE STRING "")
set(Kokkos_ENABLE_HIP ON CACHE BOOL "")
set(Kokkos_ENABLE_ROCTHRUST OFF CACHE BOOL "Debian has no rocThrust")
set(Kokkos_ARCH_$ENV{TANDEM_HIP_ARCH} ON CACHE BOOL "")
