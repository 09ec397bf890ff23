// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_GENERATE_HPP
#define TANDEM_GENERATE_HPP

#include <core/tandem_edge_list.hpp>
#include <string>
#include <string_view>

namespace tandem {

enum class WeightKind {
  none,
  integer,  ///< 1..255, uniform
  unit      ///< [0, 1), uniform
};

struct GenerateOptions {
  std::uint64_t seed = 1;
  WeightKind weights = WeightKind::none;
};

/// Generates the graph that `spec` names, e.g. "kron:20", "rmat:20:16", "uniform:20", "grid:1000x1000",
/// "star:100"; generator_help() lists them all. The result depends on spec and options alone, never on the
/// number of threads.
EdgeList generate(Host const& space, std::string_view spec, GenerateOptions const& options = {});

/// True when `spec` starts with the name of a generator and a colon.
bool is_generator(std::string_view spec);

/// One line for each generator: its form and what it makes.
std::string generator_help();

}  // namespace tandem

#endif
