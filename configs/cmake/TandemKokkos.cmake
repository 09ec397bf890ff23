# SPDX-License-Identifier: BSD-3-Clause
# Chooses Kokkos: an installed one that has the back ends in TANDEM_REQUIRE_BACKENDS, else the TANDEM_KOKKOS_VARIANT that
# configs/setup.sh built.
include(${CMAKE_CURRENT_LIST_DIR}/TandemCache.cmake)

set(TANDEM_KOKKOS_VARIANT host CACHE STRING "Kokkos variant in the cache, used when no Kokkos is installed")
option(TANDEM_KOKKOS_FROM_CACHE "Use the cached Kokkos even if one is installed (sanitizers, offload)" OFF)

# One from a cache, which has set-up's key, is a stand-in: an earlier choice of it must hide neither a module loaded since
# nor one of another cache or architecture.
foreach(package IN ITEMS Kokkos KokkosKernels)
  if(EXISTS "${${package}_DIR}/../../../.key")
    unset(${package}_DIR CACHE)
  endif()
endforeach()

tandem_kokkos_prefix(${TANDEM_KOKKOS_VARIANT} TANDEM_KOKKOS_PREFIX)
set(TANDEM_KOKKOS_IS_INSTALLED OFF)
if(NOT TANDEM_KOKKOS_FROM_CACHE)
  add_subdirectory(${CMAKE_CURRENT_LIST_DIR}/probe ${PROJECT_BINARY_DIR}/probe EXCLUDE_FROM_ALL)
endif()
if(TANDEM_KOKKOS_IS_INSTALLED)
  find_package(Kokkos 4.5 CONFIG QUIET)
  set(kokkos_origin "installed")
else()
  unset(Kokkos_DIR CACHE)
  unset(KokkosKernels_DIR CACHE)
  find_package(Kokkos 4.5 CONFIG QUIET PATHS ${TANDEM_KOKKOS_PREFIX} NO_DEFAULT_PATH)
  set(kokkos_origin "cached")
endif()
if(NOT Kokkos_FOUND)
  string(JOIN " with " wanted "Kokkos >= 4.5" ${TANDEM_REQUIRE_BACKENDS})
  message(FATAL_ERROR "No ${wanted} is installed and ${TANDEM_KOKKOS_PREFIX} is empty.\n"
                      "Run configs/setup.sh <preset>, or name your own: -DKokkos_ROOT=<prefix>.")
endif()
if(Kokkos_VERSION VERSION_GREATER_EQUAL 6)
  message(WARNING "Kokkos ${Kokkos_VERSION} is newer than any that was tried (4.5 to 5.x)")
endif()
message(STATUS "tandem: Kokkos ${Kokkos_VERSION} (${kokkos_origin}: ${Kokkos_DIR}), back ends ${Kokkos_DEVICES}")

# Kokkos Kernels only serves where it is there; it must come with the very Kokkos chosen above.
get_filename_component(kokkos_root ${Kokkos_DIR}/../../.. ABSOLUTE)
if(kokkos_origin STREQUAL "cached")
  find_package(KokkosKernels CONFIG QUIET PATHS ${kokkos_root} NO_DEFAULT_PATH)
else()
  find_package(KokkosKernels CONFIG QUIET HINTS ${kokkos_root})
endif()
if(KokkosKernels_FOUND)
  message(STATUS "tandem: Kokkos Kernels ${KokkosKernels_VERSION}")
else()
  message(STATUS "tandem: no Kokkos Kernels, its comparison tests are left out")
endif()
