// SPDX-License-Identifier: BSD-3-Clause
#include <partition/tandem_model.hpp>
#include <algorithm>
#include <cmath>

namespace tandem {

namespace {

/// Share of the vertices of each degree that the host gets.
std::vector<double> host_parts(DegreeProfile const& profile, PartitionPolicy policy, double alpha) {
  auto const& arcs = profile.arcs_by_degree();
  std::vector<double> parts(arcs.size(), alpha);
  if (policy == PartitionPolicy::random) return parts;
  double left = alpha * static_cast<double>(profile.num_arcs());
  for (std::size_t i = 0; i < arcs.size(); ++i) {
    std::size_t const c = policy == PartitionPolicy::low ? i : arcs.size() - 1 - i;
    auto const here = static_cast<double>(arcs[c]);
    parts[c] = here > 0 ? std::min(1.0, left / here) : 0;
    left -= parts[c] * here;
  }
  return parts;
}

/// That a vertex has a neighbour among those that have this share of all edges.
double chance_to_be_seen(double share, double degree) {
  constexpr double certain = 40;  // e to the minus 40 is nothing, and computing it is most of the work
  return share * degree > certain ? 1 : 1 - std::pow(1 - share, degree);
}

}  // namespace

double predict_seconds(UnitLoad const& load, UnitRates const& rates, double messages_per_second) {
  return load.edges / rates.edges_per_second + load.vertices / rates.vertices_per_second +
         load.messages / messages_per_second;
}

double predict_makespan(double host_seconds, double device_seconds, double overlap) {
  return std::max(host_seconds, device_seconds) + (1 - overlap) * std::min(host_seconds, device_seconds);
}

double link_rate(double bytes_per_second, double bytes_per_edge) {
  return bytes_per_second / bytes_per_edge;
}

double predict_speedup(double alpha, double beta, double host_rate, double link_rate) {
  return 1 / (alpha + beta * host_rate / link_rate);
}

std::vector<UnitLoad> expect_loads(DegreeProfile const& profile, PartitionPolicy policy,
                                   std::vector<double> const& shares, bool has_host) {
  double const alpha = has_host ? shares.front() : 0;
  auto const on_host = has_host ? host_parts(profile, policy, alpha)
                                : std::vector<double>(profile.arcs_by_degree().size(), 0.0);
  auto const num_arcs = static_cast<double>(profile.num_arcs());
  std::vector<UnitLoad> loads(shares.size());
  for (std::size_t u = 0; u < shares.size(); ++u) {
    bool const host = has_host && u == 0;
    double const share = shares[u];
    double const of_devices = alpha < 1 ? share / (1 - alpha) : 0;
    loads[u].edges = share * num_arcs;
    loads[u].boundary_edges = share * (1 - share) * num_arcs;
    for (std::size_t c = 1; c < on_host.size(); ++c) {
      auto const vertices = static_cast<double>(profile.vertices_by_degree()[c]);
      if (vertices == 0) continue;
      double const degree = static_cast<double>(profile.arcs_by_degree()[c]) / vertices;
      double const owned = host ? on_host[c] : (1 - on_host[c]) * of_devices;
      loads[u].vertices += owned * vertices;
      loads[u].messages += (1 - owned) * vertices * chance_to_be_seen(share, degree);
    }
  }
  return loads;
}

Prediction predict(DegreeProfile const& profile, AlgorithmRates const& rates, PartitionPolicy policy,
                   std::vector<double> const& shares, bool has_host) {
  Prediction prediction{.policy = policy, .alpha = has_host ? shares.front() : 0};
  auto const loads = expect_loads(profile, policy, shares, has_host);
  double const edges = std::max(1.0, static_cast<double>(profile.num_arcs()));
  double host_seconds = 0, device_seconds = 0;
  for (std::size_t u = 0; u < loads.size(); ++u) {
    prediction.beta += loads[u].boundary_edges / edges;
    prediction.beta_aggregated += loads[u].messages / edges;
    bool const host = has_host && u == 0;
    double const seconds =
        predict_seconds(loads[u], host ? rates.host : rates.device, rates.messages_per_second);
    // Devices share at random what the host leaves: they are busy at the same time.
    double& side = host ? host_seconds : device_seconds;
    side = std::max(side, seconds);
  }
  prediction.seconds = predict_makespan(host_seconds, device_seconds, rates.overlap_of(policy));
  return prediction;
}

}  // namespace tandem
