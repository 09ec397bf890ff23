// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_MODEL_HPP
#define TANDEM_MODEL_HPP

#include <partition/tandem_assignment.hpp>
#include <partition/tandem_degree_profile.hpp>
#include <partition/tandem_rates.hpp>
#include <vector>

// TOTEM's performance model: a partition takes the time for its edges and for its messages, and the slowest
// one decides. We add what the paper leaves out where it matters: time for each vertex, several devices,
// messages counted after aggregation, and units that are busy in different supersteps. docs/model.md compares
// both with measurements.
namespace tandem {

/// What a unit has to do.
struct UnitLoad {
  double edges = 0;
  double vertices = 0;        ///< that have an edge
  double boundary_edges = 0;  ///< to vertices of other units
  double messages = 0;        ///< distinct vertices at their other ends
};

/// The paper's equation 1, with a term for vertices.
double predict_seconds(UnitLoad const& load, UnitRates const& rates, double messages_per_second);

/// Of host and devices together, each with the time that its own supersteps add up to: the longer one, and of
/// the other what does not overlap with it.
double predict_makespan(double host_seconds, double device_seconds, double overlap);

/// The paper's c: edges a second over a link of so many bytes a second.
double link_rate(double bytes_per_second, double bytes_per_edge);

/// The paper's equation 4: how much faster host and devices are than the host alone, if the host is the one
/// that takes longest. Rates in edges per second; beta is the share of edges that cost a message.
double predict_speedup(double alpha, double beta, double host_rate, double link_rate);

/// What each unit gets to do if the host, the first one where there is a host, has its share by `policy` and
/// the devices have theirs at random. Takes neighbours for drawn at random by degree, so that only degrees
/// matter: exact for a random split of a random graph, an estimate for others.
std::vector<UnitLoad> expect_loads(DegreeProfile const& profile, PartitionPolicy policy,
                                   std::vector<double> const& shares, bool has_host);

/// A split and what the model says of it.
struct Prediction {
  PartitionPolicy policy = PartitionPolicy::high;
  double alpha = 1;
  double beta = 0, beta_aggregated = 0;
  double seconds = 0;
};

Prediction predict(DegreeProfile const& profile, AlgorithmRates const& rates, PartitionPolicy policy,
                   std::vector<double> const& shares, bool has_host);

}  // namespace tandem

#endif
