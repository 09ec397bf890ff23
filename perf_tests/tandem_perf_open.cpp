// SPDX-License-Identifier: BSD-3-Clause
// Opening our own binary: writes a uniform graph with 16 arcs a vertex and opens it without and with
// verification, next to a plain sum over the same bytes, which is what memory allows. The file is in the page
// cache.
#include "tandem_perf.hpp"

#include <core/impl/tandem_format_tandem.hpp>
#include <core/tandem_io.hpp>
#include <algorithm>

namespace {

using namespace tandem;

constexpr EdgeIndex degree = 16;

Graph uniform_graph(Host const& space, EdgeIndex num_arcs) {
  std::uint64_t const n = num_arcs / degree;
  auto const offsets = make_host_view<EdgeIndex>(space, "tandem::perf_open::offsets", n + 1);
  auto const targets = make_host_view<VertexId>(space, "tandem::perf_open::targets", n * degree);
  Kokkos::parallel_for("tandem::perf_open::fill",
                       Kokkos::RangePolicy<Host, Kokkos::IndexType<std::uint64_t>>(space, 0, n + 1),
                       [=](std::uint64_t v) {
                         offsets(v) = v * degree;
                         if (v == n) return;
                         std::uint64_t random = v;
                         for (EdgeIndex i = 0; i < degree; ++i) {
                           random = random * 6364136223846793005u + 1442695040888963407u;
                           targets(v * degree + i) = static_cast<VertexId>((random >> 33) % n);
                         }
                         std::sort(&targets(v * degree), &targets(v * degree) + degree);
                       });
  space.fence("tandem::perf_open: graph filled");
  Graph graph;
  graph.out.offsets = offsets;
  graph.out.targets = targets;
  return graph;
}

std::uint64_t plain_sum(Host const& space, std::string_view bytes) {
  auto const* const words = reinterpret_cast<std::uint64_t const*>(bytes.data());
  std::uint64_t sum = 0;
  Kokkos::parallel_reduce(
      "tandem::perf_open::sum",
      Kokkos::RangePolicy<Host, Kokkos::IndexType<std::size_t>>(space, 0, bytes.size() / sizeof(*words)),
      [=](std::size_t i, std::uint64_t& part) { part += words[i]; }, sum);
  return sum;
}

void measure(perf::Benchmark& bench, Host const& space, std::filesystem::path const& path) {
  double const gigabytes = static_cast<double>(std::filesystem::file_size(path)) * 1e-9;
  bench.note("file GB", gigabytes);
  auto const time = [&](std::string const& name, auto const& work) {
    bench.note(name + " GB/s", gigabytes / bench.time(name, work));
  };
  auto const mapped = Impl::InputFile::open(path);
  std::uint64_t sum = 0;
  bench.time("open, trusted", [&] { return read_graph(space, path, {.verify = false}); });
  time("open, verified", [&] { return read_graph(space, path, {.verify = true}); });
  time("map and sum", [&] { return sum += plain_sum(space, Impl::InputFile::open(path).bytes()); });
  time("verify, mapped before", [&] { return Impl::parse_tandem_graph(space, mapped, {}); });
  time("sum, mapped before", [&] { return sum += plain_sum(space, mapped.bytes()); });
  bench.note("sum", sum);
}

}  // namespace

int main(int argc, char** argv) {
  perf::Benchmark benchmark("open", "Opening our binary format");
  EdgeIndex millions = 128;
  std::string folder;
  benchmark.count("-m,--arcs", millions, 1 << 14, "millions (2^20) of arcs");
  benchmark.option("--folder", folder, "where the file is written, in place of the temporary folder");
  return benchmark.run(argc, argv, [&](perf::Benchmark& bench) {
    Host const space;
    perf::ScratchFile const file(folder, "tandem_perf_open", ".tdm");
    write_graph(space, file.path(), uniform_graph(space, millions << 20));
    measure(bench, space, file.path());
  });
}
