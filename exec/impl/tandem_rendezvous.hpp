// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_RENDEZVOUS_HPP
#define TANDEM_RENDEZVOUS_HPP

#include <core/tandem_timer.hpp>
#include <exec/tandem_program.hpp>
#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

namespace tandem::Impl {

/// Thrown in a unit that waits for another one which failed.
struct OtherUnitFailed {};

/// Where units meet at the end of a superstep: each says that it has sent everything, with its vote, and can
/// wait for each of the others. Supersteps may be shorter than it takes to go to sleep and be woken, so
/// that waiting begins by spinning, if nobody else needs the core.
class Rendezvous {
 public:
  Rendezvous(std::size_t num_units, bool spin) : m_places(num_units), m_spins(spin) {}

  /// Step `step` (from 0) of the unit is over, its mail is in the boxes.
  void arrive(std::size_t unit, int step, Vote const& vote) {
    Place& place = m_places[unit];
    place.votes[parity(step)] = vote;
    announce(place, step + 1);
  }

  /// Blocks until the unit has arrived at the end of `step`.
  void wait_for(std::size_t unit, int step) const {
    std::atomic<int> const& arrived = m_places[unit].arrived;
    if (m_spins) spin_until(arrived, step);
    for (int seen = arrived.load(std::memory_order_acquire); seen <= step;
         seen = arrived.load(std::memory_order_acquire))
      arrived.wait(seen, std::memory_order_acquire);
    if (m_failed.load(std::memory_order_acquire)) throw OtherUnitFailed{};
  }

  /// Votes of the step, added up in the order of units, so that all get the same sum to the last bit.
  /// Everyone must have arrived. Holds until the caller arrives at the end of the next step.
  Vote total(int step) const {
    Vote sum;
    for (Place const& place : m_places) sum.add(place.votes[parity(step)]);
    return sum;
  }

  /// Lets everyone go on who waits, or will wait, for this unit.
  void fail(std::size_t unit) {
    m_failed.store(true, std::memory_order_release);
    announce(m_places[unit], never);
  }

 private:
  static constexpr int never = 0x7fffffff;

  /// As long as units are usually apart at the end of a superstep.
  static constexpr double max_spin_seconds = 2e-3;

  static void spin_until(std::atomic<int> const& arrived, int step) {
    for (Timer const timer; timer.seconds() < max_spin_seconds;)
      for (int i = 0; i < 16; ++i) {
        if (arrived.load(std::memory_order_acquire) > step) return;
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
      }
  }

  static std::size_t parity(int step) {
    return static_cast<std::size_t>(step) % 2;
  }

  /// On cache lines of its own: others spin on it.
  struct alignas(128) Place {
    std::atomic<int> arrived{0};
    std::array<Vote, 2> votes;
  };

  /// Not with memory_order_release: libstdc++ looks whether anybody waits right after the store, and with
  /// that order the processor may look before the others can see it. Who went to sleep in between would never
  /// wake.
  static void announce(Place& place, int arrived) {
    place.arrived.store(arrived, std::memory_order_seq_cst);
    place.arrived.notify_all();
  }

  std::vector<Place> m_places;
  bool m_spins;
  std::atomic<bool> m_failed{false};
};

}  // namespace tandem::Impl

#endif
