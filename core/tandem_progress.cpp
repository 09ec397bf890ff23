// SPDX-License-Identifier: BSD-3-Clause
#include <core/tandem_progress.hpp>

#include <core/impl/tandem_progress_impl.hpp>
#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <utility>
#include <vector>

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
  if (done == 0) return fmt::format("{}  {}", what, duration(seconds));
  std::string line = total == 0 ? fmt::format("{}  {}", what, with_prefix(amount, unit))
                                : fmt::format("{}  {} %", what, static_cast<int>(100 * (amount / whole)));
  if (seconds <= 0) return line;
  line += fmt::format("  {}/s", with_prefix(amount / seconds, unit));
  double const left = (whole - amount) / amount * seconds;
  constexpr double a_month = 30 * 86400.0;  // beyond it the guess says nothing
  if (total != 0 && left < a_month) line += fmt::format("  {} left", duration(left));
  return line;
}

}  // namespace Impl

namespace {

using std::chrono::steady_clock;

constexpr std::chrono::milliseconds first_draw{2000}, between_draws{100};
constexpr std::size_t max_columns = 79;  // a wrapped line could not be wiped by a carriage return
constexpr char const* wipe = "\r\x1b[K";

std::atomic<bool> progress_shown{false};

/// Lines that may be drawn, in the order in which their work began.
struct Lines {
  std::mutex mutex;
  std::vector<Progress const*> all;
};

Lines& lines() {
  static Lines lines;
  return lines;
}

bool may_draw() {
  return progress_shown && isatty(STDERR_FILENO);
}

/// A terminal that has gone away, as after a lost connection, must not end the work: fmt::print would throw.
void put(std::string const& text) {
  (void)std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

void show_progress(bool on) {
  progress_shown = on;
}

Progress::Progress(std::string what, std::uint64_t total, std::string unit)
    : m_what(std::move(what)), m_total(total), m_unit(std::move(unit)), m_start(steady_clock::now()) {
  if (!may_draw()) return;
  {
    std::lock_guard const lock(lines().mutex);
    lines().all.push_back(this);
  }
  m_drawer = std::jthread([this](std::stop_token const& stop) { draw_until(stop); });
}

Progress::~Progress() {
  if (!m_drawer.joinable()) return;
  m_drawer.request_stop();
  m_drawer.join();
  std::lock_guard const lock(lines().mutex);
  std::erase(lines().all, this);
}

void Progress::draw_until(std::stop_token const& stop) {
  std::condition_variable_any wake;
  std::unique_lock lock(lines().mutex);
  std::string drawn;
  for (auto next = m_start + first_draw;; next += between_draws) {
    wake.wait_until(lock, stop, next, [] { return false; });
    if (stop.stop_requested()) break;
    auto const now = steady_clock::now();
    if (is_hidden(now)) {
      drawn.clear();
      continue;
    }
    double const seconds = std::chrono::duration<double>(now - m_start).count();
    std::string line = Impl::progress_line(m_what, m_done, m_total, m_unit, seconds);
    line.resize(std::min(line.size(), max_columns));
    if (line != drawn) put(wipe + line);
    drawn = std::move(line);
  }
  if (!drawn.empty()) put(wipe);
}

bool Progress::is_hidden(steady_clock::time_point now) const {
  auto const& all = lines().all;
  return std::any_of(std::find(all.begin(), all.end(), this) + 1, all.end(),
                     [now](Progress const* later) { return now - later->m_start >= first_draw; });
}

}  // namespace tandem
