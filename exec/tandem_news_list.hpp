// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_NEWS_LIST_HPP
#define TANDEM_NEWS_LIST_HPP

#include <core/tandem_spaces.hpp>
#include <core/tandem_types.hpp>
#include <cstddef>

namespace tandem {

/// Slots that have news: those from one position of an array to another.
template <class MemorySpace>
struct NewsList {
  Kokkos::View<VertexId const*, MemorySpace> slots;
  std::size_t begin = 0, end = 0;

  std::size_t size() const { return end - begin; }
};

}  // namespace tandem

#endif
