# SPDX-License-Identifier: BSD-3-Clause
# Where set-up keeps what it built: ${TANDEM_DEPS}, from -D or the environment, which presets hand on whenever they are
# used, so that a change holds in an old build tree, too. Must agree with configs/lib/common.sh.
include_guard(GLOBAL)

if(NOT TANDEM_DEPS)
  if(NOT "$ENV{TANDEM_DEPS}" STREQUAL "")
    set(TANDEM_DEPS "$ENV{TANDEM_DEPS}")
  elseif(NOT "$ENV{XDG_CACHE_HOME}" STREQUAL "")
    set(TANDEM_DEPS "$ENV{XDG_CACHE_HOME}/tandem")
  else()
    set(TANDEM_DEPS "$ENV{HOME}/.cache/tandem")
  endif()
endif()
get_filename_component(TANDEM_DEPS "${TANDEM_DEPS}" ABSOLUTE BASE_DIR "$ENV{PWD}")
set(TANDEM_DEPS "${TANDEM_DEPS}" CACHE PATH "Cache of the dependencies built by configs/setup.sh" FORCE)

foreach(_pair IN ITEMS CUDA=AMPERE80 HIP=AMD_GFX90A)
  string(REPLACE "=" ";" _pair ${_pair})
  list(GET _pair 0 _backend)
  list(GET _pair 1 _default)
  if(NOT TANDEM_${_backend}_ARCH)
    set(TANDEM_${_backend}_ARCH ${_default})
    if(NOT "$ENV{TANDEM_${_backend}_ARCH}" STREQUAL "")
      set(TANDEM_${_backend}_ARCH "$ENV{TANDEM_${_backend}_ARCH}")
    endif()
  endif()
  set(TANDEM_${_backend}_ARCH "${TANDEM_${_backend}_ARCH}" CACHE STRING "Architecture of the cached Kokkos, in its spelling"
      FORCE)
endforeach()

set(_tandem_versions ${CMAKE_CURRENT_LIST_DIR}/../versions.env)

# tandem_kokkos_prefix(<variant> <out>): install prefix of a Kokkos variant in the cache
function(tandem_kokkos_prefix variant out)
  file(STRINGS ${_tandem_versions} version REGEX "^KOKKOS_VERSION=")
  string(REGEX REPLACE "^KOKKOS_VERSION=" "" version "${version}")
  if(variant STREQUAL "cuda")
    string(APPEND variant "-${TANDEM_CUDA_ARCH}")
  elseif(variant STREQUAL "hip")
    string(APPEND variant "-${TANDEM_HIP_ARCH}")
  endif()
  set(${out} "${TANDEM_DEPS}/kokkos-${version}/${variant}" PARENT_SCOPE)
endfunction()
