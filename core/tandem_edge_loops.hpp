// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_EDGE_LOOPS_HPP
#define TANDEM_EDGE_LOOPS_HPP

#include <core/impl/tandem_edge_loops_impl.hpp>
#include <core/tandem_csr.hpp>
#include <core/tandem_row_mapping.hpp>
#include <cstddef>
#include <string>

// Loops over the rows and edges of a CSR. The caller says what to do with an edge; how rows map to threads is
// decided here, so that one functor serves both kinds of space:
// - on the host a thread takes whole rows, in pieces of about equal work (rows + edges), handed out as
// threads ask;
// - on a device a row gets a team, some lanes of a warp, or one thread, by its degree ("virtual warps").
// All but the count are asynchronous on `space`.
//
// Functors are called as f(VertexId u, VertexId v, EdgeIndex e) for the edge e from row u to v. Where nvcc
// compiles, a KOKKOS_LAMBDA that runs on the host is called through a pointer: give hot loops a struct with
// an operator().
namespace tandem {

/// Calls f(VertexId u) for every row of the range: for work that is about the same for each.
template <class ExecutionSpace, class Functor>
void for_each_vertex(ExecutionSpace const& space, std::string const& label, RowRange rows, Functor const& f) {
  using Policy = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for(label, Policy(space, rows.begin, rows.end), Impl::EachVertex<Functor>{f});
}

template <class ExecutionSpace, class Functor>
void for_each_vertex(ExecutionSpace const& space, std::string const& label, std::size_t num_vertices,
                     Functor const& f) {
  for_each_vertex(space, label, RowRange{0, num_vertices}, f);
}

/// Calls f(u, v, e) for every edge of the rows. Edges of one row may run at the same time on several threads.
template <class ExecutionSpace, class MemorySpace, class Functor>
void for_each_edge(ExecutionSpace const& space, std::string const& label, Csr<MemorySpace> const& csr,
                   RowRange rows, RowMapping<MemorySpace> const& mapping, Functor const& f) {
  Impl::for_each_row(space, label, csr, rows, mapping, Impl::EachEdge<MemorySpace, Functor>{csr, f});
}

template <class ExecutionSpace, class MemorySpace, class Functor>
void for_each_edge(ExecutionSpace const& space, std::string const& label, Csr<MemorySpace> const& csr,
                   Functor const& f) {
  for_each_edge(space, label, csr, RowRange{0, csr.num_vertices()}, mapping_by_mean_degree(csr), f);
}

/// Calls f(u, v, e) for every edge of the rows in a set, which has a bit for each row and may have more.
template <class ExecutionSpace, class MemorySpace, class Functor>
void for_each_edge_of_set(ExecutionSpace const& space, std::string const& label, Csr<MemorySpace> const& csr,
                          Bitmap<MemorySpace> const& rows, RowMapping<MemorySpace> const& mapping,
                          Functor const& f) {
  Impl::for_each_row_of_set(space, label, csr, rows, mapping, Impl::EachEdge<MemorySpace, Functor>{csr, f});
}

/// How many edges the rows in a set have, which has a bit for each row and may have more. Blocks.
template <class ExecutionSpace, class MemorySpace>
EdgeIndex count_edges_of_set(ExecutionSpace const& space, std::string const& label,
                             Csr<MemorySpace> const& csr, Bitmap<MemorySpace> const& rows) {
  Impl::check_access<ExecutionSpace, MemorySpace>();
  using Policy = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
  std::uint64_t edges = 0;
  Kokkos::parallel_reduce(label,
                          Policy(space, 0, static_cast<std::int64_t>(rows.words_for(csr.num_vertices()))),
                          Impl::CountEdgesOfWord<MemorySpace>{csr, rows}, edges);
  return edges;
}

/// For every row u: finish(u, value), where value joins map(u, v, e) of the row's edges by Reducer, one of
/// Kokkos's own such as Kokkos::Sum<double> or Kokkos::Min<VertexId>; a row without edges gets the reducer's
/// identity. E.g. the sum of the neighbours' x:
///
///     reduce_edges<Kokkos::Sum<double>>(
///         space, "tandem::f::gather", csr, KOKKOS_LAMBDA(VertexId, VertexId v, EdgeIndex) { return x(v); },
///         KOKKOS_LAMBDA(VertexId u, double sum) { y(u) = sum; });
///
/// Within a row the order of joining is fixed by the mapping and the device, not by the number of host
/// threads.
template <class Reducer, class ExecutionSpace, class MemorySpace, class Map, class Finish>
void reduce_edges(ExecutionSpace const& space, std::string const& label, Csr<MemorySpace> const& csr,
                  RowRange rows, RowMapping<MemorySpace> const& mapping, Map const& map,
                  Finish const& finish) {
  Impl::for_each_row(space, label, csr, rows, mapping,
                     Impl::ReduceEdges<Reducer, MemorySpace, Map, Finish>{csr, map, finish});
}

template <class Reducer, class ExecutionSpace, class MemorySpace, class Map, class Finish>
void reduce_edges(ExecutionSpace const& space, std::string const& label, Csr<MemorySpace> const& csr,
                  Map const& map, Finish const& finish) {
  reduce_edges<Reducer>(space, label, csr, RowRange{0, csr.num_vertices()}, mapping_by_mean_degree(csr), map,
                        finish);
}

}  // namespace tandem

#endif
