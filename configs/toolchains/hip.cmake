# SPDX-License-Identifier: BSD-3-Clause
if(NOT CMAKE_CXX_COMPILER AND NOT DEFINED ENV{CXX})
  set(CMAKE_CXX_COMPILER hipcc)
endif()
