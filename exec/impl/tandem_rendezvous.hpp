// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_RENDEZVOUS_HPP
#define TANDEM_RENDEZVOUS_HPP

#include <core/tandem_timer.hpp>
#include <exec/tandem_program.hpp>
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

namespace tandem::Impl {

/// Thrown in a unit that waits for another one which failed.
struct OtherUnitFailed {};

/// Where units meet at the end of a superstep: each says that it has sent everything, with its vote, and
/// waits for the others, in the order in which they come. Supersteps may be shorter than it takes to go to
/// sleep and be woken, so that waiting begins by spinning, if nobody else needs the core.
class Rendezvous {
 public:
  Rendezvous(std::size_t num_units, bool spin) : m_places(num_units), m_spins(spin) {}

  /// Step `step` (from 0) of the unit is over, its mail is in the boxes.
  void arrive(std::size_t unit, int step, Vote const& vote) {
    Place& place = m_places[unit];
    place.votes[parity(step)] = vote;
    announce(place, step + 1);
  }

  /// Blocks until one of the units has arrived at the end of `step`; takes it off the list and returns it.
  std::size_t wait_for_one(std::vector<std::size_t>& units, int step) const {
    auto arrived = m_spins ? spin_for_one(units, step) : find_arrived(units, step);
    while (arrived == units.end()) {
      // Who comes after this was read is seen by the look at all of them, or ends the sleep.
      std::uint32_t const seen = m_arrivals.load(std::memory_order_seq_cst);
      arrived = find_arrived(units, step);
      if (arrived == units.end()) m_arrivals.wait(seen, std::memory_order_seq_cst);
    }
    if (m_failed.load(std::memory_order_acquire)) throw OtherUnitFailed{};
    std::size_t const unit = *arrived;
    units.erase(arrived);
    return unit;
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

  using Found = std::vector<std::size_t>::iterator;

  Found find_arrived(std::vector<std::size_t>& units, int step) const {
    return std::find_if(units.begin(), units.end(), [&](std::size_t unit) {
      return m_places[unit].arrived.load(std::memory_order_acquire) > step;
    });
  }

  Found spin_for_one(std::vector<std::size_t>& units, int step) const {
    for (Timer const timer; timer.seconds() < max_spin_seconds;)
      for (int i = 0; i < 16; ++i) {
        if (auto const arrived = find_arrived(units, step); arrived != units.end()) return arrived;
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
      }
    return units.end();
  }

  static std::size_t parity(int step) {
    return static_cast<std::size_t>(step) % 2;
  }

  /// On cache lines of its own: others spin on it.
  struct alignas(128) Place {
    std::atomic<int> arrived{0};
    std::array<Vote, 2> votes;
  };

  /// Not with memory_order_release: libstdc++ looks whether anybody waits right after the change, and with
  /// that order the processor may look before the others can see it. Who went to sleep in between would never
  /// wake.
  void announce(Place& place, int arrived) {
    place.arrived.store(arrived, std::memory_order_seq_cst);
    m_arrivals.fetch_add(1, std::memory_order_seq_cst);
    m_arrivals.notify_all();
  }

  std::vector<Place> m_places;
  alignas(128) std::atomic<std::uint32_t> m_arrivals{0};  ///< of all units, for those that sleep
  bool m_spins;
  std::atomic<bool> m_failed{false};
};

}  // namespace tandem::Impl

#endif
