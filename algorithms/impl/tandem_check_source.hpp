// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_CHECK_SOURCE_HPP
#define TANDEM_CHECK_SOURCE_HPP

#include <core/tandem_error.hpp>
#include <exec/tandem_engine.hpp>
#include <fmt/format.h>

namespace tandem::Impl {

inline void check_source(Engine const& engine, VertexId source) {
  if (source >= engine.num_vertices())
    throw Error(fmt::format("source {} is not a vertex: the graph has {}, counted from 0", source,
                            engine.num_vertices()));
}

}  // namespace tandem::Impl

#endif
