// SPDX-License-Identifier: BSD-3-Clause
#include <core/tandem_progress.hpp>

#include <core/impl/tandem_progress_impl.hpp>
#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <utility>

namespace tandem {

namespace Impl {

namespace {

/// "123 MB", "1.5 G edges": bytes take their prefix glued to the unit.
std::string with_prefix(double value, std::string_view unit) {
  char const* const prefixes[] = {"", "k", "M", "G", "T", "P"};
  std::size_t p = 0;
  while (value >= 999.5 && p + 1 < std::size(prefixes)) {
    value /= 1000;
    ++p;
  }
  int const digits = p > 0 && value < 9.95 ? 1 : 0;
  char const* const gap = unit == "B" || p == 0 ? "" : " ";
  return fmt::format("{:.{}f} {}{}{}", value, digits, prefixes[p], gap, unit);
}

std::string duration(double seconds) {
  auto const s = static_cast<std::uint64_t>(seconds + 0.5);
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} min {} s", s / 60, s % 60);
  return fmt::format("{} h {} min", s / 3600, s % 3600 / 60);
}

}  // namespace

std::string progress_line(std::string_view what, std::uint64_t done, std::uint64_t total,
                          std::string_view unit, double seconds) {
  if (total != 0) done = std::min(done, total);
  auto const amount = static_cast<double>(done);
  auto const whole = static_cast<double>(total);
  std::string line = total == 0 ? fmt::format("{}  {}", what, with_prefix(amount, unit))
                                : fmt::format("{}  {} %", what, static_cast<int>(100 * (amount / whole)));
  if (done == 0 || seconds <= 0) return line;
  line += fmt::format("  {}/s", with_prefix(amount / seconds, unit));
  double const left = (whole - amount) / amount * seconds;
  constexpr double a_month = 30 * 86400.0;  // beyond it the guess says nothing
  if (total != 0 && left < a_month) line += fmt::format("  {} left", duration(left));
  return line;
}

}  // namespace Impl

namespace {

using std::chrono::steady_clock;

constexpr std::chrono::milliseconds first_draw{2000}, between_draws{100}, between_seconds{1000};
constexpr std::uint64_t never = static_cast<std::uint64_t>(-1);
constexpr std::size_t max_columns = 79;  // a wrapped line could not be wiped by a carriage return
constexpr char const* wipe = "\r\x1b[K";

std::atomic<bool> progress_shown{false};
std::atomic<int> num_progress_lines{0};

bool may_draw() {
  return progress_shown && isatty(STDERR_FILENO);
}

/// A terminal that has gone away, as after a lost connection, must not end the work: fmt::print would throw.
void put(std::string const& text) {
  (void)std::fwrite(text.data(), 1, text.size(), stderr);
}

void draw(std::string line) {
  line.resize(std::min(line.size(), max_columns));
  put(wipe + line);
}

double seconds_since(steady_clock::time_point start) {
  return std::chrono::duration<double>(steady_clock::now() - start).count();
}

}  // namespace

void show_progress(bool on) {
  progress_shown = on;
}

Progress::Progress(std::string what, std::uint64_t total, std::string unit)
    : m_what(std::move(what)),
      m_total(total),
      m_unit(std::move(unit)),
      m_start(steady_clock::now()),
      m_next_look(may_draw() ? 0 : never),
      m_next_draw(m_start + first_draw) {
  ++num_progress_lines;
}

Progress::~Progress() {
  --num_progress_lines;
  if (m_drawn) put(wipe);
}

void Progress::look(std::uint64_t done) {
  std::unique_lock const lock(m_mutex, std::try_to_lock);
  if (!lock) return;  // another thread is at it
  double const seconds = seconds_since(m_start);
  // Look again after some 20 ms of work, guessed from the rate so far; never later than twice the work done,
  // as a guess from a first few microseconds means little.
  double const step = std::min(static_cast<double>(done), static_cast<double>(done) / seconds * 0.02);
  m_next_look.store(done + std::max<std::uint64_t>(1, static_cast<std::uint64_t>(step)),
                    std::memory_order_relaxed);
  auto const now = steady_clock::now();
  if (now < m_next_draw) return;
  m_next_draw = now + between_draws;
  m_drawn = true;
  draw(Impl::progress_line(m_what, done, m_total, m_unit, seconds));
}

Waiting::Waiting(std::string what) {
  if (!may_draw()) return;
  m_drawer = std::jthread([what = std::move(what)](std::stop_token const& stop) {
    auto const start = steady_clock::now();
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    bool drawn = false;
    for (auto next = start + first_draw;; next += between_seconds) {
      wake.wait_until(lock, stop, next, [] { return false; });
      if (stop.stop_requested()) break;
      if (num_progress_lines > 0) continue;
      draw(fmt::format("{}  {}", what, Impl::duration(seconds_since(start))));
      drawn = true;
    }
    if (drawn) put(wipe);
  });
}

}  // namespace tandem
