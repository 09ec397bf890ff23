// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_TYPES_HPP
#define TANDEM_TYPES_HPP

#include <Kokkos_Core.hpp>
#include <core/tandem_config.hpp>
#include <cstdint>
#include <string>

namespace tandem {
/// Width in bits of a vertex id, as compiled into the library.
int vertex_bits();
/// Version, git hash, Kokkos version, back ends and id width, one line each.
std::string version_text();
/// Sum of 0..n-1 on the default execution space.
std::int64_t triangle(int n);
}  // namespace tandem

#endif
