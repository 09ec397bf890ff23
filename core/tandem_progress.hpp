// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_PROGRESS_HPP
#define TANDEM_PROGRESS_HPP

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

namespace tandem {

/// Lets Progress draw. Off until a program asks for it: a library does not write to stderr on its own.
void show_progress(bool on);

/// A line on stderr for work that takes over two seconds, e.g. "reading edges  45 %  123 MB/s  3 s left".
/// Thread safe; drawn at most ten times a second; wiped when the work is done.
class Progress {
 public:
  /// `unit` is what `total` counts: "B" for bytes, "edges", ... `total` 0: not known beforehand.
  Progress(std::string what, std::uint64_t total, std::string unit);
  ~Progress();
  Progress(Progress const&) = delete;
  Progress& operator=(Progress const&) = delete;

  void advance(std::uint64_t amount);

 private:
  void draw(std::uint64_t done, double seconds);

  std::string m_what;
  std::uint64_t m_total;
  std::string m_unit;
  std::chrono::steady_clock::time_point m_start;
  std::atomic<std::uint64_t> m_done{0};
  std::atomic<std::int64_t> m_next_draw_ms;
  std::mutex m_mutex;
  bool m_drawn = false;
};

}  // namespace tandem

#endif
