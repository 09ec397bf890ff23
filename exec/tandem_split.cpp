// SPDX-License-Identifier: BSD-3-Clause
#include <core/tandem_error.hpp>
#include <core/tandem_host_view.hpp>
#include <exec/tandem_split.hpp>
#include <partition/tandem_memory.hpp>
#include <fmt/format.h>
#include <algorithm>
#include <numeric>

namespace tandem {

namespace {

bool has_host(Platform const& platform) {
  return !platform.units.empty() && platform.units.front().kind == UnitKind::host;
}

/// A unit sees every vertex in the worst case, as owner or as a ghost.
PartitionShape worst_shape(Graph const& graph, SplitOptions const& options, bool alone) {
  PartitionShape shape;
  shape.num_owned = graph.num_vertices();
  shape.num_ghosts = alone ? 0 : graph.num_vertices() / 2;
  shape.weighted = graph.weighted();
  shape.in_edges = options.in_edges && graph.directed;
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

/// Alpha when nobody has said anything: by threads, if the devices are slices of the host. Real ones take all
/// they can hold, as they are faster than the host.
double default_alpha(Platform const& platform) {
  double host = 0, all = 0;
  for (Unit const& unit : platform.units) {
    if (unit.kind == UnitKind::device && !unit.emulated) return 0;
    all += unit.threads;
    if (unit.kind == UnitKind::host) host += unit.threads;
  }
  return host / all;
}

bool has_real_device(Platform const& platform) {
  return std::any_of(platform.units.begin(), platform.units.end(),
                     [](Unit const& unit) { return unit.kind == UnitKind::device && !unit.emulated; });
}

/// Lowers the devices' shares to what they can hold and gives the rest to the host.
void fit_devices(Platform const& platform, Graph const& graph, SplitOptions const& options, Split& split) {
  auto const arcs = static_cast<double>(std::max<EdgeIndex>(1, graph.num_arcs()));
  double moved = 0;
  for (std::size_t u = 0; u < platform.units.size(); ++u) {
    Unit const& unit = platform.units[u];
    if (unit.kind == UnitKind::host || unit.memory == 0) continue;
    EdgeIndex const most = most_edges(worst_shape(graph, options, platform.units.size() == 1), unit.memory);
    double const largest = std::min(1.0, static_cast<double>(most) / arcs);
    if (split.shares[u] <= largest) continue;
    moved += split.shares[u] - largest;
    split.shares[u] = largest;
  }
  if (moved <= 0) return;
  if (!has_host(platform))
    throw Error(
        fmt::format("the graph does not fit the devices: {:.0f} % of its {} edges are left over; add "
                    "the host to the platform, or more devices",
                    100 * moved, graph.num_arcs()));
  split.shares[0] += moved;
  split.notes.push_back(
      fmt::format("alpha is {:.3f}: the devices' memory holds no more than {:.1f} % of the edges",
                  split.shares[0], 100 * (1 - split.shares[0])));
}

}  // namespace

Split choose_split(Platform const& platform, Graph const& graph, SplitOptions const& options) {
  bool const host = has_host(platform);
  std::size_t const num_devices = platform.units.size() - (host ? 1 : 0);
  Split split;
  split.policy = options.policy.value_or(has_real_device(platform) ? Policy::high : Policy::random);
  if (options.alpha && !(*options.alpha >= 0 && *options.alpha <= 1))
    throw Error(
        fmt::format("alpha is {}, but it is a share of the edges: give a number in 0..1", *options.alpha));
  if (!host && options.alpha && *options.alpha > 0)
    throw Error(fmt::format("alpha is {}, but platform {} has no host: give 0 or leave it out",
                            *options.alpha, to_string(platform.spec)));
  double const alpha = num_devices == 0 ? 1.0 : !host ? 0.0 : options.alpha.value_or(default_alpha(platform));
  if (host) split.shares.push_back(alpha);
  if (num_devices > 0)
    for (double const share : relative_device_shares(num_devices, options.device_shares))
      split.shares.push_back((1 - alpha) * share);
  fit_devices(platform, graph, options, split);
  for (std::size_t u = 0; u < platform.units.size(); ++u) {
    PartitionShape shape = worst_shape(graph, options, platform.units.size() == 1);
    shape.num_edges = static_cast<EdgeIndex>(split.shares[u] * static_cast<double>(graph.num_arcs()));
    split.unit_bytes.push_back(partition_bytes(shape));
  }
  return split;
}

}  // namespace tandem
