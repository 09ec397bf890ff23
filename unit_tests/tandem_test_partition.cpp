// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_graphs.hpp"

#include <core/tandem_build.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_generate.hpp>
#include <exec/tandem_unit_threads.hpp>
#include <partition/tandem_degree_profile.hpp>
#include <partition/tandem_memory.hpp>
#include <partition/tandem_partition.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>

namespace {

using namespace tandem;

constexpr PartitionPolicy policies[] = {PartitionPolicy::random, PartitionPolicy::high, PartitionPolicy::low};

Graph ordered_graph(EdgeList const& edges, bool symmetrize) {
  return build_graph(Host(), edges, {.symmetrize = symmetrize, .transpose = true, .order_by_degree = true});
}

/// The vertex of the graph behind a slot of a partition.
VertexId global_of(PartitionedGraph const& cut, Partition<HostMemory> const& partition, VertexId slot) {
  if (slot < partition.num_owned) return partition.global_ids(slot);
  for (std::size_t q = 0; q < partition.channels.size(); ++q) {
    auto const& channel = partition.channels[q];
    if (slot < channel.first_ghost || slot >= channel.first_ghost + channel.num_ghosts) continue;
    auto const& owner = cut.partitions[q];
    auto const& side = owner.channels[static_cast<std::size_t>(partition.id)];
    REQUIRE(side.num_boundary == channel.num_ghosts);
    VertexId const i = slot - channel.first_ghost;
    return owner.global_ids(side.boundary.extent(0) == 0 ? i : side.boundary(i));
  }
  return invalid_vertex;
}

bool same_lists(PartitionedGraph const& cut, Partition<HostMemory> const& partition,
                Csr<HostMemory> const& lists, Csr<HostMemory> const& whole, bool sorted) {
  for (VertexId v = 0; v < partition.num_owned; ++v) {
    VertexId const global = partition.global_ids(v);
    if (lists.degree(v) != whole.degree(global)) return false;
    std::vector<std::pair<VertexId, Weight>> found, expected;
    for (EdgeIndex i = 0; i < lists.degree(v); ++i) {
      EdgeIndex const e = lists.offsets(v) + i, w = whole.offsets(global) + i;
      found.emplace_back(global_of(cut, partition, lists.targets(e)),
                         lists.weighted() ? lists.weights(e) : 0);
      expected.emplace_back(whole.targets(w), whole.weighted() ? whole.weights(w) : 0);
    }
    if (!sorted) {
      std::sort(found.begin(), found.end());
      std::sort(expected.begin(), expected.end());
    }
    if (found != expected) return false;
  }
  return true;
}

bool owned_first(Partition<HostMemory> const& partition) {
  for (VertexId v = 0; v < partition.num_owned; ++v) {
    auto const* const begin = partition.out.targets.data() + partition.out.offsets(v);
    if (!std::is_partitioned(begin, begin + partition.out.degree(v),
                             [&](VertexId slot) { return slot < partition.num_owned; }))
      return false;
  }
  return true;
}

void check_partitions(Graph const& graph, Assignment const& assignment, NeighborOrder order) {
  auto const cut = make_partitions(Host(), graph, assignment, {true, order});
  REQUIRE(cut.partitions.size() == static_cast<std::size_t>(assignment.num_partitions));
  std::size_t owned = 0, edges = 0;
  for (auto const& partition : cut.partitions) {
    owned += partition.num_owned;
    edges += partition.out.num_edges();
    bool const by_degree = order == NeighborOrder::by_degree;
    CHECK(same_lists(cut, partition, partition.out, graph.out, by_degree));
    CHECK(same_lists(cut, partition, partition.in, graph.in, by_degree));
    if (!by_degree) CHECK(owned_first(partition));
    CHECK(partition.num_slots % 64 == 0);
    EdgeIndex boundary_edges = 0;
    std::set<VertexId> boundary_targets;
    for (std::size_t e = 0; e < partition.out.num_edges(); ++e)
      if (VertexId const slot = partition.out.targets(e); slot >= partition.num_owned) {
        ++boundary_edges;
        boundary_targets.insert(slot);
      }
    CHECK(partition.num_boundary_edges == boundary_edges);
    CHECK(partition.num_boundary_targets == boundary_targets.size());
    for (auto const& channel : partition.channels) CHECK(channel.first_ghost % 64 == 0);
    for (VertexId v = partition.num_active; v < partition.num_owned; ++v) CHECK(partition.out.degree(v) == 0);
    for (VertexId v = 1; v < partition.num_owned; ++v)
      if (partition.out.degree(v - 1) < partition.out.degree(v)) FAIL("local ids don't go by falling degree");
  }
  CHECK(owned == graph.num_vertices());
  CHECK(edges == graph.num_arcs());
  for (std::size_t v = 0; v < graph.num_vertices(); ++v)
    if (cut.partitions[cut.owner(v)].global_ids(cut.local_ids(v)) != v) FAIL("a vertex got lost");
}

/// Of a host and of devices that share the rest equally.
std::vector<double> shares_of(double alpha, int devices) {
  if (devices == 0) return {1.0};
  std::vector<double> shares(static_cast<std::size_t>(devices) + 1, (1 - alpha) / devices);
  shares[0] = alpha;
  return shares;
}

TEST_CASE("partitions together are the graph", "[partition]") {
  for (auto const& [name, edges] : test::zoo())
    for (bool symmetrize : {false, true}) {
      Graph const graph = ordered_graph(edges, symmetrize);
      for (PartitionPolicy policy : policies)
        for (int devices = 0; devices < 4; ++devices)
          for (double alpha : {0.0, 0.3, 1.0}) {
            CAPTURE(name, symmetrize, to_string(policy), devices, alpha);
            auto const assignment = assign_vertices(Host(), graph, {policy, shares_of(alpha, devices), 3});
            check_partitions(graph, assignment, NeighborOrder::by_degree);
            check_partitions(graph, assignment, NeighborOrder::local_first);
          }
    }
}

TEST_CASE("partitions know the degrees of their ghosts", "[partition]") {
  Graph const graph = ordered_graph(generate(Host(), "kron:10"), true);
  for (PartitionPolicy policy : policies) {
    auto const cut =
        make_partitions(Host(), graph, assign_vertices(Host(), graph, {policy, {0.5, 0.2, 0.2, 0.1}, 1}));
    for (auto const& partition : cut.partitions) {
      REQUIRE(partition.ghost_degrees.extent(0) == partition.num_slots / 64);
      for (std::size_t w = 0; w < partition.num_slots / 64; ++w) {
        double sum = 0, ghosts = 0;
        for (std::size_t slot = w * 64; slot < w * 64 + 64; ++slot)
          if (VertexId const v = global_of(cut, partition, static_cast<VertexId>(slot));
              slot >= partition.num_owned && v != invalid_vertex) {
            sum += static_cast<double>(graph.out.degree(v));
            ++ghosts;
          }
        double const mean = ghosts > 0 ? sum / ghosts : 0;
        CAPTURE(to_string(policy), partition.id, w, mean);
        CHECK(std::abs(static_cast<double>(partition.ghost_degrees(w)) - mean) <= 0.5);
      }
    }
  }
}

TEST_CASE("channels are dense or compact, by how much they share", "[partition]") {
  Graph const kron = ordered_graph(generate(Host(), "kron:12"), true);
  auto const halves =
      make_partitions(Host(), kron, assign_vertices(Host(), kron, {PartitionPolicy::random, {0.5, 0.5}, 1}));
  CHECK(halves.partitions[0].channels[1].boundary.extent(0) == 0);
  CHECK(halves.partitions[0].channels[1].num_boundary == halves.partitions[0].num_active);

  // A path cut into two runs shares one vertex on each side.
  Graph const path = ordered_graph(generate(Host(), "path:1000"), true);
  HostView<PartitionId> const owner("owner", 1000);
  for (std::size_t v = 0; v < 1000; ++v) owner(v) = path.original_id(static_cast<VertexId>(v)) < 400 ? 0 : 1;
  auto const runs = make_partitions(Host(), path, {owner, 2});
  CHECK(runs.partitions[0].channels[1].num_ghosts == 1);
  CHECK(runs.partitions[0].channels[1].boundary.extent(0) == 1);
  CHECK(runs.partitions[0].num_boundary_edges == 1);
}

TEST_CASE("policies give the host its share and its kind of vertices", "[partition]") {
  Graph const graph =
      build_graph(Host(), generate(Host(), "kron:14"), {.drop_duplicates = true, .order_by_degree = true});
  for (double alpha : {0.1, 0.5, 0.9})
    for (PartitionPolicy policy : policies) {
      auto const assignment =
          assign_vertices(Host(), graph, {policy, {alpha, (1 - alpha) / 2, (1 - alpha) / 2}, 1});
      std::vector<EdgeIndex> arcs(3, 0);
      EdgeIndex lowest = graph.num_arcs(), highest = 0, device_lowest = lowest, device_highest = 0;
      for (std::size_t v = 0; v < graph.num_vertices(); ++v) {
        EdgeIndex const degree = graph.out.degree(static_cast<VertexId>(v));
        arcs[assignment.owner(v)] += degree;
        auto& low = assignment.owner(v) == 0 ? lowest : device_lowest;
        auto& high = assignment.owner(v) == 0 ? highest : device_highest;
        low = std::min(low, degree);
        high = std::max(high, degree);
      }
      auto const share = [&](std::size_t p) {
        return static_cast<double>(arcs[p]) / static_cast<double>(graph.num_arcs());
      };
      CAPTURE(alpha, to_string(policy));
      CHECK(share(0) <= alpha);
      CHECK(share(0) > alpha - 0.02);
      bool const by_chance = policy == PartitionPolicy::random;
      CHECK(share(1) > (by_chance ? 0.5 : 0.85) * share(2));
      CHECK(share(2) > (by_chance ? 0.5 : 0.85) * share(1));
      if (policy == PartitionPolicy::high) CHECK(lowest >= device_highest);
      if (policy == PartitionPolicy::low) CHECK(highest <= device_lowest);
    }
}

Host host_with_threads(int threads) {
  Unit unit;
  unit.threads = threads;
  return make_host_space(unit);
}

TEST_CASE("an assignment does not depend on the number of threads", "[partition]") {
  Graph const graph = build_graph(Host(), generate(Host(), "kron:13"));
  for (PartitionPolicy policy : policies) {
    auto const a = assign_vertices(host_with_threads(1), graph, {policy, {0.4, 0.2, 0.2, 0.2}, 9});
    auto const b = assign_vertices(host_with_threads(2), graph, {policy, {0.4, 0.2, 0.2, 0.2}, 9});
    CHECK(std::equal(a.owner.data(), a.owner.data() + a.owner.extent(0), b.owner.data()));
  }
}

TEST_CASE("shares that make no sense are refused", "[partition]") {
  using Catch::Matchers::ContainsSubstring;
  using Catch::Matchers::MessageMatches;
  Graph const graph = build_graph(Host(), generate(Host(), "path:10"));
  CHECK_THROWS_MATCHES(assign_vertices(Host(), graph, {PartitionPolicy::high, {0.5, 0.4}, 1}), Error,
                       MessageMatches(ContainsSubstring("sum to 0.9")));
  CHECK_THROWS_MATCHES(assign_vertices(Host(), graph, {PartitionPolicy::high, {1.5, -0.5}, 1}), Error,
                       MessageMatches(ContainsSubstring("0..1")));
  CHECK(parse_policy("HIGH") == PartitionPolicy::high);
  CHECK(parse_policy("Rand") == PartitionPolicy::random);
  CHECK_THROWS_MATCHES(parse_policy("highs"), Error, MessageMatches(ContainsSubstring("no policy 'highs'")));
  CHECK_THROWS_MATCHES(parse_policy("best"), Error, MessageMatches(ContainsSubstring("rand, high, low")));
}

TEST_CASE("assignments are read from files", "[partition]") {
  using Catch::Matchers::ContainsSubstring;
  using Catch::Matchers::MessageMatches;
  Graph const graph = build_graph(Host(), generate(Host(), "path:4"));
  auto const path = std::filesystem::temp_directory_path() / "tandem_test_assignment.txt";
  auto const read = [&](char const* text) {
    std::ofstream(path) << text;
    return read_assignment(path, graph, 2);
  };
  auto const good = read("# mine\n0 1\n2 1\n1 0\n3\t0\n");
  CHECK(good.owner(0) == 1);
  CHECK(good.owner(1) == 0);
  CHECK(good.owner(2) == 1);
  CHECK(good.owner(3) == 0);
  CHECK_THROWS_MATCHES(read("0 1\n1 2\n"), Error, MessageMatches(ContainsSubstring(":2: partition '2'")));
  CHECK_THROWS_MATCHES(read("0 1\n9 0\n"), Error, MessageMatches(ContainsSubstring("no vertex '9'")));
  CHECK_THROWS_MATCHES(read("0 1\n0 0\n"), Error, MessageMatches(ContainsSubstring("assigned before")));
  CHECK_THROWS_MATCHES(read("0 1\n"), Error, MessageMatches(ContainsSubstring("3 of 4 vertices")));
  CHECK_THROWS_MATCHES(read("0\n"), Error, MessageMatches(ContainsSubstring("a vertex and its partition")));
  std::filesystem::remove(path);
  CHECK_THROWS_AS(read_assignment(path, graph, 2), Error);
}

TEST_CASE("a degree profile knows what a split by degree will give", "[partition]") {
  Graph const graph = build_graph(Host(), generate(Host(), "kron:13"), {.drop_duplicates = true});
  DegreeProfile const profile(Host(), graph.out);
  for (double alpha : {0.0, 0.2, 0.6, 1.0})
    for (PartitionPolicy policy : {PartitionPolicy::high, PartitionPolicy::low}) {
      auto const assignment = assign_vertices(Host(), graph, {policy, {alpha, 1 - alpha}, 1});
      auto const on_host = static_cast<double>(std::count(
          assignment.owner.data(), assignment.owner.data() + graph.num_vertices(), PartitionId(0)));
      bool const high = policy == PartitionPolicy::high;
      std::size_t const foretold = high ? profile.highest_with(alpha) : profile.lowest_with(alpha);
      CAPTURE(alpha, to_string(policy));
      CHECK(std::abs(static_cast<double>(foretold) - on_host) <
            0.01 * static_cast<double>(graph.num_vertices()) + 2);
    }
}

TEST_CASE("a degree profile knows how many edges the highest vertices have", "[partition]") {
  // A hub with four leaves and, apart, an edge; one vertex has none: degrees 4, 1 six times, 0.
  Graph const graph =
      build_graph(Host(), test::make_edge_list(8, {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {5, 6}}, {}, false));
  DegreeProfile const profile(Host(), graph.out);
  CHECK(profile.arc_share_of_highest(0) == 0);
  CHECK(std::abs(profile.arc_share_of_highest(1.0 / 7) - 0.4) < 1e-9);
  CHECK(std::abs(profile.arc_share_of_highest(4.0 / 7) - 0.7) < 1e-9);
  CHECK(profile.arc_share_of_highest(1) == 1);
}

TEST_CASE("edges between partitions are counted, and the vertices that they lead to", "[partition]") {
  Graph const graph = ordered_graph(generate(Host(), "kron:10"), true);
  for (PartitionPolicy policy : policies) {
    auto const assignment = assign_vertices(Host(), graph, {policy, {0.5, 0.25, 0.25}, 1});
    EdgeIndex edges = 0;
    std::size_t targets = 0;
    for (auto const& partition : make_partitions(Host(), graph, assignment).partitions) {
      edges += partition.num_boundary_edges;
      targets += partition.num_boundary_targets;
    }
    Boundary const boundary = count_boundary(Host(), graph, assignment);
    CHECK(boundary.edges == edges);
    CHECK(boundary.targets == targets);
  }
  // 0 and 1 point to 2 and 3, which are elsewhere, and 2 points back to 0.
  Graph const small =
      build_graph(Host(), test::make_edge_list(4, {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 0}}));
  HostView<PartitionId> const owner("owner", 4);
  owner(2) = 1;
  owner(3) = 2;
  Boundary const boundary = count_boundary(Host(), small, {owner, 3});
  CHECK(boundary.edges == 5);
  CHECK(boundary.targets == 3);
}

TEST_CASE("what each partition owns is counted", "[partition]") {
  // 0 and 1 point to 2, which points to 3; 4 has no edge.
  EdgeList const edges = test::make_edge_list(5, {{0, 2}, {1, 2}, {2, 3}});
  HostView<PartitionId> const owner("owner", 5);
  owner(2) = owner(4) = 1;
  for (bool const transpose : {false, true}) {
    Graph const directed = build_graph(Host(), edges, {.transpose = transpose});
    auto const parts = count_parts(Host(), directed, {owner, 2}, true);
    REQUIRE(parts.size() == 2);
    CHECK((parts[0].vertices == 3 && parts[0].active == 3 && parts[0].out_edges == 2 &&
           parts[0].in_edges == 1));
    CHECK((parts[1].vertices == 2 && parts[1].active == 2 && parts[1].out_edges == 1 &&
           parts[1].in_edges == 2));
    CHECK(count_parts(Host(), directed, {owner, 2}, false)[1].in_edges == 0);
  }
  Graph const undirected = build_graph(Host(), edges, {.symmetrize = true});
  auto const parts = count_parts(Host(), undirected, {owner, 2}, true);
  CHECK(
      (parts[1].vertices == 2 && parts[1].active == 1 && parts[1].out_edges == 3 && parts[1].in_edges == 0));
}

TEST_CASE("the memory of a partition is known beforehand", "[partition]") {
  std::vector<OwnedPart> const parts{{1000, 1000, 5000, 0}, {200, 100, 300, 0}};
  PartStorage storage;
  std::size_t const bytes = max_unit_bytes(parts, 0, storage).own;
  CHECK(bytes > 5000 * sizeof(VertexId) + 1000 * sizeof(EdgeIndex));
  CHECK(max_unit_bytes(parts, 0, storage).on_host == 0);
  storage.weighted = true;
  CHECK(max_unit_bytes(parts, 0, storage).own == bytes + 5000 * sizeof(Weight));
  storage.own_memory = true;
  UnitBytes const device = max_unit_bytes(parts, 0, storage);
  CHECK(device.own < bytes + 5000 * sizeof(Weight));
  CHECK(device.on_host > 0);
  storage.edges_on_host = true;
  UnitBytes const pinned = max_unit_bytes(parts, 0, storage);
  std::size_t const edges = 1001 * sizeof(EdgeIndex) + 5000 * (sizeof(VertexId) + sizeof(Weight));
  CHECK(pinned.own + edges == device.own);
  CHECK(pinned.on_host == device.on_host + edges);
  storage.own_memory = false;
  CHECK(max_unit_bytes(parts, 0, storage).own + edges == bytes + 5000 * sizeof(Weight));
  CHECK(max_unit_bytes(parts, 0, storage).on_host == edges);
}

TEST_CASE("edges that stay in host memory are all there, offsets too", "[partition]") {
  if constexpr (device_reads_staging_v) {
    Csr<HostMemory> const csr =
        build_graph(Host(), generate(Host(), "kron:8", {.weights = WeightKind::integer})).out;
    Device const space;
    std::vector<std::shared_ptr<void>> owners;
    auto const pinned = Impl::copy_csr(space, csr, true, owners);
    space.fence("tandem::test: pinned");
    REQUIRE(owners.size() == 3);
    // Staging memory is memory of the host.
    CHECK(std::equal(csr.offsets.data(), csr.offsets.data() + csr.offsets.size(), pinned.offsets.data()));
    CHECK(std::equal(csr.targets.data(), csr.targets.data() + csr.targets.size(), pinned.targets.data()));
    CHECK(std::equal(csr.weights.data(), csr.weights.data() + csr.weights.size(), pinned.weights.data()));
    CHECK(pinned.offsets.data() != csr.offsets.data());
  } else {
    SKIP("the device can't read host memory");
  }
}

}  // namespace
