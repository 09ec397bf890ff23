// SPDX-License-Identifier: BSD-3-Clause
#include <algorithms/impl/tandem_check_source.hpp>
#include <algorithms/impl/tandem_sssp_program.hpp>
#include <algorithms/tandem_sssp.hpp>
#include <exec/tandem_collect.hpp>
#include <exec/tandem_programs.hpp>
#include <algorithm>

namespace tandem {

struct Sssp::Programs {
  tandem::Programs<Impl::SsspProgram> all;
};

namespace {

using Programs = tandem::Programs<Impl::SsspProgram>;

void check(Engine const& engine, SsspOptions const& options) {
  if (!engine.weighted())
    throw Error(
        "the graph has no weights, which shortest paths need: generate or convert it with weights, or use "
        "bfs to count edges");
  if (!(options.delta >= 0 && options.delta < std::numeric_limits<Weight>::infinity()))
    throw Error(fmt::format("delta is {}: give a positive number, or 0 to have it chosen", options.delta));
}

/// The caller's vertex in a slot of the unit.
VertexId caller_id(Engine const& engine, std::vector<std::vector<Channel<HostMemory>>> const& channels,
                   std::size_t unit, VertexId slot) {
  auto const owned = engine.caller_ids_of(unit);
  if (slot < owned.extent(0)) return owned(slot);
  std::size_t peer = 0;
  while (slot < channels[unit][peer].first_ghost ||
         slot - channels[unit][peer].first_ghost >= channels[unit][peer].num_ghosts)
    ++peer;
  VertexId const i = slot - channels[unit][peer].first_ghost;
  auto const boundary = channels[peer][unit].boundary;
  return engine.caller_ids_of(peer)(boundary.extent(0) == 0 ? i : boundary(i));
}

struct BadEdge {
  VertexId source;  ///< the caller's
  VertexId target;  ///< a slot
  Weight weight;
};

void check_weights(Programs& programs) {
  Engine& engine = programs.engine();
  std::vector<std::optional<BadEdge>> bad(engine.num_units());
  std::vector<std::vector<Channel<HostMemory>>> channels(engine.num_units());
  programs.for_each([&](std::size_t u, auto& program, auto const& unit) {
    auto const& csr = unit.partition.out;
    channels[u] = channels_on_host(unit.space, unit.partition);
    EdgeIndex const e = program.find_bad_weight();
    if (e == csr.num_edges()) return;
    auto const offsets = on_host(unit.space, csr.offsets);
    EdgeIndex const* const rows = offsets.data();
    auto const row = std::upper_bound(rows, rows + offsets.extent(0), e) - rows - 1;
    bad[u] = {engine.caller_ids_of(u)(row), on_host(unit.space, csr.targets)(e),
              on_host(unit.space, csr.weights)(e)};
  });
  for (std::size_t u = 0; u < bad.size(); ++u)
    if (bad[u])
      throw Error(
          fmt::format("the edge from {} to {} has weight {}: shortest paths need weights of 0 or more",
                      engine.original_id(bad[u]->source),
                      engine.original_id(caller_id(engine, channels, u, bad[u]->target)), bad[u]->weight));
}

/// In parts of the mean weight: the more edges a vertex has, the more short ones are among them. The figures
/// are near the best for Kronecker and grid graphs (docs/performance.md).
Weight choose_delta(Programs& programs) {
  Engine& engine = programs.engine();
  std::vector<double> sums(engine.num_units());
  programs.for_each([&](std::size_t u, auto& program, auto const&) { sums[u] = program.sum_of_weights(); });
  double const edges = static_cast<double>(std::max<EdgeIndex>(engine.num_arcs(), 1));
  double sum = 0;
  for (double const part : sums) sum += part;
  double const degree = edges / static_cast<double>(std::max<std::size_t>(engine.num_vertices(), 1));
  return static_cast<Weight>(sum / edges * std::clamp(40 / (degree * degree), 1.0 / 20, 10.0));
}

}  // namespace

ProgramNeeds sssp_needs() {
  // Of each slot two distances, a part of the one that 64 share, and a bit. Of devices, distances and offsets
  // are copied to host memory in the end.
  return {.weights = true,
          .bytes = {.slot = 2 * sizeof(Impl::DistanceBits) + 1,
                    .vertex = 0,
                    .message = sizeof(Impl::DistanceBits),
                    .slot_on_host = sizeof(Impl::DistanceBits),
                    .vertex_on_host = sizeof(EdgeIndex)}};
}

Sssp::Sssp(Engine& engine, SsspOptions const& options) {
  check(engine, options);
  m_programs.reset(new Programs{{engine, Impl::SsspSetup{engine.directed(), engine.num_arcs()}}});
  check_weights(m_programs->all);
  m_delta = options.delta > 0 ? options.delta : choose_delta(m_programs->all);
}
Sssp::~Sssp() = default;

SsspRun Sssp::run(VertexId source) {
  auto& programs = m_programs->all;
  Engine& engine = programs.engine();
  Impl::check_source(engine, source);
  Engine::Place const place = engine.find(source);
  SsspRun run;
  run.record = programs.run([&](std::size_t u, auto& program) {
    program.reset(u == place.unit ? std::optional(place.local_id) : std::nullopt, m_delta);
  });

  run.result.distance = make_result<Weight>(engine, "tandem::sssp::result");
  Timer const naming;
  std::vector<HostView<Impl::DistanceBits const>> found(engine.num_units());
  programs.for_each([&](std::size_t u, auto& program, auto const& unit) {
    found[u] = on_host(unit.space, program.state().distance);
  });
  collect(engine, "tandem::sssp::name_distances", run.result.distance,
          [&](std::size_t u, VertexId v) { return Impl::from_bits(found[u](v)); });
  run.naming_seconds = naming.seconds();
  std::vector<EdgeIndex> edges(engine.num_units(), 0);
  programs.for_each([&](std::size_t u, auto&, auto const& unit) {
    auto const offsets = on_host(unit.space, unit.partition.out.offsets);
    std::size_t const num_owned = engine.caller_ids_of(u).extent(0);
    EdgeIndex sum = 0;
    for (std::size_t v = 0; v < num_owned; ++v)
      if (found[u](v) != Impl::no_distance) sum += offsets(v + 1) - offsets(v);
    edges[u] = sum;
  });
  for (EdgeIndex const part : edges) run.traversed_edges += part;
  if (!engine.directed()) run.traversed_edges /= 2;
  return run;
}

SsspRun sssp(Graph const& graph, VertexId source, SsspOptions const& options,
             EngineOptions const& engine_options) {
  EngineOptions with_needs = engine_options;
  with_needs.split.needs = sssp_needs();
  Engine engine(Host(), graph, with_needs);
  return Sssp(engine, options).run(source);
}

}  // namespace tandem
