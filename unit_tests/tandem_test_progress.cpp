// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_progress_impl.hpp>
#include <core/tandem_progress.hpp>
#include <catch2/catch_test_macros.hpp>
#include <fcntl.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

namespace {

/// Sends stderr to `fd` while it lives.
class RedirectStderr {
 public:
  explicit RedirectStderr(int fd) : m_saved(dup(STDERR_FILENO)) {
    std::fflush(stderr);
    dup2(fd, STDERR_FILENO);
  }
  ~RedirectStderr() {
    std::fflush(stderr);
    dup2(m_saved, STDERR_FILENO);
    close(m_saved);
  }
  RedirectStderr(RedirectStderr const&) = delete;
  RedirectStderr& operator=(RedirectStderr const&) = delete;

 private:
  int m_saved;
};

/// A terminal that nobody sees: `slave` is the side a program writes to.
struct PseudoTerminal {
  int master = posix_openpt(O_RDWR | O_NOCTTY);
  int slave = -1;

  PseudoTerminal() {
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) return;
    slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    fcntl(master, F_SETFL, O_NONBLOCK);
  }
  ~PseudoTerminal() {
    if (slave >= 0) close(slave);
    if (master >= 0) close(master);
  }
  PseudoTerminal(PseudoTerminal const&) = delete;
  PseudoTerminal& operator=(PseudoTerminal const&) = delete;

  /// What was written so far and not yet taken.
  std::string take() const {
    std::string text;
    char buffer[4096];
    for (ssize_t n; (n = read(master, buffer, sizeof buffer)) > 0;)
      text.append(buffer, static_cast<std::size_t>(n));
    return text;
  }
};

void work_for(tandem::Progress& progress, std::chrono::milliseconds time) {
  auto const end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
    progress.advance(1000);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace

TEST_CASE("progress line", "[progress]") {
  using tandem::Impl::progress_line;
  CHECK(progress_line("reading edges", 450'000'000, 1'000'000'000, "B", 3.66) ==
        "reading edges  45 %  123 MB/s  4 s left");
  CHECK(progress_line("sorting", 5'000'000, 20'000'000, "edges", 2) ==
        "sorting  25 %  2.5 M edges/s  6 s left");
  CHECK(progress_line("x", 100, 1000, "edges", 10) == "x  10 %  10 edges/s  1 min 30 s left");
  CHECK(progress_line("x", 1, 1000, "B", 10) == "x  0 %  0 B/s  2 h 46 min left");
  CHECK(progress_line("x", 1, std::uint64_t(1) << 40, "B", 10) == "x  0 %  0 B/s");
  CHECK(progress_line("x", 0, 1000, "B", 2) == "x  2 s");
  CHECK(progress_line("x", 500, 1000, "B", 0) == "x  50 %");
  CHECK(progress_line("x", 1000, 1000, "B", 1) == "x  100 %  1.0 kB/s  0 s left");
  CHECK(progress_line("x", 5000, 1000, "B", 1) == "x  100 %  1.0 kB/s  0 s left");
  CHECK(progress_line("x", 999'999'999, 1'000'000'000, "B", 1) == "x  99 %  1.0 GB/s  0 s left");
  CHECK(progress_line("unpacking", 1'234'000'000, 0, "B", 10) == "unpacking  1.2 GB  123 MB/s");
  CHECK(progress_line("unpacking", 0, 0, "lines", 10) == "unpacking  10 s");
}

TEST_CASE("progress is drawn on a terminal only, late, seldom, and wiped", "[progress]") {
  PseudoTerminal const terminal;
  if (terminal.slave < 0) SKIP("no pseudo-terminal to be had here");
  std::FILE* const file = std::tmpfile();
  REQUIRE(file != nullptr);

  std::string early, late, end;
  {
    RedirectStderr const redirect(terminal.slave);
    tandem::Progress off("off", 0, "B");
    tandem::show_progress(true);
    tandem::Progress on("working", 0, "B");
    work_for(on, std::chrono::milliseconds(1000));
    early = terminal.take();
    work_for(on, std::chrono::milliseconds(1500));
    off.advance(1000);
    late = terminal.take();
  }
  end = terminal.take();
  {
    RedirectStderr const redirect(fileno(file));
    tandem::Progress piped("piped", 0, "B");
    work_for(piped, std::chrono::milliseconds(2200));
  }
  tandem::show_progress(false);

  CHECK(early.empty());
  CHECK(late.find("working  ") != std::string::npos);
  CHECK(late.find("off") == std::string::npos);
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = late.find("working", at)) != std::string::npos; ++at) ++lines;
  CHECK(lines <= 8);  // half a second at ten a second, and some slack
  CHECK(end == "\r\x1b[K");
  CHECK(std::ftell(file) == 0);
  std::fclose(file);
}

TEST_CASE("work that cannot tell how far it is says how long it takes", "[progress]") {
  PseudoTerminal const terminal;
  if (terminal.slave < 0) SKIP("no pseudo-terminal to be had here");
  using std::chrono::milliseconds;
  std::string early, alone, both, late, end;
  tandem::show_progress(true);
  {
    RedirectStderr const redirect(terminal.slave);
    tandem::Progress const waiting("partition");
    std::this_thread::sleep_for(milliseconds(1500));
    early = terminal.take();
    {
      tandem::Progress const step("step");
      std::this_thread::sleep_for(milliseconds(900));
      alone = terminal.take();
      std::this_thread::sleep_for(milliseconds(1700));
      both = terminal.take();
    }
    std::this_thread::sleep_for(milliseconds(700));
    late = terminal.take();
  }
  end = terminal.take();
  tandem::show_progress(false);
  CHECK(early.empty());
  CHECK(alone == "\r\x1b[Kpartition  2 s");
  // What began last, as soon as it takes long itself.
  std::string const last_line = both.substr(both.rfind('\r'));
  CHECK((last_line == "\r\x1b[Kstep  2 s" || last_line == "\r\x1b[Kstep  3 s"));
  CHECK(late.find("\r\x1b[K\r\x1b[Kpartition  ") == 0);
  CHECK(end == "\r\x1b[K");
}

TEST_CASE("a step that takes long is seen before it is done", "[progress]") {
  PseudoTerminal const terminal;
  if (terminal.slave < 0) SKIP("no pseudo-terminal to be had here");
  std::string seen;
  tandem::show_progress(true);
  {
    RedirectStderr const redirect(terminal.slave);
    tandem::Progress const progress("searching", 1, "sources");
    std::this_thread::sleep_for(std::chrono::milliseconds(2300));
    seen = terminal.take();
  }
  tandem::show_progress(false);
  CHECK(seen == "\r\x1b[Ksearching  2 s");
}
