// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_SPLIT_HPP
#define TANDEM_SPLIT_HPP

#include <core/tandem_graph.hpp>
#include <exec/tandem_platform.hpp>
#include <partition/tandem_assignment.hpp>
#include <partition/tandem_memory.hpp>
#include <partition/tandem_model.hpp>
#include <optional>
#include <string>
#include <vector>

namespace tandem {

/// What the time of a program goes with.
enum class Work {
  by_edge,
  by_vertex  ///< it looks at few edges of each vertex
};

/// What a program asks of the units that it runs on. The header of each algorithm has it.
struct ProgramNeeds {
  bool in_edges = false;
  bool weights = false;
  Work work = Work::by_edge;
  ProgramBytes bytes = {};
};

/// Of two programs on one engine that are there at the same time, or one after the other.
ProgramNeeds needs_side_by_side(ProgramNeeds const& a, ProgramNeeds const& b);
ProgramNeeds needs_in_turn(ProgramNeeds const& a, ProgramNeeds const& b);

/// What the user may leave open about the split of a graph.
struct SplitOptions {
  std::optional<PartitionPolicy> policy = std::nullopt;
  std::optional<double> alpha = std::nullopt;
  std::vector<double> device_shares = {};  ///< of what the host does not keep; empty: equal
  ProgramNeeds needs = {};
  /// Of the units at hand, from a profile: the model then decides what is left open.
  std::optional<AlgorithmRates> rates = std::nullopt;
  /// Devices read them from host memory instead of their own. Slices of the host do so anyway: for those with
  /// a given size of memory they count as the host's then.
  bool edges_on_host = false;
};

/// Throws Error for options that make no sense on the platform, whatever the graph.
void check_split_options(Platform const& platform, SplitOptions const& options);

/// How a graph is split over the units of a platform.
struct Split {
  PartitionPolicy policy = PartitionPolicy::high;
  std::vector<double> shares = {};  ///< of the arcs, for each unit
  Assignment assignment = {};
  std::vector<OwnedPart> parts = {};                    ///< what each unit gets
  std::vector<std::size_t> unit_bytes = {};             ///< an upper bound on what each unit will need
  std::optional<Prediction> prediction = std::nullopt;  ///< what the model says of it, where there are rates
  std::vector<std::string> notes = {};                  ///< what the user should know
};

/// Decides what the options leave open, before anything big is allocated. Without rates, real devices: policy
/// HIGH, and alpha by a calibration of the units (tandem_calibrate.hpp); slices of the host: alpha by
/// threads, and a random cut for work by edge, HIGH for work by vertex, as hubs then cost no more than
/// others. With rates, the alpha for which the model predicts the shortest time, by the same policy unless
/// another one is predicted to be more than 10 % faster. No unit's share exceeds its memory: alpha is raised
/// or lowered instead, which a note tells. `seed` decides what is left to chance. Throws Error for options
/// that make no sense and for a graph that fits nowhere.
Split choose_split(Host const& space, Platform const& platform, Graph const& graph,
                   SplitOptions const& options, std::uint64_t seed = 1);

/// The split that an assignment of the graph's vertices makes. Throws Error when a unit can't hold its part.
Split adopt_assignment(Host const& space, Platform const& platform, Graph const& graph,
                       Assignment const& assignment, SplitOptions const& options);

/// What the model says of every split worth looking at: of the policy in the options or of all, alpha from 0
/// to 1 by 0.01, as far as the devices can hold their share. The options must have rates.
std::vector<Prediction> predict_splits(Host const& space, Platform const& platform, Graph const& graph,
                                       SplitOptions const& options);

}  // namespace tandem

#endif
