# SPDX-License-Identifier: BSD-3-Clause
# Warnings for our own targets, never for those who link us.
add_library(tandem_warnings INTERFACE)
target_compile_options(tandem_warnings INTERFACE -Wall -Wextra)
if(NOT TANDEM_UNITY)
  # In one piece with others a file's local names meet the private ones of files before it.
  target_compile_options(tandem_warnings INTERFACE -Wshadow)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC takes the files of a piece for headers, where private types would be a mistake.
  target_compile_options(tandem_warnings INTERFACE -Wno-subobject-linkage)
endif()
if(NOT Kokkos_ENABLE_CUDA)
  # nvcc's generated code uses GCC extensions on nearly every line.
  target_compile_options(tandem_warnings INTERFACE -Wpedantic -Wnon-virtual-dtor -Woverloaded-virtual)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees overlapping copies in std::string's own operator+ (GCC bug 105651).
  target_compile_options(tandem_warnings INTERFACE -Wno-restrict)
endif()
if(Kokkos_ENABLE_OPENMPTARGET)
  # Kokkos asks for vector code in every ThreadVectorRange, where atomics allow none.
  target_compile_options(tandem_warnings INTERFACE -Wno-pass-failed)
endif()
if(TANDEM_WERROR)
  target_compile_options(tandem_warnings INTERFACE -Werror)
endif()
