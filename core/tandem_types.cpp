// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <core/tandem_types.hpp>
#include <core/tandem_version.hpp>

namespace tandem {
int vertex_bits() {
  return TANDEM_VERTEX_BITS;
}

std::string version_text() {
  return fmt::format("tandem {} ({})\nKokkos {}, {}\nvertex ids: {} bits\n", TANDEM_VERSION, TANDEM_GIT_HASH,
                     KOKKOS_VERSION, Kokkos::DefaultExecutionSpace::name(), vertex_bits());
}

std::int64_t triangle(int n) {
  std::int64_t sum = 0;
  Kokkos::parallel_reduce(
      "tandem::triangle", Kokkos::RangePolicy<Kokkos::DefaultExecutionSpace>(0, n),
      KOKKOS_LAMBDA(int i, std::int64_t& part) { part += i; }, sum);
  return sum;
}
}  // namespace tandem
