// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_PROGRESS_HPP
#define TANDEM_PROGRESS_HPP

#include <atomic>
#include <chrono>
#include <cstdint>
#include <stop_token>
#include <string>
#include <thread>

namespace tandem {

/// Lets Progress draw. Off until a program asks for it: a library does not write to stderr on its own.
void show_progress(bool on);

/// A line on stderr for work that takes over two seconds, e.g. "reading edges  45 %  123 MB/s  3 s left", or
/// "partition  12 s" of work that can't tell how far it is. Only when stderr is a terminal; wiped when the
/// work is done. Of several that are due the one that began last is drawn.
class Progress {
 public:
  /// `unit` is what `total` counts: "B" for bytes, "edges", ... `total` 0: not known beforehand.
  explicit Progress(std::string what, std::uint64_t total = 0, std::string unit = {});
  ~Progress();
  Progress(Progress const&) = delete;
  Progress& operator=(Progress const&) = delete;

  /// Call it from any thread, for every block of work: it costs an atomic addition.
  void advance(std::uint64_t amount) { m_done.fetch_add(amount, std::memory_order_relaxed); }

 private:
  void draw_until(std::stop_token const& stop);
  bool is_hidden(std::chrono::steady_clock::time_point now) const;

  std::string m_what;
  std::uint64_t m_total;
  std::string m_unit;
  std::chrono::steady_clock::time_point m_start;
  std::atomic<std::uint64_t> m_done{0};
  std::jthread m_drawer;  ///< none when nothing may be drawn
};

}  // namespace tandem

#endif
