// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_CREW_HPP
#define TANDEM_CREW_HPP

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace tandem::Impl {

/// A persistent thread for each processing unit: OpenMP keeps a pool of workers for every thread that
/// launches kernels, so that these must be few and stay.
class Crew {
 public:
  explicit Crew(std::size_t num_units);
  ~Crew();
  Crew(Crew const&) = delete;
  Crew& operator=(Crew const&) = delete;

  std::size_t size() const { return m_threads.size(); }

  /// Runs job(unit) on the thread of each unit, all at once; blocks until all are done. Throws what the first
  /// unit that failed threw; a unit that only failed because another one did counts last.
  void run(std::function<void(std::size_t)> const& job);

 private:
  void work(std::size_t unit);

  std::mutex m_mutex;
  std::condition_variable m_start, m_end;
  std::function<void(std::size_t)> const* m_job = nullptr;
  std::size_t m_round = 0;
  std::size_t m_running = 0;
  bool m_stop = false;
  std::vector<std::exception_ptr> m_failures;
  std::vector<std::thread> m_threads;
};

}  // namespace tandem::Impl

#endif
