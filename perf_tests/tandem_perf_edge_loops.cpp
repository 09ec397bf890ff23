// SPDX-License-Identifier: BSD-3-Clause
// What the edge loops cost over a bare OpenMP loop: a PageRank-like gather and a push along every edge.
#include "tandem_perf.hpp"

#include <core/impl/tandem_host_tasks.hpp>
#include <core/tandem_build.hpp>
#include <core/tandem_edge_loops.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_generate.hpp>
#include <algorithm>
#include <cmath>
#include <vector>

namespace {

using namespace tandem;

struct Gather {
  HostView<float> x;
  KOKKOS_FUNCTION float operator()(VertexId, VertexId v, EdgeIndex) const { return x(v); }
};

struct Store {
  HostView<float> y;
  KOKKOS_FUNCTION void operator()(VertexId u, float sum) const { y(u) = sum; }
};

/// Raises the target to the largest source. The race is benign here: only the time is of interest.
struct Raise {
  HostView<VertexId> label;
  KOKKOS_FUNCTION void operator()(VertexId u, VertexId v, EdgeIndex) const {
    if (label(v) < u) label(v) = u;
  }
};

void bare_gather(Csr<HostMemory> const& csr, HostView<float> const& x, HostView<float> const& y) {
  EdgeIndex const* const offsets = csr.offsets.data();
  VertexId const* const targets = csr.targets.data();
  float const* const in = x.data();
  float* const out = y.data();
  std::size_t const n = csr.num_vertices();
#pragma omp parallel for schedule(dynamic, 256)
  for (std::size_t u = 0; u < n; ++u) {
    float sum = 0;
    for (EdgeIndex e = offsets[u]; e < offsets[u + 1]; ++e) sum += in[targets[e]];
    out[u] = sum;
  }
}

/// A gather in which threads read copies of the same values, each one of its own, as far as they go.
void gather_from(std::vector<HostView<float>> const& copies, Host const& space, Csr<HostMemory> const& csr,
                 HostView<float> const& y) {
  constexpr std::size_t block = 256;
  std::size_t const n = csr.num_vertices();
  Impl::run_host_tasks(space, "tandem::perf::gather_from", (n + block - 1) / block,
                       [&](std::size_t thread, std::size_t task) {
                         EdgeIndex const* const offsets = csr.offsets.data();
                         VertexId const* const targets = csr.targets.data();
                         float const* const in = copies[thread % copies.size()].data();
                         for (std::size_t u = task * block; u < std::min(n, (task + 1) * block); ++u) {
                           float sum = 0;
                           for (EdgeIndex e = offsets[u]; e < offsets[u + 1]; ++e) sum += in[targets[e]];
                           y(u) = sum;
                         }
                       });
}

void bare_push(Csr<HostMemory> const& csr, HostView<VertexId> const& labels) {
  EdgeIndex const* const offsets = csr.offsets.data();
  VertexId const* const targets = csr.targets.data();
  VertexId* const label = labels.data();
  std::size_t const n = csr.num_vertices();
#pragma omp parallel for schedule(dynamic, 256)
  for (std::size_t u = 0; u < n; ++u)
    for (EdgeIndex e = offsets[u]; e < offsets[u + 1]; ++e)
      if (label[targets[e]] < u) label[targets[e]] = static_cast<VertexId>(u);
}

/// Times the two in turns and notes how they compare.
template <class Bare, class Primitive>
void compare(perf::Benchmark& bench, std::string const& what, Bare const& bare, Primitive const& primitive) {
  bench.race({{what + ", edge loop", [&] { return perf::time_once(primitive); }},
              {what + ", bare OpenMP", [&] { return perf::time_once(bare); }}});
}

void measure(perf::Benchmark& bench, std::string const& spec, bool order_by_degree) {
  Host const space;
  Csr<HostMemory> const csr = build_graph(space, generate(space, spec),
                                          {.symmetrize = true,
                                           .drop_duplicates = true,
                                           .drop_self_loops = true,
                                           .order_by_degree = order_by_degree})
                                  .out;
  std::size_t const n = csr.num_vertices();
  auto const x = make_host_view<float>(space, "tandem::perf::x", n);
  auto const y = make_host_view<float>(space, "tandem::perf::y", n);
  auto const expected = make_host_view<float>(space, "tandem::perf::expected", n);
  auto const labels = make_host_view<VertexId>(space, "tandem::perf::labels", n);
  for (std::size_t v = 0; v < n; ++v) x(v) = 1 / static_cast<float>(v + 1);
  std::fill_n(labels.data(), n, VertexId(0));
  bench.note("arcs", csr.num_edges());

  compare(
      bench, "gather", [&] { return bare_gather(csr, x, expected), 0; },
      [&] {
        reduce_edges<Kokkos::Sum<float>>(space, "tandem::perf::gather", csr, Gather{x}, Store{y});
        return 0;
      });
  for (std::size_t v = 0; v < n; ++v)  // sums in another order
    if (std::abs(y(v) - expected(v)) > 1e-4f * expected(v))
      throw Error("the gather by reduce_edges differs from the bare loop");
  // What units of one socket lose to the cache that they share, as each has values of its own.
  auto const copy = make_host_view<float>(space, "tandem::perf::copy_of_x", n);
  std::copy_n(x.data(), n, copy.data());
  auto const timed = [&](std::vector<HostView<float>> const& copies) {
    return perf::time_once([&] { return gather_from(copies, space, csr, y), 0; });
  };
  bench.race({{"gather, values shared by threads", [&] { return timed({x}); }},
              {"gather, two copies of the values", [&] {
                 return timed({x, copy});
               }}});
  compare(
      bench, "push", [&] { return bare_push(csr, labels), 0; },
      [&] { return for_each_edge(space, "tandem::perf::push", csr, Raise{labels}), 0; });
}

}  // namespace

int main(int argc, char** argv) {
  perf::Benchmark benchmark("edge_loops", "Loops over edges against bare OpenMP");
  std::string spec = "kron:20";
  bool keep_order = false;
  benchmark.option("-g,--graph", spec, "a generator, as in 'tandem generate'");
  benchmark.flag("--keep-order", keep_order, "do not renumber vertices by degree");
  return benchmark.run(argc, argv, [&](perf::Benchmark& bench) { measure(bench, spec, !keep_order); });
}
