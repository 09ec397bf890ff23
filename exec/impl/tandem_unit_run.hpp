// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_UNIT_RUN_HPP
#define TANDEM_UNIT_RUN_HPP

#include <exec/impl/tandem_device_turn.hpp>
#include <exec/impl/tandem_mailer.hpp>
#include <exec/impl/tandem_rendezvous.hpp>
#include <exec/tandem_engine.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

namespace tandem::Impl {

/// A program on its unit, without the types.
class AnyUnitRun {
 public:
  virtual ~AnyUnitRun() = default;
  /// The records hold until the next run.
  virtual std::vector<StepRecord> const& run(Rendezvous& rendezvous, Timer const& timer) = 0;
};

template <template <class> class Program, class ExecutionSpace>
class UnitRun final : public AnyUnitRun {
 public:
  template <class Options>
  UnitRun(UnitSpace<ExecutionSpace> const& unit, PostOffice& office, Options const& options)
      : m_unit(static_cast<std::size_t>(unit.partition.id)),
        m_num_units(office.num_units()),
        m_mailer(unit.space, unit.partition, office),
        m_program(unit.space, unit.partition, options) {
    m_steps.reserve(expected_steps);
    m_awaited.reserve(m_num_units);
  }

  Program<ExecutionSpace>& program() { return m_program; }

  /// Supersteps: compute and send, wait for each of the others, hand out what they sent. Nobody needs to have
  /// read a mail before the next one is sent, as mails alternate between two boxes, so that units meet once a
  /// superstep.
  std::vector<StepRecord> const& run(Rendezvous& rendezvous, Timer const& timer) override {
    m_steps.clear();
    Vote all;
    for (int step = 0;; ++step) {
      StepRecord record;
      record.start = timer.seconds();
      Vote mine;
      Exchange const exchange = compute_and_send(step, all, mine, record);
      rendezvous.arrive(m_unit, step, mine);
      list_peers();
      while (!m_awaited.empty()) {
        Timer const wait;
        std::size_t const peer = rendezvous.wait_for_one(m_awaited, step);
        record.wait += wait.seconds();
        fetch(peer, step, record);  // while others still compute
      }
      all = rendezvous.total(step);
      bool const done = m_program.done(step, all);
      if (!done) receive(exchange, step, record);
      m_steps.push_back(record);
      if (done) return m_steps;
    }
  }

 private:
  /// More than nearly all runs have: nothing is allocated during those.
  static constexpr std::size_t expected_steps = 65536;

  Exchange compute_and_send(int step, Vote const& all, Vote& mine, StepRecord& record) {
    DeviceTurn<ExecutionSpace> const turn;
    Exchange exchange;
    {
      Kokkos::Profiling::ScopedRegion const region("tandem::superstep::compute");
      Timer const compute;
      exchange = m_program.compute(step, all, mine);
      record.compute = compute.seconds();
    }
    record.exchanged = exchange;
    record.active = mine.active;
    record.edges = mine.edges;
    Kokkos::Profiling::ScopedRegion const region("tandem::superstep::send");
    m_mailer.send(exchange, m_program, step, record);
    return exchange;
  }

  void list_peers() {
    m_awaited.clear();
    for (std::size_t peer = 0; peer < m_num_units; ++peer)
      if (peer != m_unit) m_awaited.push_back(peer);
  }

  void fetch(std::size_t peer, int step, StepRecord& record) {
    if constexpr (is_host_space_v<ExecutionSpace>) return;
    DeviceTurn<ExecutionSpace> const turn;
    Kokkos::Profiling::ScopedRegion const region("tandem::superstep::fetch");
    m_mailer.fetch(peer, step, record);
  }

  void receive(Exchange exchange, int step, StepRecord& record) {
    DeviceTurn<ExecutionSpace> const turn;
    Kokkos::Profiling::ScopedRegion const region("tandem::superstep::receive");
    for (std::size_t peer = 0; peer < m_num_units; ++peer)
      if (peer != m_unit) m_mailer.receive(exchange, m_program, peer, step, record);
  }

  std::size_t m_unit;
  std::size_t m_num_units;
  std::vector<std::size_t> m_awaited;  ///< peers that have not sent yet
  Mailer<ExecutionSpace, typename Program<ExecutionSpace>::Message> m_mailer;
  Program<ExecutionSpace> m_program;
  std::vector<StepRecord> m_steps;  ///< kept from run to run, so that even long ones allocate but once
};

}  // namespace tandem::Impl

#endif
