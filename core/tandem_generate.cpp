// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_generators.hpp>
#include <core/impl/tandem_random.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_generate.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <fmt/format.h>
#include <charconv>
#include <span>
#include <vector>

namespace tandem {

namespace {

using Numbers = std::vector<std::uint64_t>;

/// A generator and how its parameters are written.
struct Generator {
  std::string_view name;
  std::string_view form;  ///< after the colon
  std::string_view what;
  char separator;           ///< between the parameters
  std::size_t min_numbers;  ///< further ones have defaults
  std::size_t max_numbers;
  EdgeList (*make)(Host const&, Numbers const&, std::uint64_t seed);
};

constexpr std::uint64_t default_edge_factor = 16;

int checked_scale(std::uint64_t scale) {
  constexpr std::uint64_t largest = sizeof(VertexId) == 4 ? 31 : 58;
  if (scale > largest)
    throw Error(fmt::format("scale {} is too large: {}-bit vertex ids reach scale {}", scale,
                            8 * sizeof(VertexId), largest));
  return static_cast<int>(scale);
}

std::uint64_t edge_factor(Numbers const& numbers) {
  std::uint64_t const factor = numbers.size() > 1 ? numbers[1] : default_edge_factor;
  if (factor > (1u << 30)) throw Error(fmt::format("edge factor {} is too large", factor));
  return factor;
}

constexpr Generator generators[] = {
    {"kron", "SCALE[:EDGEFACTOR]", "undirected Kronecker graph by the rules of Graph500, 2^SCALE vertices",
     ':', 1, 2,
     [](Host const& space, Numbers const& p, std::uint64_t seed) {
       return Impl::generate_kronecker(space, {checked_scale(p[0]), edge_factor(p), false}, seed);
     }},
    {"rmat", "SCALE[:EDGEFACTOR]", "the same, directed, as in the TOTEM paper", ':', 1, 2,
     [](Host const& space, Numbers const& p, std::uint64_t seed) {
       return Impl::generate_kronecker(space, {checked_scale(p[0]), edge_factor(p), true}, seed);
     }},
    {"uniform", "SCALE[:EDGEFACTOR]", "undirected, both ends of every edge uniformly random", ':', 1, 2,
     [](Host const& space, Numbers const& p, std::uint64_t seed) {
       return Impl::generate_uniform(space, checked_scale(p[0]), edge_factor(p), seed);
     }},
    {"grid", "WIDTHxHEIGHT", "undirected grid, like a road network", 'x', 2, 2,
     [](Host const& space, Numbers const& p, std::uint64_t) {
       return Impl::generate_grid(space, p[0], p[1]);
     }},
    {"path", "N", "undirected path", ':', 1, 1,
     [](Host const& space, Numbers const& p, std::uint64_t) { return Impl::generate_path(space, p[0]); }},
    {"ring", "N", "undirected ring", ':', 1, 1,
     [](Host const& space, Numbers const& p, std::uint64_t) { return Impl::generate_ring(space, p[0]); }},
    {"star", "N", "vertex 0 joined to the N-1 others", ':', 1, 1,
     [](Host const& space, Numbers const& p, std::uint64_t) { return Impl::generate_star(space, p[0]); }},
    {"wheel", "N", "a ring of N-1 vertices, all joined to vertex 0", ':', 1, 1,
     [](Host const& space, Numbers const& p, std::uint64_t) { return Impl::generate_wheel(space, p[0]); }},
    {"tree", "N", "binary tree of N vertices", ':', 1, 1,
     [](Host const& space, Numbers const& p, std::uint64_t) { return Impl::generate_tree(space, p[0]); }},
    {"complete", "N", "every pair of vertices joined", ':', 1, 1,
     [](Host const& space, Numbers const& p, std::uint64_t) { return Impl::generate_complete(space, p[0]); }},
    {"bipartite", "LEFTxRIGHT", "complete bipartite graph", 'x', 2, 2,
     [](Host const& space, Numbers const& p, std::uint64_t) {
       return Impl::generate_bipartite(space, p[0], p[1]);
     }},
};

Generator const* find_generator(std::string_view spec) {
  auto const name = spec.substr(0, spec.find(':'));
  if (name.size() == spec.size()) return nullptr;
  for (auto const& generator : generators)
    if (generator.name == name) return &generator;
  return nullptr;
}

Numbers parse_numbers(Generator const& generator, std::string_view spec) {
  auto const wrong = [&] {
    return Error(fmt::format("can't read '{}': expected {}:{}, for example kron:20 or grid:1000x1000", spec,
                             generator.name, generator.form));
  };
  Numbers numbers;
  char const* at = spec.data() + generator.name.size();
  char const* const end = spec.data() + spec.size();
  while (at != end) {
    if (*at != (numbers.empty() ? ':' : generator.separator)) throw wrong();
    std::uint64_t number = 0;
    auto const [rest, error] = std::from_chars(at + 1, end, number);
    if (error != std::errc()) throw wrong();
    numbers.push_back(number);
    at = rest;
  }
  if (numbers.size() < generator.min_numbers || numbers.size() > generator.max_numbers) throw wrong();
  return numbers;
}

HostView<Weight> random_weights(Host const& space, std::uint64_t count, WeightKind kind, std::uint64_t seed) {
  auto const weights = make_host_view<Weight>(space, "tandem::generate::weights", count);
  Impl::RandomAt const random(seed, 2);
  Kokkos::parallel_for(
      "tandem::generate::weights", Kokkos::RangePolicy<Host>(space, 0, count), [=](std::uint64_t const e) {
        std::uint64_t const bits = random(e) >> 40;  // 24 bits: a float holds the quotient exactly
        weights(e) = kind == WeightKind::integer ? static_cast<Weight>(1 + bits * 255 / (1u << 24))
                                                 : static_cast<Weight>(bits) / static_cast<Weight>(1u << 24);
      });
  space.fence("tandem::generate: weights on host");
  return weights;
}

}  // namespace

EdgeList generate(Host const& space, std::string_view spec, GenerateOptions const& options) {
  Kokkos::Profiling::ScopedRegion const region("tandem::generate");
  auto const* const generator = find_generator(spec);
  if (generator == nullptr)
    throw Error(fmt::format("'{}' names no generator: see 'tandem generate --help'", spec));
  EdgeList edges = generator->make(space, parse_numbers(*generator, spec), options.seed);
  if (options.weights != WeightKind::none)
    edges.weights = random_weights(space, edges.num_edges(), options.weights, options.seed);
  return edges;
}

bool is_generator(std::string_view spec) {
  return find_generator(spec) != nullptr;
}

std::string generator_help() {
  std::string help;
  for (auto const& generator : generators)
    help +=
        fmt::format("  {:<28} {}\n", fmt::format("{}:{}", generator.name, generator.form), generator.what);
  return help;
}

}  // namespace tandem
