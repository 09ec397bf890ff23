# SPDX-License-Identifier: BSD-3-Clause
# Initial cache of every Kokkos variant.
set(CMAKE_CXX_STANDARD 20 CACHE STRING "")
set(CMAKE_UNITY_BUILD ON CACHE BOOL "its files are small, its headers large: two to four times faster")
set(CMAKE_UNITY_BUILD_BATCH_SIZE 16 CACHE STRING "two pieces of the core")
set(CMAKE_POSITION_INDEPENDENT_CODE ON CACHE BOOL "so that a shared libtandem can hold it")
set(Kokkos_ENABLE_SERIAL ON CACHE BOOL "")
set(Kokkos_ENABLE_HWLOC ON CACHE BOOL "")
set(Kokkos_ENABLE_DEPRECATED_CODE_4 OFF CACHE BOOL "what 5.x removed must not compile here either")
# Kokkos Kernels: headers with the few utilities used, nothing instantiated before it is asked for.
set(KokkosKernels_ENABLE_ALL_COMPONENTS OFF CACHE BOOL "")
set(KokkosKernels_ENABLE_COMPONENT_SPARSE ON CACHE BOOL "")
set(KokkosKernels_ENABLE_COMPONENT_GRAPH ON CACHE BOOL "")
set(KokkosKernels_ADD_DEFAULT_ETI OFF CACHE BOOL "")
foreach(tpl IN ITEMS CUSPARSE CUBLAS CUSOLVER ROCBLAS ROCSPARSE ROCSOLVER)
  set(KokkosKernels_ENABLE_TPL_${tpl} OFF CACHE BOOL "")
endforeach()
