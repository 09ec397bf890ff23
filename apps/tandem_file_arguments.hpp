// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_FILE_ARGUMENTS_HPP
#define TANDEM_FILE_ARGUMENTS_HPP

#include <filesystem>
#include <string>
#include <vector>

namespace tandem::app {

/// A file on the command line: what names it, such as --json, and its path, empty if there is none.
struct FileArgument {
  std::string name;
  std::filesystem::path path;
};

/// Throws Error when a file to be written is also read, or written twice: it would take the other's place.
void refuse_same_files(std::vector<FileArgument> const& inputs, std::vector<FileArgument> const& outputs);

}  // namespace tandem::app

#endif
