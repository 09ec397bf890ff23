// SPDX-License-Identifier: BSD-3-Clause
// The tandem command. Library code throws; here errors become one line on stderr and exit code 2.
#include "tandem_command.hpp"
#include "tandem_numbers.hpp"

#include <core/tandem_error.hpp>
#include <core/tandem_progress.hpp>
#include <core/tandem_spaces.hpp>
#include <core/tandem_types.hpp>
#include <core/tandem_version.hpp>
#include <exec/tandem_runtime.hpp>
#include <fmt/format.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <new>
#include <system_error>

namespace {

constexpr int exit_bad_input = 2;

std::string version_text() {
  return fmt::format(
      "tandem {} ({})\nKokkos {} ({}), host {}, device {}\nvertex ids of {} bits, edge indices of {} bits",
      TANDEM_VERSION, TANDEM_GIT_HASH, tandem::kokkos_version(), fmt::join(tandem::kokkos_backends(), ", "),
      tandem::Host::name(), tandem::device_is_host_v ? "emulated on the host" : tandem::Device::name(),
      8 * sizeof(tandem::VertexId), 8 * sizeof(tandem::EdgeIndex));
}

std::string typed_line;  ///< what command_line() gives

void remember_command_line(int argc, char const* const* argv) {
  typed_line = "tandem";
  for (int i = 1; i < argc; ++i) typed_line += fmt::format(" {}", argv[i]);
}

/// Whether an option of this name takes several values with commas between, whatever the command.
bool takes_list(CLI::App const& app, std::string const& name) {
  auto const commands = app.get_subcommands({});
  return std::any_of(commands.begin(), commands.end(), [&](CLI::App const* command) {
    auto const* const option = command->get_option_no_throw(name);
    return option != nullptr && option->get_delimiter() != '\0';
  });
}

/// CLI11 takes an empty text, as of a variable that is not set, for an option that is not given, and drops
/// the empty places of lists.
void refuse_empty_texts(CLI::App const& app, int argc, char const* const* argv) {
  bool in_list = false;
  for (int i = 1; i < argc; ++i) {
    std::string const word = argv[i];
    if (word.empty()) throw tandem::Error(fmt::format("the argument after '{}' is empty", argv[i - 1]));
    std::size_t const equals = word.starts_with("--") ? word.find('=') : word.npos;
    if (equals + 1 == word.size()) throw tandem::Error(fmt::format("nothing follows '{}'", word));
    if (word.starts_with('-')) in_list = takes_list(app, word.substr(0, equals));
    std::string const value = equals == word.npos ? word : word.substr(equals + 1);
    if (in_list && fmt::format(",{},", value).find(",,") != std::string::npos)
      throw tandem::Error(fmt::format("the list '{}' has an empty place", value));
  }
}

/// Names of files may have line breaks and worse.
std::string on_one_line(std::string_view text) {
  std::string line;
  for (char const c : text)
    line += static_cast<unsigned char>(c) < ' ' ? fmt::format("\\x{:02x}", static_cast<int>(c))
                                                : std::string(1, c);
  return line;
}

/// The exit code stands even where nobody can be told: fmt::print would throw.
int fail(std::string_view what) {
  std::fputs(fmt::format("tandem: {}\n", on_one_line(what)).c_str(), stderr);
  return exit_bad_input;
}

/// What is still in the buffer of stdout would be lost at exit without a word.
int flush_output() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return 0;
  return fail(fmt::format("can't write to standard output: {}", std::generic_category().message(errno)));
}

/// Lines about what was done, on stderr so that results can be piped.
void start_log(bool quiet) {
  auto const logger = spdlog::stderr_logger_mt("tandem");
  logger->set_pattern("%v");
  logger->set_level(quiet ? spdlog::level::warn : spdlog::level::info);
  spdlog::set_default_logger(logger);
  tandem::show_progress(!quiet);
}

}  // namespace

std::string const& tandem::app::command_line() {
  return typed_line;
}

int tandem::app::given_threads(CLI::App const& app) {
  auto const* const threads = app.get_option("--threads");
  return threads->count() > 0 ? threads->as<int>() : 0;
}

int main(int argc, char** argv) {
  remember_command_line(argc, argv);
  // A file that may not grow further is an error like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  CLI::App app{"Graphs larger than the accelerator, processed by host and device at once."};
  app.set_version_flag("--version", version_text());
  app.require_subcommand(0, 1);
  app.fallthrough();
  bool quiet = false;
  int threads = 0;
  app.add_flag("-q,--quiet", quiet, "no progress, no summary on stderr");
  app.add_option("--threads", threads, "threads of the host (default: OMP_NUM_THREADS, else one a core)")
      ->check(tandem::app::positive_number())
      ->transform(tandem::app::whole_number())
      ->type_name("N");
  tandem::app::Action action;
  tandem::app::add_generate_command(app, action);
  tandem::app::add_convert_command(app, action);
  tandem::app::add_info_command(app, action);
  tandem::app::add_calibrate_command(app, action);
  tandem::app::add_model_command(app, action);
  tandem::app::add_plan_command(app, action);
  tandem::app::add_run_command(app, action);
  tandem::app::add_graph500_command(app, action);
  try {
    refuse_empty_texts(app, argc, argv);
    app.parse(argc, argv);
    if (!action) return fail("which command? (try --help)");
    start_log(quiet);
    tandem::Runtime const runtime(threads);
    action();
    return flush_output();
  } catch (CLI::Success const& success) {
    app.exit(success);  // --help and --version
    return flush_output();
  } catch (CLI::ParseError const& error) {
    return fail(fmt::format("{} (try --help)", error.what()));
  } catch (tandem::Error const& error) {
    return fail(error.what());
  } catch (std::bad_alloc const&) {
    return fail("out of memory");
  } catch (std::system_error const& error) {
    return fail(error.what());  // of fmt::print, when stdout is full
  } catch (std::exception const& error) {
    std::string_view const what = error.what();  // Kokkos has no type for it
    if (what.find("failed to allocate") != what.npos) return fail("out of memory");
    return fail(fmt::format("internal error: {}", error.what()));
  }
}
