// SPDX-License-Identifier: BSD-3-Clause
// What a user's own program looks like: link tandem::tandem, start the runtime, build a graph.
#include <core/tandem_build.hpp>
#include <core/tandem_generate.hpp>
#include <exec/tandem_runtime.hpp>

static_assert(8 * sizeof(tandem::VertexId) == EXPECTED_VERTEX_BITS,
              "the installed headers and the package must agree on the width of a vertex id");

int main() {
  tandem::Runtime const runtime;
  tandem::Host const space;
  auto const graph = tandem::build_graph(space, tandem::generate(space, "ring:100"));
  return graph.num_vertices() == 100 && graph.num_arcs() == 200 ? 0 : 1;
}
