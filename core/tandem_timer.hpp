// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_TIMER_HPP
#define TANDEM_TIMER_HPP

#include <core/tandem_progress.hpp>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace tandem {

/// Runs from its construction on a clock that is never set back.
class Timer {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
  }

 private:
  std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

/// Where the time of a command went: named phases in the order in which they first ended. For one thread.
///
///     PhaseTimes times;
///     {
///       auto const timing = times.time("read");
///       edges = read_edge_list(space, path);
///     }
class PhaseTimes {
 public:
  struct Phase {
    std::string name;
    double seconds;
  };

  /// Times its own life, and says what it is when that takes long. The record must outlive it.
  class Scope {
   public:
    Scope(PhaseTimes& times, std::string name) : m_times(times), m_name(std::move(name)), m_line(m_name) {}
    ~Scope() { m_times.add(m_name, m_timer.seconds()); }
    Scope(Scope const&) = delete;
    Scope& operator=(Scope const&) = delete;

   private:
    PhaseTimes& m_times;
    std::string m_name;
    Progress m_line;
    Timer m_timer;
  };

  [[nodiscard]] Scope time(std::string name) { return {*this, std::move(name)}; }

  /// A name that was added before gets the sum.
  void add(std::string const& name, double seconds) {
    for (Phase& phase : m_phases)
      if (phase.name == name) {
        phase.seconds += seconds;
        return;
      }
    m_phases.push_back({name, seconds});
  }

  std::vector<Phase> const& phases() const { return m_phases; }

 private:
  std::vector<Phase> m_phases;
};

}  // namespace tandem

#endif
