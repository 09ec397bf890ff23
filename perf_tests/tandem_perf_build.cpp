// SPDX-License-Identifier: BSD-3-Clause
// From nothing to a graph: generating edges, building the CSR, renumbering by degree.
#include "tandem_perf.hpp"
#include "tandem_perf_relabel.hpp"

#include <core/tandem_build.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_generate.hpp>
#include <fmt/format.h>
#include <fstream>

namespace {

using namespace tandem;

/// All sources, then all targets, as they lie in memory: for a peer that is to build the same graph.
void dump_edges(EdgeList const& edges, std::string const& path) {
  std::ofstream file(path, std::ios::binary);
  for (auto const& ids : {edges.sources, edges.targets})
    file.write(reinterpret_cast<char const*>(ids.data()),
               static_cast<std::streamsize>(ids.size() * sizeof(VertexId)));
  file.close();
  if (!file) throw Error(fmt::format("{}: cannot write the edges", path));
}

void time_peers(perf::Benchmark& bench, Host const& space, Graph const& graph) {
  auto const peer = [&](perf::ListSort sort, char const* name) {
    perf::require_equal(order_by_degree(space, graph).out, perf::relabel_by_degree(space, graph.out, sort),
                        name);
    bench.time(name, [&] { return perf::relabel_by_degree(space, graph.out, sort); });
  };
  peer(perf::ListSort::std_sort, "the same with std::sort");
#ifdef TANDEM_HAVE_KOKKOSKERNELS
  peer(perf::ListSort::kokkos_kernels, "the same with sort_crs_graph");
#endif
}

}  // namespace

int main(int argc, char** argv) {
  perf::Benchmark benchmark("build", "Generating and building graphs");
  std::string spec = "kron:20", dump;
  bool weights = false, peers = false;
  benchmark.option("-g,--graph", spec, "a generator, as in 'tandem generate'");
  benchmark.flag("--weights", weights, "with integer weights");
  benchmark.flag("--peer", peers, "renumber also by std::sort and by Kokkos Kernels, without weights");
  benchmark.exclude("--peer", "--weights");
  benchmark.option("--dump", dump, "write the generated edges to this file: sources, then targets");
  return benchmark.run(argc, argv, [&](perf::Benchmark& bench) {
    Host const space;
    GenerateOptions const generate_options{.weights = weights ? WeightKind::integer : WeightKind::none};
    BuildOptions const options{.symmetrize = true, .drop_duplicates = true, .drop_self_loops = true};
    bench.time("generate", [&] { return generate(space, spec, generate_options); });
    EdgeList edges = generate(space, spec, generate_options);
    bench.note("vertices", edges.num_vertices);
    bench.note("edges generated", edges.num_edges());
    bench.note("edge list bytes", perf::peak_bytes());
    if (!dump.empty()) dump_edges(edges, dump);
    bench.time("build symmetric, no duplicates", [&] { return build_graph(space, edges, options); });
    Graph const graph = build_graph(space, std::move(edges), options);
    bench.note("arcs", graph.num_arcs());
    bench.note("peak bytes after build", perf::peak_bytes());
    bench.time("renumber by degree, sort lists", [&] { return order_by_degree(space, graph); });
    bench.note("peak bytes after renumbering", perf::peak_bytes());
    if (peers) time_peers(bench, space, graph);
  });
}
