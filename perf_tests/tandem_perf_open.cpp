// SPDX-License-Identifier: BSD-3-Clause
// tandem_perf_open [arcs in millions] [folder]: writes a .tdm file of a uniform graph with 16 arcs a vertex,
// and opens it without and with verification, next to a plain sum over the same bytes. Warm cache; the best
// of five.
#include <core/impl/tandem_format_tandem.hpp>
#include <core/tandem_timer.hpp>

#include <Kokkos_Core.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

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

template <class Work>
double best_seconds(Work const& work) {
  double best = 1e30;
  for (int run = 0; run < 5; ++run) {
    Timer const timer;
    work();
    best = std::min(best, timer.seconds());
  }
  return best;
}

void measure(Host const& space, EdgeIndex num_arcs, std::filesystem::path const& path) {
  Timer const write_timer;
  {
    Graph const graph = uniform_graph(space, num_arcs);
    Impl::OutputFile file(path);
    Impl::write_tandem(space, file, graph, {});
    file.commit();
  }
  fmt::print("generate and write: {:.2f} s\n", write_timer.seconds());
  auto const open = [&](bool verify) {
    ReadOptions options;
    options.verify = verify;
    return Impl::parse_tandem_graph(space, Impl::InputFile::open(path), options);
  };
  double const size = static_cast<double>(std::filesystem::file_size(path)) / 1e9;
  auto const report = [&](char const* what, double seconds) {
    fmt::print("{:<28} {:9.3f} ms  {:6.2f} GB/s\n", what, seconds * 1e3, size / seconds);
  };
  std::uint64_t sum = 0;
  Impl::InputFile const mapped = Impl::InputFile::open(path);
  fmt::print("{:.3f} GB, {} threads\n", size, space.concurrency());
  fmt::print("{:<28} {:9.3f} ms\n", "open, trusted", best_seconds([&] { (void)open(false); }) * 1e3);
  report("open, verified", best_seconds([&] { (void)open(true); }));
  report("map and sum", best_seconds([&] { sum += plain_sum(space, Impl::InputFile::open(path).bytes()); }));
  report("verify again, mapped before",
         best_seconds([&] { (void)Impl::parse_tandem_graph(space, mapped, {}); }));
  report("sum, mapped before", best_seconds([&] { sum += plain_sum(space, mapped.bytes()); }));
  fmt::print("(sum {:x})\n", sum);
}

}  // namespace

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard const kokkos;
  EdgeIndex const millions = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 128;
  std::filesystem::path const folder = argc > 2 ? argv[2] : std::filesystem::temp_directory_path();
  auto const path = folder / "tandem_perf_open.tdm";
  measure(Host(), std::max<EdgeIndex>(millions, 1) << 20, path);
  std::filesystem::remove(path);
}
