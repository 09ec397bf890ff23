// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_host_scan.hpp>
#include <core/impl/tandem_host_tasks.hpp>
#include <core/impl/tandem_random.hpp>
#include <core/tandem_bitmap.hpp>
#include <core/tandem_error.hpp>
#include <partition/tandem_assignment.hpp>
#include <partition/tandem_degree_profile.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace tandem {

namespace {

struct PolicyName {
  PartitionPolicy policy;
  std::string_view name;
};
constexpr std::array policy_names{PolicyName{PartitionPolicy::random, "rand"},
                                  PolicyName{PartitionPolicy::high, "high"},
                                  PolicyName{PartitionPolicy::low, "low"}};

/// Vertices fall into classes by a key; whole classes go to the host until one would be too much. There are
/// as many as a DegreeProfile has, which foretells where a cut by degree falls. The host takes class 0 first.
class Classes {
 public:
  Classes(Graph const& graph, PartitionPolicy policy, std::uint64_t seed)
      : m_csr(graph.out),
        m_policy(policy),
        m_random(seed, 0x617373),
        m_size(std::min(max_degree_classes, graph.num_vertices() + 1)) {}

  std::size_t size() const { return m_size; }

  std::size_t operator()(std::size_t v) const {
    if (m_policy == PartitionPolicy::random) return m_random(v) % m_size;
    std::size_t const degree = std::min<EdgeIndex>(m_csr.degree(static_cast<VertexId>(v)), m_size - 1);
    return m_policy == PartitionPolicy::low ? degree : m_size - 1 - degree;
  }

 private:
  Csr<HostMemory> m_csr;
  PartitionPolicy m_policy;
  Impl::RandomAt m_random;
  std::size_t m_size;
};

/// Where the host's vertices end: all of the classes before `split`, and in it as many as `arcs_in_split`
/// arcs allow.
struct Cut {
  std::size_t split = 0;
  EdgeIndex arcs_in_split = 0;
};

Cut find_cut(Host const& space, Graph const& graph, Classes const& class_of, double alpha) {
  constexpr std::size_t block_size = std::size_t(1) << 16;
  std::size_t const n = graph.num_vertices();
  std::size_t const workers = Impl::num_host_workers(space), num_classes = class_of.size();
  std::vector<EdgeIndex> arcs(workers * num_classes, 0);
  Impl::run_host_tasks(space, "tandem::assign_vertices::count", n / block_size + 1,
                       [&](std::size_t worker, std::size_t block) {
                         EdgeIndex* const mine = arcs.data() + worker * num_classes;
                         std::size_t const end = std::min(n, (block + 1) * block_size);
                         for (std::size_t v = block * block_size; v < end; ++v)
                           mine[class_of(v)] += graph.out.degree(static_cast<VertexId>(v));
                       });
  auto left = static_cast<EdgeIndex>(std::llround(alpha * static_cast<double>(graph.num_arcs())));
  for (std::size_t c = 0; c < num_classes; ++c) {
    EdgeIndex in_class = 0;
    for (std::size_t worker = 0; worker < workers; ++worker) in_class += arcs[worker * num_classes + c];
    if (in_class > left) return {c, left};
    left -= in_class;
  }
  return {num_classes, 0};
}

void check_shares(std::vector<double> const& shares) {
  if (shares.empty() || shares.size() > max_partitions)
    throw Error(fmt::format("{} partitions: there can be 1 to {}", shares.size(), max_partitions));
  double sum = 0;
  for (double const share : shares) {
    if (!(share >= 0 && share <= 1)) throw Error(fmt::format("share {} of the edges is not in 0..1", share));
    sum += share;
  }
  if (std::abs(sum - 1) > 1e-6) throw Error(fmt::format("the shares of the edges sum to {}, not to 1", sum));
}

/// Which device gets what.
class Dealer {
 public:
  explicit Dealer(std::vector<double> const& shares) : m_limits(shares.size(), 2.0) {
    double rest = 0;
    for (std::size_t p = 1; p < shares.size(); ++p) rest += shares[p];
    double sum = 0;
    for (std::size_t p = 1; p + 1 < shares.size(); ++p) {
      sum += rest > 0 ? shares[p] / rest : 1.0 / static_cast<double>(shares.size() - 1);
      m_limits[p] = sum;
    }
  }

  /// By a number in 0..1.
  PartitionId operator()(double x) const {
    PartitionId p = 1;
    while (x >= m_limits[p]) ++p;
    return p;
  }

 private:
  std::vector<double> m_limits;  ///< upper ends of the devices' ranges, the last one open
};

/// Numbers in 0..1 of which any that follow each other are spread evenly: multiples of the golden ratio.
double spread_evenly(std::uint64_t i) {
  return static_cast<double>((i * 0x9e3779b97f4a7c15u) >> 11) * 0x1p-53;
}

/// Deals the vertices that do not stay on the host to the devices. One after the other and not by chance, as
/// the graph is in the order of degrees nearly always, and the hubs of a policy decide who gets how many
/// edges.
void deal(Host const& space, HostView<PartitionId> const& owner, Dealer const& dealer, std::uint64_t first) {
  auto const is_dealt = [&](std::size_t v) { return std::uint64_t(owner(v) != 0); };
  Impl::scan_on_host<std::uint64_t>(space, "tandem::assign_vertices::deal", owner.extent(0), is_dealt,
                                    [&](std::size_t v, std::uint64_t before, std::uint64_t here) {
                                      if (here != 0) owner(v) = dealer(spread_evenly(first + before));
                                    });
}

}  // namespace

std::string_view to_string(PartitionPolicy policy) {
  for (auto const& entry : policy_names)
    if (entry.policy == policy) return entry.name;
  return "?";
}

PartitionPolicy parse_policy(std::string_view name) {
  auto const same = [](char known, char given) {
    return known == std::tolower(static_cast<unsigned char>(given));
  };
  std::string known;
  for (auto const& entry : policy_names) {
    if (std::equal(entry.name.begin(), entry.name.end(), name.begin(), name.end(), same)) return entry.policy;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", entry.name);
  }
  throw Error(fmt::format("there is no policy '{}': choose one of {}", name, known));
}

Assignment assign_vertices(Host const& space, Graph const& graph, AssignOptions const& options) {
  Kokkos::Profiling::ScopedRegion const region("tandem::assign_vertices");
  check_shares(options.shares);
  std::size_t const n = graph.num_vertices();
  auto const owner = make_host_view<PartitionId>(space, "tandem::assign_vertices::owner", n);
  Assignment const result{owner, static_cast<int>(options.shares.size())};
  if (result.num_partitions == 1) {
    Kokkos::deep_copy(space, owner, PartitionId(0));
    space.fence("tandem::assign_vertices: all on one partition");
    return result;
  }
  Classes const class_of(graph, options.policy, options.seed);
  Cut const cut = find_cut(space, graph, class_of, options.shares[0]);
  Dealer const dealer(options.shares);
  Impl::RandomAt const random(options.seed, 0x646576);
  bool const by_chance = options.policy == PartitionPolicy::random;
  // In the class that is cut, the vertices with the smallest ids stay.
  auto const arcs_of_split = [&](std::size_t v) {
    return class_of(v) == cut.split ? graph.out.degree(static_cast<VertexId>(v)) : EdgeIndex(0);
  };
  Impl::scan_on_host<EdgeIndex>(space, "tandem::assign_vertices", n, arcs_of_split,
                                [&](std::size_t v, EdgeIndex before, EdgeIndex arcs) {
                                  std::size_t const c = class_of(v);
                                  bool const stays =
                                      c < cut.split || (c == cut.split && before + arcs <= cut.arcs_in_split);
                                  double const x = static_cast<double>(random(v) >> 11) * 0x1p-53;
                                  owner(v) = stays ? PartitionId(0) : by_chance ? dealer(x) : PartitionId(1);
                                });
  if (!by_chance && result.num_partitions > 2) deal(space, owner, dealer, random(0));
  return result;
}

Boundary count_boundary(Host const& space, Graph const& graph, Assignment const& assignment) {
  constexpr std::size_t block_size = 1024;
  std::size_t const n = graph.num_vertices(), p = static_cast<std::size_t>(assignment.num_partitions);
  auto const& csr = graph.out;
  auto const owner = assignment.owner;
  // Of each vertex, a bit for each partition from which an arc has come.
  auto const seen = make_bitmap(space, "tandem::count_boundary::seen", n * p);
  // Not a reduction in a dynamic schedule: clang 16 gets that wrong when it also compiles for OpenMP targets.
  std::vector<Boundary> counts(Impl::num_host_workers(space));
  Impl::run_host_tasks(space, "tandem::count_boundary", n / block_size + 1,
                       [&](std::size_t worker, std::size_t block) {
                         Boundary count;
                         std::size_t const end = std::min(n, (block + 1) * block_size);
                         for (std::size_t v = block * block_size; v < end; ++v)
                           for (EdgeIndex e = csr.offsets(v); e < csr.offsets(v + 1); ++e) {
                             VertexId const target = csr.targets(e);
                             if (owner(target) == owner(v)) continue;
                             ++count.edges;
                             count.targets += seen.set_atomic(target * p + owner(v));
                           }
                         counts[worker].edges += count.edges;
                         counts[worker].targets += count.targets;
                       });
  Boundary all;
  for (Boundary const& count : counts) {
    all.edges += count.edges;
    all.targets += count.targets;
  }
  return all;
}

}  // namespace tandem
