// SPDX-License-Identifier: BSD-3-Clause
#include <exec/impl/tandem_crew.hpp>
#include <exec/impl/tandem_rendezvous.hpp>

namespace tandem::Impl {

Crew::Crew(std::size_t num_units) : m_failures(num_units) {
  for (std::size_t unit = 0; unit < num_units; ++unit) m_threads.emplace_back([this, unit] { work(unit); });
}

Crew::~Crew() {
  {
    std::lock_guard const lock(m_mutex);
    m_stop = true;
  }
  m_start.notify_all();
  for (std::thread& thread : m_threads) thread.join();
}

void Crew::run(std::function<void(std::size_t)> const& job) {
  std::unique_lock lock(m_mutex);
  m_failures.assign(size(), nullptr);
  m_job = &job;
  m_running = size();
  ++m_round;
  m_start.notify_all();
  m_end.wait(lock, [this] { return m_running == 0; });
  std::exception_ptr consequence;
  for (std::exception_ptr const& failure : m_failures) {
    if (!failure) continue;
    try {
      std::rethrow_exception(failure);
    } catch (OtherUnitFailed const&) {
      consequence = failure;
    }
  }
  if (consequence) std::rethrow_exception(consequence);
}

void Crew::work(std::size_t unit) {
  for (std::size_t done = 0;;) {
    std::function<void(std::size_t)> const* job = nullptr;
    {
      std::unique_lock lock(m_mutex);
      m_start.wait(lock, [&] { return m_stop || m_round != done; });
      if (m_stop) return;
      done = m_round;
      job = m_job;
    }
    std::exception_ptr failure;
    try {
      (*job)(unit);
    } catch (...) {
      failure = std::current_exception();
    }
    std::lock_guard const lock(m_mutex);
    m_failures[unit] = failure;
    if (--m_running == 0) m_end.notify_all();
  }
}

}  // namespace tandem::Impl
