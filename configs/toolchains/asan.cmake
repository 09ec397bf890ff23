# SPDX-License-Identifier: BSD-3-Clause
include(${CMAKE_CURRENT_LIST_DIR}/llvm.cmake)
set(CMAKE_CXX_FLAGS_INIT "-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer")
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO_INIT "-O1 -g1")
