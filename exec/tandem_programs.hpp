// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_PROGRAMS_HPP
#define TANDEM_PROGRAMS_HPP

#include <exec/impl/tandem_unit_run.hpp>
#include <exec/tandem_engine.hpp>
#include <algorithm>
#include <ctime>

namespace tandem {

/// One program object for each unit of an engine (tandem_program.hpp says what a program is), to be run any
/// number of times.
template <template <class> class Program>
class Programs {
 public:
  /// Makes the programs, each on its unit's thread.
  template <class Options>
  Programs(Engine& engine, Options const& options) : m_engine(engine), m_office(engine.num_units()) {
    m_units.resize(engine.num_units());
    engine.crew().run([&](std::size_t u) {
      engine.unit(u).visit([&](auto const& unit) {
        using Space = typename std::decay_t<decltype(unit)>::execution_space;
        Impl::DeviceTurn<Space> const turn;
        m_units[u] = std::make_unique<Impl::UnitRun<Program, Space>>(unit, m_office, options);
      });
    });
  }

  /// Programs hold memory of their unit's space: they go where they came from.
  ~Programs() {
    m_engine.crew().run([&](std::size_t u) { m_units[u].reset(); });
  }
  Programs(Programs const&) = delete;
  Programs& operator=(Programs const&) = delete;

  /// Supersteps until the programs are done.
  RunRecord run() {
    return run([](std::size_t, auto&) {});
  }

  /// The same after start(u, program) on each unit's thread, which is part of the time.
  template <class Start>
  RunRecord run(Start const& start) {
    return run(start, [](std::size_t, auto&, auto const&) {});
  }

  /// The same, and then finish(u, program, UnitSpace) on each unit's thread, when the programs of all units
  /// are done. The record has its time apart.
  template <class Start, class Finish>
  RunRecord run(Start const& start, Finish const& finish) {
    RunRecord record = m_engine.layout();
    Impl::Rendezvous rendezvous(m_units.size(), m_engine.may_spin());
    std::vector<double> finish_seconds(m_units.size());
    Timer const timer;
    std::clock_t const cpu = std::clock();
    m_engine.crew().run([&](std::size_t u) {
      try {
        visit(u, [&](auto& program, auto const&) { start(u, program); });
        record.units[u].steps = m_units[u]->run(rendezvous, timer);
        Timer const finishing;
        visit(u, [&](auto& program, auto const& unit) { finish(u, program, unit); });
        finish_seconds[u] = finishing.seconds();
      } catch (...) {
        rendezvous.fail(u);
        throw;
      }
    });
    record.finish_seconds = *std::max_element(finish_seconds.begin(), finish_seconds.end());
    record.seconds = timer.seconds() - record.finish_seconds;
    record.cpu_seconds = static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC;
    m_last_total = rendezvous.total(static_cast<int>(record.num_steps()) - 1);
    return record;
  }

  /// f(u, program, UnitSpace) on each unit's thread, all at once: to collect its results, for instance.
  template <class F>
  void for_each(F const& f) {
    m_engine.crew().run(
        [&](std::size_t u) { visit(u, [&](auto& program, auto const& unit) { f(u, program, unit); }); });
  }

  /// The votes of the last superstep, added up.
  Vote const& last_total() const { return m_last_total; }

  Engine& engine() { return m_engine; }

 private:
  /// f(program, UnitSpace), on the unit's thread.
  template <class F>
  void visit(std::size_t u, F const& f) {
    m_engine.unit(u).visit([&](auto const& unit) {
      using Space = typename std::decay_t<decltype(unit)>::execution_space;
      Impl::DeviceTurn<Space> const turn;
      f(static_cast<Impl::UnitRun<Program, Space>&>(*m_units[u]).program(), unit);
    });
  }

  Engine& m_engine;
  Impl::PostOffice m_office;
  Vote m_last_total;
  std::vector<std::unique_ptr<Impl::AnyUnitRun>> m_units;
};

}  // namespace tandem

#endif
