// SPDX-License-Identifier: BSD-3-Clause
#include <core/tandem_error.hpp>
#include <core/tandem_host_view.hpp>
#include <exec/tandem_calibrate.hpp>
#include <exec/tandem_split.hpp>
#include <partition/tandem_degree_profile.hpp>
#include <partition/tandem_memory.hpp>
#include <fmt/format.h>
#include <algorithm>
#include <numeric>

namespace tandem {

namespace {

bool has_host(Platform const& platform) {
  return !platform.units.empty() && platform.units.front().kind == UnitKind::host;
}

bool has_real_device(Platform const& platform) {
  return std::any_of(platform.units.begin(), platform.units.end(),
                     [](Unit const& unit) { return unit.kind == UnitKind::device && !unit.emulated; });
}

PartitionPolicy default_policy(Platform const& platform, Work work) {
  return has_real_device(platform) || work == Work::by_vertex ? PartitionPolicy::high
                                                              : PartitionPolicy::random;
}

/// The largest partition that a unit with this share of the arcs can get.
PartitionShape shape_of(Split const& split, std::size_t unit, bool host, Graph const& graph,
                        DegreeProfile const& profile, SplitOptions const& options) {
  double const share = split.shares[unit];
  double const alpha = host ? split.shares.front() : 0;
  double const rest = 1 - alpha;
  // Devices share at random what the host leaves, so that each gets its part of the vertices, too.
  double const part = unit == 0 && host ? 1 : rest > 0 ? share / rest : 0;
  std::size_t const n = profile.num_vertices();
  std::size_t const on_host = !host                                   ? 0
                              : split.policy == PartitionPolicy::high ? profile.highest_with(alpha)
                              : split.policy == PartitionPolicy::low
                                  ? profile.lowest_with(alpha)
                                  : static_cast<std::size_t>(alpha * static_cast<double>(n));
  PartitionShape shape;
  shape.num_owned =
      unit == 0 && host ? on_host : static_cast<std::size_t>(part * static_cast<double>(n - on_host));
  shape.num_edges = static_cast<EdgeIndex>(share * static_cast<double>(profile.num_arcs()));
  shape.num_ghosts = std::min<std::size_t>(n - shape.num_owned, shape.num_edges);
  shape.weighted = graph.weighted();
  shape.in_edges = options.in_edges && graph.directed;
  shape.edges_on_host = options.edges_on_host && !(unit == 0 && host);
  shape.state_bytes = options.state_bytes;
  return shape;
}

std::vector<double> relative_device_shares(std::size_t num_devices, std::vector<double> const& given) {
  if (given.empty()) return std::vector<double>(num_devices, 1.0 / static_cast<double>(num_devices));
  if (given.size() != num_devices)
    throw Error(fmt::format("{} device shares are given for {} devices", given.size(), num_devices));
  double sum = 0;
  for (double const share : given) {
    if (!(share >= 0)) throw Error(fmt::format("device share {} is negative", share));
    sum += share;
  }
  if (!(sum > 0)) throw Error("all device shares are 0");
  std::vector<double> shares = given;
  for (double& share : shares) share /= sum;
  return shares;
}

double share_of_first(std::vector<double> const& parts) {
  return parts.front() / std::accumulate(parts.begin(), parts.end(), 0.0);
}

/// Where the host and real devices need the same time for their parts, if edges cost them what they cost in
/// the calibration.
double calibrated_alpha(Host const& space, Platform const& platform, Split& split) {
  std::vector<double> const rates = calibrate(space, platform);
  double const alpha = share_of_first(rates);
  double const devices = std::accumulate(rates.begin() + 1, rates.end(), 0.0);
  split.notes.push_back(fmt::format(
      "alpha is {:.3f}: in a short test the host looked at {:.2f} G edges/s, the devices at {:.2f} G", alpha,
      rates.front() / 1e9, devices / 1e9));
  return alpha;
}

/// By threads, as devices are slices of the host.
double alpha_by_threads(Platform const& platform, DegreeProfile const& profile, PartitionPolicy policy,
                        Work work) {
  std::vector<double> threads;
  for (Unit const& unit : platform.units) threads.push_back(unit.threads);
  double const share = share_of_first(threads);
  bool const cut_by_vertices = work == Work::by_vertex && policy == PartitionPolicy::high;
  return cut_by_vertices ? profile.arc_share_of_highest(share) : share;
}

/// Alpha when nobody has said anything.
double default_alpha(Host const& space, Platform const& platform, DegreeProfile const& profile, Work work,
                     Split& split) {
  return has_real_device(platform) ? calibrated_alpha(space, platform, split)
                                   : alpha_by_threads(platform, profile, split.policy, work);
}

std::size_t bytes_of(Split const& split, std::size_t unit, bool host, Graph const& graph,
                     DegreeProfile const& profile, SplitOptions const& options) {
  return partition_bytes(shape_of(split, unit, host, graph, profile, options));
}

/// Whether every device holds its part.
bool fits(Platform const& platform, Split const& split, Graph const& graph, DegreeProfile const& profile,
          SplitOptions const& options) {
  bool const host = has_host(platform);
  for (std::size_t u = host ? 1 : 0; u < platform.units.size(); ++u)
    if (std::size_t const memory = platform.units[u].memory;
        memory != 0 && split.shares[u] > 0 && bytes_of(split, u, host, graph, profile, options) > memory)
      return false;
  return true;
}

/// Gives the host more of the edges, the devices proportionally less.
Split with_alpha(Split split, double alpha) {
  double const before = 1 - split.shares.front();
  for (std::size_t u = 1; u < split.shares.size(); ++u)
    split.shares[u] *= before > 0 ? (1 - alpha) / before : 0;
  split.shares.front() = alpha;
  return split;
}

/// Raises alpha until the devices can hold the rest.
void fit_devices(Platform const& platform, Graph const& graph, DegreeProfile const& profile,
                 SplitOptions const& options, Split& split) {
  if (fits(platform, split, graph, profile, options)) return;
  if (!has_host(platform))
    throw Error(
        fmt::format("the graph, {} vertices and {} arcs, does not fit the memory of platform {}: add the "
                    "host to the platform, or more devices",
                    graph.num_vertices(), graph.num_arcs(), to_string(platform.spec)));
  double low = split.shares.front(), high = 1;
  for (int i = 0; i < 30; ++i) {
    double const middle = (low + high) / 2;
    (fits(platform, with_alpha(split, middle), graph, profile, options) ? high : low) = middle;
  }
  split = with_alpha(split, high);
  split.notes.push_back(
      fmt::format("alpha is {:.3f}: the devices' memory holds no more than {:.1f} % of the edges", high,
                  100 * (1 - high)));
}

}  // namespace

Split choose_split(Host const& space, Platform const& platform, Graph const& graph,
                   SplitOptions const& options) {
  bool const host = has_host(platform);
  std::size_t const num_devices = platform.units.size() - (host ? 1 : 0);
  Split split;
  split.policy = options.policy.value_or(default_policy(platform, options.work));
  if (options.alpha && !(*options.alpha >= 0 && *options.alpha <= 1))
    throw Error(
        fmt::format("alpha is {}, but it is a share of the edges: give a number in 0..1", *options.alpha));
  if (!host && options.alpha && *options.alpha > 0)
    throw Error(fmt::format("alpha is {}, but platform {} has no host: give 0 or leave it out",
                            *options.alpha, to_string(platform.spec)));
  DegreeProfile const profile(space, graph.out);
  double const alpha = num_devices == 0 ? 1.0
                       : !host          ? 0.0
                       : options.alpha  ? *options.alpha
                                        : default_alpha(space, platform, profile, options.work, split);
  if (host) split.shares.push_back(alpha);
  if (num_devices > 0)
    for (double const share : relative_device_shares(num_devices, options.device_shares))
      split.shares.push_back((1 - alpha) * share);
  fit_devices(platform, graph, profile, options, split);
  for (std::size_t u = 0; u < platform.units.size(); ++u)
    split.unit_bytes.push_back(bytes_of(split, u, host, graph, profile, options));
  return split;
}

}  // namespace tandem
