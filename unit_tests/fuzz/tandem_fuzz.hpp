// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_FUZZ_HPP
#define TANDEM_FUZZ_HPP

#include <core/tandem_build.hpp>
#include <core/tandem_edge_list.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_graph.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <utility>

// What fuzz targets of readers share. A reader may refuse an input with tandem::Error or return something
// sound, with which the builder can go on; anything else is a finding.
namespace tandem::fuzz {

inline void require(bool sound) {
  if (!sound) std::abort();
}

inline void check(Csr<HostMemory> const& csr, std::uint64_t num_vertices) {
  require(csr.offsets.extent(0) == num_vertices + 1 && csr.offsets(0) == 0);
  require(csr.offsets(num_vertices) == csr.num_edges());
  require(!csr.weighted() || csr.weights.extent(0) == csr.num_edges());
  for (std::uint64_t v = 0; v < num_vertices; ++v)
    for (EdgeIndex e = csr.offsets(v); e < csr.offsets(v + 1); ++e) {
      require(csr.targets(e) < num_vertices);
      require(e == csr.offsets(v) || csr.targets(e - 1) <= csr.targets(e));
      require(!csr.weighted() || std::isfinite(csr.weights(e)));
    }
}

inline void check(Graph const& graph) {
  check(graph.out, graph.num_vertices());
  if (graph.has_in_edges()) check(graph.in, graph.num_vertices());
  for (std::size_t i = 0; i < graph.original_ids.extent(0); ++i)
    (void)graph.original_id(static_cast<VertexId>(i));
}

inline void check(EdgeList const& edges) {
  require(edges.targets.extent(0) == edges.num_edges());
  require(!edges.weighted() || edges.weights.extent(0) == edges.num_edges());
  require(edges.original_ids.extent(0) == 0 || edges.original_ids.extent(0) == edges.num_vertices);
  for (EdgeIndex e = 0; e < edges.num_edges(); ++e)
    require(edges.sources(e) < edges.num_vertices && edges.targets(e) < edges.num_vertices);
}

/// What comes behind the readers. A header can ask for so many vertices that nothing else would get its turn.
inline void go_on(Graph graph) {
  constexpr std::size_t most_vertices = std::size_t(1) << 16;
  check(graph);
  if (graph.num_vertices() > most_vertices) return;
  Host const space;
  add_in_edges(space, graph);
  check(graph);
  check(order_by_degree(space, graph));
}

inline void go_on(EdgeList edges) {
  check(edges);
  go_on(build_graph(Host(), std::move(edges)));
}

/// What `parse` returns must be sound, when it returns.
template <class Parse>
void try_reader(Parse const& parse) {
  try {
    go_on(parse());
  } catch (Error const&) {
  }
}

inline std::string_view view(std::uint8_t const* data, std::size_t size) {
  return {reinterpret_cast<char const*>(data), size};
}

}  // namespace tandem::fuzz

/// libFuzzer calls it once, before the first input. Not inline, lest it be dropped: a target is one source
/// file.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  Kokkos::initialize(*argc, *argv);
  return 0;
}

#endif
