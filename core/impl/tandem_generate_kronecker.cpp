// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_generators.hpp>
#include <core/impl/tandem_host_tasks.hpp>
#include <core/impl/tandem_random.hpp>
#include <core/tandem_progress.hpp>
#include <algorithm>

namespace tandem::Impl {

namespace {

// Edges are made in batches: the same step for all edges of a batch is a loop the compiler can vectorise.
constexpr std::size_t batch_size = 64;
constexpr std::size_t batches_per_task = 1024;

/// A pseudo-random permutation of 0..2^bits-1, as Graph500 asks: without it low ids would be the hubs. Each
/// step (odd multiplication, folding the high half onto the low one) is a bijection on `bits` bits.
class Scramble {
 public:
  Scramble(int bits, std::uint64_t seed) : m_mask((std::uint64_t(1) << bits) - 1), m_shift(bits / 2 + 1) {
    RandomAt const random(seed, 1);
    for (int round = 0; round < rounds; ++round) {
      m_multiply[round] = random(2 * round) | 1;
      m_add[round] = random(2 * round + 1);
    }
  }

  std::uint64_t operator()(std::uint64_t v) const {
    for (int round = 0; round < rounds; ++round) {
      v = (v * m_multiply[round] + m_add[round]) & m_mask;
      v ^= v >> m_shift;
    }
    return v;
  }

 private:
  static constexpr int rounds = 4;
  std::uint64_t m_mask;
  int m_shift;
  std::uint64_t m_multiply[rounds];
  std::uint64_t m_add[rounds];
};

constexpr std::uint32_t threshold(double probability) {
  return static_cast<std::uint32_t>(probability * 4294967296.0 + 0.5);
}
constexpr std::uint32_t below_a = threshold(0.57);
constexpr std::uint32_t below_ab = threshold(0.57 + 0.19);
constexpr std::uint32_t below_abc = threshold(0.57 + 0.19 + 0.19);

/// One level for one edge: a quadrant of the adjacency matrix adds one bit to each end.
inline void descend(std::uint32_t random, std::uint64_t& source, std::uint64_t& target) {
  std::uint64_t const past_a = random >= below_a, past_ab = random >= below_ab,
                      past_abc = random >= below_abc;
  source = 2 * source + past_ab;
  target = 2 * target + (past_a ^ past_ab ^ past_abc);
}

/// Edges [first, first + batch_size), one random word for every two levels.
void make_batch(RandomAt const& random, int scale, std::uint64_t first, std::uint64_t* sources,
                std::uint64_t* targets) {
  auto const words = static_cast<std::uint64_t>((scale + 1) / 2);
  std::fill_n(sources, batch_size, 0);
  std::fill_n(targets, batch_size, 0);
  for (std::uint64_t word = 0; word < words; ++word) {
    bool const two_levels = 2 * word + 2 <= static_cast<std::uint64_t>(scale);
    for (std::size_t i = 0; i < batch_size; ++i) {
      std::uint64_t const bits = random((first + i) * words + word);
      descend(static_cast<std::uint32_t>(bits >> 32), sources[i], targets[i]);
      if (two_levels) descend(static_cast<std::uint32_t>(bits), sources[i], targets[i]);
    }
  }
}

}  // namespace

EdgeList generate_kronecker(Host const& space, KroneckerParameters const& parameters, std::uint64_t seed) {
  std::uint64_t const n = std::uint64_t(1) << parameters.scale;
  EdgeList edges = make_edges(space, n, edge_product(n, parameters.edge_factor), parameters.directed);
  std::uint64_t const m = edges.num_edges();
  RandomAt const random(seed, 0);
  Scramble const scramble(parameters.scale, seed);
  constexpr std::size_t edges_per_task = batch_size * batches_per_task;
  Progress progress("generating edges", m, "edges");
  VertexId *const sources = edges.sources.data(), *const targets = edges.targets.data();
  run_host_tasks(space, "tandem::generate_kronecker::edges", (m + edges_per_task - 1) / edges_per_task,
                 [&](std::size_t, std::size_t task) {
                   std::uint64_t batch_sources[batch_size], batch_targets[batch_size];
                   std::uint64_t const begin = task * edges_per_task,
                                       end = std::min(m, begin + edges_per_task);
                   for (std::uint64_t first = begin; first < end; first += batch_size) {
                     make_batch(random, parameters.scale, first, batch_sources, batch_targets);
                     std::size_t const size = std::min<std::uint64_t>(batch_size, end - first);
                     for (std::size_t i = 0; i < size; ++i) {
                       sources[first + i] = static_cast<VertexId>(scramble(batch_sources[i]));
                       targets[first + i] = static_cast<VertexId>(scramble(batch_targets[i]));
                     }
                   }
                   progress.advance(end - begin);
                 });
  return edges;
}

}  // namespace tandem::Impl
