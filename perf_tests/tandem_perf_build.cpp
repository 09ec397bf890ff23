// SPDX-License-Identifier: BSD-3-Clause
// From nothing to a graph: generating edges, building the CSR, renumbering by degree.
#include "tandem_perf.hpp"

#include <core/tandem_build.hpp>
#include <core/tandem_generate.hpp>
#include <sys/resource.h>

namespace {

using namespace tandem;

/// Largest resident memory of this process so far.
std::uint64_t peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace

int main(int argc, char** argv) {
  perf::Benchmark benchmark("build", "Generating and building graphs");
  std::string spec = "kron:20";
  bool weights = false;
  benchmark.options().add_option("-g,--graph", spec, "a generator, as in 'tandem generate'")->capture_default_str();
  benchmark.options().add_flag("--weights", weights, "with integer weights");
  return benchmark.run(argc, argv, [&](perf::Benchmark& bench) {
    Host const space;
    GenerateOptions const generate_options{.weights = weights ? WeightKind::integer : WeightKind::none};
    BuildOptions const options{.symmetrize = true, .drop_duplicates = true, .drop_self_loops = true};
    bench.time("generate", [&] { return generate(space, spec, generate_options); });
    EdgeList edges = generate(space, spec, generate_options);
    bench.note("edges generated", edges.num_edges());
    bench.note("edge list bytes", peak_bytes());
    bench.time("build symmetric, no duplicates", [&] { return build_graph(space, edges, options); });
    Graph const graph = build_graph(space, std::move(edges), options);
    bench.note("arcs", graph.num_arcs());
    bench.note("peak bytes after build", peak_bytes());
    bench.time("renumber by degree, sort lists", [&] { return order_by_degree(space, graph); });
    bench.note("peak bytes after renumbering", peak_bytes());
  });
}
