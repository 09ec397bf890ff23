// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_FILE_NAME_HPP
#define TANDEM_FILE_NAME_HPP

#include <filesystem>
#include <string>

namespace tandem::Impl {

/// The extension that tells the format: that of "graph.sg.zst" is ".sg".
inline std::string format_extension(std::filesystem::path path) {
  if (path.extension() == ".gz" || path.extension() == ".zst") path.replace_extension();
  return path.extension().string();
}

}  // namespace tandem::Impl

#endif
