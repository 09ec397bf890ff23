# SPDX-License-Identifier: BSD-3-Clause
# Compiler and sanitizer flags come from the toolchain file of the same name.
include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)
set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "")
set(Kokkos_ENABLE_OPENMP ON CACHE BOOL "")
