# SPDX-License-Identifier: BSD-3-Clause
# The library target, its generated headers and its installation; folders add their sources to it.

set(TANDEM_GENERATED ${PROJECT_BINARY_DIR}/generated)

# tandem_headers(<header>...): public headers of the calling folder, installed and tested to stand alone
function(tandem_headers)
  foreach(header IN LISTS ARGN)
    file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/${header})
    set_property(GLOBAL APPEND PROPERTY TANDEM_PUBLIC_HEADERS ${path})
    get_filename_component(folder ${path} DIRECTORY)
    install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tandem/${folder})
  endforeach()
endfunction()

# tandem_impl_headers(<header>...): installed because public headers include them; not part of the API
function(tandem_impl_headers)
  foreach(header IN LISTS ARGN)
    file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/${header})
    get_filename_component(folder ${path} DIRECTORY)
    install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tandem/${folder})
  endforeach()
endfunction()

# tandem_plain_cxx(<target> <source>...): sources that include libraries for JSON or TOML and nothing of Kokkos, to be
# compiled for the host alone. Debian's hipcc (clang 15) crashes in C++20 on a std::map whose values hold such maps, and
# nvcc garbles lambdas of toml++ and needs minutes for JSON. Their definitions must be without quotes, which nvcc_wrapper loses.
function(tandem_plain_cxx target)
  if(Kokkos_ENABLE_HIP)
    set(flags "-x c++")
  elseif(Kokkos_ENABLE_CUDA)
    set(flags --host-only)  # of nvcc_wrapper
  else()
    return()
  endif()
  set_source_files_properties(${ARGN} TARGET_DIRECTORY ${target} PROPERTIES COMPILE_FLAGS ${flags})
endfunction()

# tandem_precompile(<target> <header>...): headers of others that most sources of a target include
function(tandem_precompile target)
  if(NOT TANDEM_PCH)
    return()
  endif()
  target_precompile_headers(${target} PRIVATE ${ARGN})
  # For ccache: lets it see what a precompiled header is made of, and makes the same header twice the same. From such a
  # header GCC 12 no longer knows that std::string is the system's, and warns of it.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess;-Wno-stringop-overflow;-Wno-array-bounds;-Wno-restrict>
                                           $<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>)
endfunction()

function(tandem_add_library)
  configure_file(${PROJECT_SOURCE_DIR}/configs/cmake/tandem_config.hpp.in
                 ${TANDEM_GENERATED}/core/tandem_config.hpp @ONLY)
  # The hash belongs to the build and not to the configuration: asked again each time, written only
  # when it differs, so that nothing recompiles in vain.
  find_package(Git QUIET)
  add_custom_target(
    tandem_version
    COMMAND ${CMAKE_COMMAND} -DGIT=${GIT_EXECUTABLE} -DSOURCE=${PROJECT_SOURCE_DIR}
            -DVERSION=${PROJECT_VERSION} -DOUTPUT=${TANDEM_GENERATED}/core/tandem_version.hpp
            -P ${PROJECT_SOURCE_DIR}/configs/cmake/WriteVersion.cmake
    BYPRODUCTS ${TANDEM_GENERATED}/core/tandem_version.hpp
    COMMENT "Checking the git hash")

  add_library(tandem)
  add_library(tandem::tandem ALIAS tandem)
  add_dependencies(tandem tandem_version)
  target_compile_features(tandem PUBLIC cxx_std_20)
  target_include_directories(
    tandem PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<BUILD_INTERFACE:${TANDEM_GENERATED}>
                  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/tandem>)
  target_link_libraries(
    tandem
    PUBLIC Kokkos::kokkos
    PRIVATE Threads::Threads PkgConfig::hwloc PkgConfig::zstd ZLIB::ZLIB fmt::fmt
            $<BUILD_INTERFACE:FastFloat::fast_float> $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>
            $<BUILD_INTERFACE:tandem_warnings>)
  tandem_precompile(tandem <Kokkos_Core.hpp> <fmt/format.h>)
  set_target_properties(tandem PROPERTIES UNITY_BUILD ${TANDEM_UNITY} UNITY_BUILD_BATCH_SIZE 8)
  set_target_properties(tandem PROPERTIES POSITION_INDEPENDENT_CODE ON VERSION ${PROJECT_VERSION}
                                          SOVERSION ${PROJECT_VERSION_MAJOR})
  if(TANDEM_ENABLE_FUZZERS)
    if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
      message(FATAL_ERROR "TANDEM_ENABLE_FUZZERS needs clang (preset asan)")
    endif()
    target_compile_options(tandem PRIVATE -fsanitize=fuzzer-no-link)
  endif()
endfunction()

# tandem_executable(<name> <source>...): one of our programs, linked to the library
function(tandem_executable name)
  add_executable(${name} ${ARGN})
  if(Kokkos_ENABLE_CUDA)
    # Kokkos names libcuda.so.1, which only a driver brings: without need of it we start on a login node too.
    target_link_options(${name} PRIVATE LINKER:--as-needed)
  endif()
  target_link_libraries(${name} PRIVATE tandem::tandem tandem_warnings)
endfunction()

function(tandem_install_library)
  include(CMakePackageConfigHelpers)
  set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tandem)
  install(TARGETS tandem EXPORT tandemTargets)
  install(EXPORT tandemTargets NAMESPACE tandem:: DESTINATION ${package_dir})
  install(FILES ${TANDEM_GENERATED}/core/tandem_config.hpp ${TANDEM_GENERATED}/core/tandem_version.hpp
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tandem/core)
  get_target_property(library_type tandem TYPE)
  configure_package_config_file(${PROJECT_SOURCE_DIR}/configs/cmake/tandemConfig.cmake.in
                                ${PROJECT_BINARY_DIR}/tandemConfig.cmake INSTALL_DESTINATION ${package_dir})
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/tandemConfigVersion.cmake COMPATIBILITY SameMajorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/tandemConfig.cmake ${PROJECT_BINARY_DIR}/tandemConfigVersion.cmake
          DESTINATION ${package_dir})
endfunction()
