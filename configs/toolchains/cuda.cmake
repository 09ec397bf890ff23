# SPDX-License-Identifier: BSD-3-Clause
# Kokkos's nvcc_wrapper: that of a loaded module first, else the one in the cache that set-up fills.
if(NOT CMAKE_CXX_COMPILER AND NOT DEFINED ENV{CXX})
  include(${CMAKE_CURRENT_LIST_DIR}/../cmake/TandemCache.cmake)
  find_program(TANDEM_NVCC_WRAPPER nvcc_wrapper HINTS ${Kokkos_ROOT} ENV Kokkos_ROOT PATH_SUFFIXES bin)
  if(NOT TANDEM_NVCC_WRAPPER)
    tandem_kokkos_prefix(cuda _prefix)
    find_program(TANDEM_NVCC_WRAPPER nvcc_wrapper PATHS ${_prefix}/bin NO_DEFAULT_PATH)
  endif()
  if(NOT TANDEM_NVCC_WRAPPER)
    message(FATAL_ERROR "nvcc_wrapper not found: run configs/setup.sh cuda, or load a Kokkos module built with CUDA")
  endif()
  set(CMAKE_CXX_COMPILER ${TANDEM_NVCC_WRAPPER})
endif()
