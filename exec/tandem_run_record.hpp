// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_RUN_RECORD_HPP
#define TANDEM_RUN_RECORD_HPP

#include <exec/tandem_program.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tandem {

/// How the messages of a channel travelled in a superstep: whatever took the fewest bytes. Arrays that all
/// units see are lent if the program offers them, without counting what is in them.
enum class MailFormat : int {
  empty,
  dense,   ///< a value for each vertex
  bitmap,  ///< a bit for each vertex, and a value for each bit
  list,    ///< pairs of vertex and value
  lent     ///< not at all: the receiver read them where they were
};
inline constexpr std::size_t num_mail_formats = 5;
char const* to_string(MailFormat format);

/// Where a unit's time went in a superstep, in seconds.
struct StepRecord {
  double start = 0;  ///< since the run's start
  double compute = 0;
  double pack = 0;      ///< collecting the messages to send
  double copy_out = 0;  ///< of them, from a device to host memory
  double wait = 0;      ///< for the other units
  double copy_in = 0;   ///< of the messages that came, to a device
  double scatter = 0;   ///< handing them out
  Exchange exchanged = Exchange::none;
  std::uint64_t active = 0;
  std::uint64_t edges = 0;
  std::array<std::uint64_t, num_mail_formats> bytes = {};  ///< sent, by format

  double copy() const { return copy_out + copy_in; }
  double exchange() const { return pack + copy() + scatter; }
  double busy() const { return compute + exchange(); }
  double seconds() const { return busy() + wait; }

  /// All but the start and the kind of exchange.
  void add(StepRecord const& other);
};

struct UnitRecord {
  std::string name;  ///< "host", "device 0"
  int threads = 1;
  std::uint64_t vertices = 0;
  std::uint64_t ghosts = 0;
  std::uint64_t edges = 0;
  std::uint64_t boundary_edges = 0;
  std::uint64_t boundary_targets = 0;  ///< vertices of other units that they lead to, each counted once
  std::uint64_t bytes = 0;             ///< of the partition, without state and mail
  std::vector<StepRecord> steps;
};

/// One run of a program.
struct RunRecord {
  double seconds = 0;         ///< of the supersteps
  double finish_seconds = 0;  ///< of what units did after the last one
  double cpu_seconds = 0;     ///< of all threads of the process: says more than the clock on a busy machine
  std::vector<UnitRecord> units;

  /// Share of the edges on the host.
  double alpha() const;
  /// Share of the edges that lead to another partition, and of the messages that are left when those to the
  /// same vertex are joined.
  double beta() const;
  double beta_aggregated() const;
  /// From the start of the run to that of the last unit's first superstep.
  double init_seconds() const;
  /// A unit's steps added up.
  static StepRecord total(UnitRecord const& unit);
  std::size_t num_steps() const { return units.empty() ? 0 : units.front().steps.size(); }
};

/// The record for machines.
std::string to_json(RunRecord const& record);
/// For chrome://tracing and Perfetto: a row for each unit, a bar for each phase. Runs follow each other
/// without a gap, whatever was between them.
std::string to_trace(std::vector<RunRecord> const& runs);

}  // namespace tandem

#endif
