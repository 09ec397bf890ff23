// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_VERTEX_LIMIT_HPP
#define TANDEM_VERTEX_LIMIT_HPP

#include <core/tandem_types.hpp>

#include <fmt/format.h>

#include <string>

namespace tandem::Impl {

/// What to say of a graph of more than max_vertices.
inline std::string too_many_vertices(std::uint64_t n) {
  return fmt::format("{} vertices are more than the {} of a build with {}-bit ids{}", n, max_vertices,
                     TANDEM_VERTEX_BITS,
                     TANDEM_VERTEX_BITS == 32 ? ": build tandem with -DTANDEM_VERTEX_BITS=64" : "");
}

}  // namespace tandem::Impl

#endif
