# SPDX-License-Identifier: BSD-3-Clause
# OpenMP offload to the host's own architecture: a second memory space without an accelerator.
include(${CMAKE_CURRENT_LIST_DIR}/llvm.cmake)
execute_process(COMMAND uname -m OUTPUT_VARIABLE _machine OUTPUT_STRIP_TRAILING_WHITESPACE)
set(CMAKE_CXX_FLAGS_INIT "-fopenmp=libomp -fopenmp-targets=${_machine}-pc-linux-gnu")
