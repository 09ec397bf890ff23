# SPDX-License-Identifier: BSD-3-Clause
# What the tests need from the folder of LLVM's libraries, known only when configuring. ctest reads the
# file before it starts any test, so that it holds for scripts and programs alike.
if(TANDEM_LLVM_CONFIG)
  execute_process(COMMAND ${TANDEM_LLVM_CONFIG} --libdir OUTPUT_VARIABLE llvm_libdir
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  # libomptarget opens its plug-ins by bare name, which no rpath of ours reaches.
  set(text "set(ENV{LD_LIBRARY_PATH} \"${llvm_libdir}:\$ENV{LD_LIBRARY_PATH}\")\n")
  if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=thread")
    string(APPEND text "set(ENV{OMP_TOOL_LIBRARIES} \"${llvm_libdir}/libarcher.so\")\n")
  endif()
  file(WRITE ${PROJECT_BINARY_DIR}/tandem_test_environment.cmake "${text}")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${PROJECT_BINARY_DIR}/tandem_test_environment.cmake)
endif()
