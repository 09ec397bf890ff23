// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_text_writer.hpp>

#include <core/tandem_progress.hpp>
#include <core/tandem_relaxed.hpp>

#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cmath>

namespace tandem::Impl {

namespace {

/// Whole, and of 63 bits, which programs that read whole numbers can be expected to take.
bool is_whole(Weight weight) {
  return std::trunc(weight) == weight && std::abs(weight) < 9.0e18f;
}

}  // namespace

void append_weight(TextBuffer& text, Weight weight) {
  if (is_whole(weight)) {  // from 1e16 on fmt would write an exponent
    fmt::format_int const digits(static_cast<std::int64_t>(weight));
    text.append(digits.data(), digits.data() + digits.size());
  } else {
    fmt::format_to(fmt::appender(text), "{}", weight);
  }
}

EdgeIndex count_written_edges(Host const& space, Graph const& graph) {
  if (graph.directed) return graph.num_arcs();
  EdgeIndex edges = 0;
  auto const out = graph.out;
  Kokkos::parallel_reduce(
      "tandem::count_written_edges::count", Kokkos::RangePolicy(space, 0, graph.num_vertices()),
      [=](std::size_t u, EdgeIndex& sum) {
        for (EdgeIndex e = out.offsets(u); e < out.offsets(u + 1); ++e) sum += out.targets(e) >= u ? 1 : 0;
      },
      edges);
  return edges;
}

std::uint64_t count_written_vertices(Host const& space, Graph const& graph) {
  std::size_t const n = graph.num_vertices();
  auto const ids = graph.original_ids;
  OriginalId max_id = 0;
  Kokkos::parallel_reduce(
      "tandem::count_written_vertices::max", Kokkos::RangePolicy(space, 0, ids.extent(0)),
      [=](std::size_t v, OriginalId& most) { most = std::max(most, ids(v)); },
      Kokkos::Max<OriginalId>(max_id));
  if (max_id < n || n == 0) return n;

  auto const out = graph.out;
  auto const met = make_host_view<char>(space, "tandem::count_written_vertices::met", n);
  Kokkos::parallel_for("tandem::count_written_vertices::sources", Kokkos::RangePolicy(space, 0, n),
                       [=](std::size_t u) { met(u) = out.offsets(u) == out.offsets(u + 1) ? 0 : 1; });
  // Of an undirected graph every target is a source. Threads race only to store the same value.
  if (graph.directed)
    Kokkos::parallel_for("tandem::count_written_vertices::targets",
                         Kokkos::RangePolicy(space, 0, graph.num_arcs()),
                         [=](std::size_t e) { relaxed_store(&met(out.targets(e)), char(1)); });
  std::uint64_t count = 0;
  Kokkos::parallel_reduce(
      "tandem::count_written_vertices::count", Kokkos::RangePolicy(space, 0, n),
      [=](std::size_t v, std::uint64_t& sum) { sum += met(v) == 1 ? 1 : 0; }, count);
  return count;
}

bool weights_are_whole(Host const& space, Graph const& graph, Weight least) {
  EdgeIndex others = 0;
  auto const weights = graph.out.weights;
  Kokkos::parallel_reduce(
      "tandem::weights_are_whole::count", Kokkos::RangePolicy(space, 0, weights.extent(0)),
      [=](std::size_t e, EdgeIndex& sum) {
        Weight const weight = weights(e);
        sum += weight >= least && is_whole(weight) ? 0 : 1;
      },
      others);
  return others == 0;
}

void write_blocks(Host const& space, OutputFile& out, std::size_t num_blocks,
                  std::function<void(TextBuffer&, std::size_t)> const& format) {
  Kokkos::Profiling::ScopedRegion const region("tandem::write_blocks");
  Progress progress("writing", num_blocks, "blocks");
  std::vector<TextBuffer> texts(4 * static_cast<std::size_t>(num_threads(space)));
  for (std::size_t first = 0; first < num_blocks; first += texts.size()) {
    std::size_t const count = std::min(texts.size(), num_blocks - first);
    Kokkos::parallel_for(
        "tandem::write_blocks::format",
        Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, count, Kokkos::ChunkSize(1)),
        [&](std::size_t i) {
          texts[i].clear();
          format(texts[i], first + i);
        });
    space.fence("tandem::write_blocks: text on host");
    for (std::size_t i = 0; i < count; ++i) out.write({texts[i].data(), texts[i].size()});
    progress.advance(count);
  }
}

}  // namespace tandem::Impl
