// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_cgroup.hpp>
#include <fmt/format.h>
#include <fstream>
#include <string>

namespace tandem::Impl {

std::vector<CgroupFolder> cgroup_folders(std::string_view controller, std::filesystem::path const& membership,
                                         std::filesystem::path const& root) {
  std::vector<CgroupFolder> folders;
  std::string const wanted = fmt::format(",{},", controller);
  std::ifstream in(membership);
  // Lines are "number:controllers:path"; version 2 has no controllers.
  for (std::string line; std::getline(in, line);) {
    std::size_t const first = line.find(':');
    std::size_t const second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    std::string const controllers = fmt::format(",{},", line.substr(first + 1, second - first - 1));
    bool const v2 = controllers == ",,";
    if (!v2 && controllers.find(wanted) == std::string::npos) continue;
    std::filesystem::path const top = v2 ? root : root / controller;
    for (std::filesystem::path group = line.substr(second + 1);; group = group.parent_path()) {
      folders.push_back({top / group.relative_path(), v2});
      if (group.relative_path().empty()) break;
    }
  }
  return folders;
}

}  // namespace tandem::Impl
