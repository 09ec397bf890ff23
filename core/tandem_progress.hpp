// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_PROGRESS_HPP
#define TANDEM_PROGRESS_HPP

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace tandem {

/// Lets Progress draw. Off until a program asks for it: a library does not write to stderr on its own.
void show_progress(bool on);

/// A line on stderr for work that takes over two seconds, e.g. "reading edges  45 %  123 MB/s  3 s left".
/// Only when stderr is a terminal; drawn at most ten times a second; wiped when the work is done.
class Progress {
 public:
  /// `unit` is what `total` counts: "B" for bytes, "edges", ... `total` 0: not known beforehand.
  Progress(std::string what, std::uint64_t total, std::string unit);
  ~Progress();
  Progress(Progress const&) = delete;
  Progress& operator=(Progress const&) = delete;

  /// Call it from any thread, for every block of work: it costs an atomic addition.
  void advance(std::uint64_t amount) {
    std::uint64_t const done = m_done.fetch_add(amount, std::memory_order_relaxed) + amount;
    if (done >= m_next_look.load(std::memory_order_relaxed)) look(done);
  }

 private:
  /// Reads the clock, draws when it is time, and says at which amount to look again.
  void look(std::uint64_t done);

  std::string m_what;
  std::uint64_t m_total;
  std::string m_unit;
  std::chrono::steady_clock::time_point m_start;
  std::atomic<std::uint64_t> m_done{0};
  std::atomic<std::uint64_t> m_next_look;  ///< beyond any amount when nothing may be drawn
  std::mutex m_mutex;                      ///< for the rest
  std::chrono::steady_clock::time_point m_next_draw;
  bool m_drawn = false;
};

/// A line on stderr for work that takes over two seconds and can't tell how far it is, e.g. "partition  12
/// s". Under the same conditions as Progress, and only while there is none of those.
class Waiting {
 public:
  explicit Waiting(std::string what);

 private:
  std::jthread m_drawer;  ///< none when nothing may be drawn
};

}  // namespace tandem

#endif
