// SPDX-License-Identifier: BSD-3-Clause
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <core/tandem_types.hpp>
#include <nlohmann/json.hpp>

int main(int argc, char** argv) {
  CLI::App app{"Graphs on host and device at once"};
  app.set_version_flag("--version", tandem::version_text());
  CLI11_PARSE(app, argc, argv);
  return 0;
}
