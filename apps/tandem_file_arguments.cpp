// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_file_arguments.hpp"

#include <core/tandem_error.hpp>
#include <fmt/format.h>
#include <map>
#include <system_error>

namespace tandem::app {

namespace {

/// One for each file; empty for what nothing can take the place of: pipes, sockets, terminals. As text:
/// hipcc 5.2 crashes on a map of paths.
std::string identity(std::filesystem::path const& path) {
  std::error_code ignored;  // that of a bad name is told when it is opened
  auto const status = std::filesystem::status(path, ignored);
  if (path.empty() || (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)))
    return {};
  return std::filesystem::weakly_canonical(std::filesystem::absolute(path, ignored), ignored).string();
}

}  // namespace

void refuse_same_files(std::vector<FileArgument> const& inputs, std::vector<FileArgument> const& outputs) {
  std::map<std::string, std::string> names;
  for (FileArgument const& input : inputs)
    if (auto const path = identity(input.path); !path.empty()) names.try_emplace(path, input.name);
  for (FileArgument const& output : outputs) {
    auto const path = identity(output.path);
    if (path.empty()) continue;
    auto const [other, is_new] = names.try_emplace(path, output.name);
    if (!is_new)
      throw Error(
          fmt::format("{} and {} name the same file, {}", other->second, output.name, output.path.string()));
  }
}

}  // namespace tandem::app
