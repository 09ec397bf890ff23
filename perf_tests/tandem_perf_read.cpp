// SPDX-License-Identifier: BSD-3-Clause
// From a file to a graph: how fast the parser alone is, and how fast with building.
#include "tandem_perf.hpp"

#include <core/tandem_generate.hpp>
#include <core/tandem_io.hpp>
#include <optional>

namespace {

using namespace tandem;

/// Reads `path` in `trials` and notes the rates, so that figures of different files compare.
void measure(perf::Benchmark& bench, Host const& space, std::filesystem::path const& path,
             ReadOptions const& read, BuildOptions const& build) {
  auto const bytes = static_cast<double>(std::filesystem::file_size(path));
  auto const edges = static_cast<double>(read_edge_list(space, path, read).num_edges());
  bench.note("file bytes", bytes);
  bench.note("edges", edges);
  auto const rates = [&](std::string const& name, double seconds) {
    bench.note(name + " MB/s", bytes / seconds * 1e-6);
    bench.note(name + " Medges/s", edges / seconds * 1e-6);
  };
  rates("edges", bench.time("read edges", [&] { return read_edge_list(space, path, read); }));
  rates("graph", bench.time("read graph", [&] { return read_graph(space, path, read, build); }));
  bench.note("peak bytes", perf::peak_bytes());
}

}  // namespace

int main(int argc, char** argv) {
  perf::Benchmark benchmark("read", "Reading graphs; the file is in the page cache");
  std::string file, spec = "kron:16", format = "guess";
  ReadOptions read;
  BuildOptions build;
  benchmark.file("file", file, "a graph in any format; without it one is generated and written as text");
  benchmark.option("-g,--graph", spec, "the graph to generate");
  benchmark.option("--from", format, "the format of the file");
  benchmark.flag("--undirected", read.undirected, "every line is an undirected edge");
  benchmark.flag("--no-duplicates", build.drop_duplicates, "drop duplicate edges");
  benchmark.flag("--transpose", build.transpose, "also make the in-edges");
  return benchmark.run(argc, argv, [&](perf::Benchmark& bench) {
    Host const space;
    if (format != "guess") read.format = parse_format(format);
    std::optional<perf::ScratchFile> scratch;
    if (file.empty()) {
      scratch.emplace("", "tandem_perf_read", ".txt");
      write_graph(space, scratch->path(), build_graph(space, generate(space, spec, {})));
    }
    measure(bench, space, scratch ? scratch->path() : std::filesystem::path(file), read, build);
  });
}
