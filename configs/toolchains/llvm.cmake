# SPDX-License-Identifier: BSD-3-Clause
# clang of the pinned version with LLVM's own OpenMP run-time library.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/../versions.env _llvm REGEX "^LLVM_VERSION=")
string(REGEX REPLACE "^LLVM_VERSION=" "" _llvm "${_llvm}")
set(CMAKE_C_COMPILER clang-${_llvm})
set(CMAKE_CXX_COMPILER clang++-${_llvm})
find_program(TANDEM_LLVM_CONFIG llvm-config-${_llvm} REQUIRED)
execute_process(COMMAND ${TANDEM_LLVM_CONFIG} --libdir OUTPUT_VARIABLE _llvm_libdir
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,-rpath,${_llvm_libdir}")
