// SPDX-License-Identifier: BSD-3-Clause
#include <Kokkos_Core.hpp>
#include <core/tandem_types.hpp>

static_assert(TANDEM_VERTEX_BITS == EXPECTED_VERTEX_BITS, "the package forgot how it was built");

int main(int argc, char** argv) {
  Kokkos::ScopeGuard guard(argc, argv);
  return tandem::triangle(4) == 6 ? 0 : 1;
}
