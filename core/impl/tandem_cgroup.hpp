// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_CGROUP_HPP
#define TANDEM_CGROUP_HPP

#include <filesystem>
#include <string_view>
#include <vector>

namespace tandem::Impl {

/// A folder with the limits of one control group.
struct CgroupFolder {
  std::filesystem::path path;
  bool v2 = true;  ///< the two versions name their files differently
};

/// The groups of this process that a controller ("memory", "cpu") governs, each followed by those above it:
/// a limit holds for everything below. Folders need not exist; inside a container the inner ones often
/// don't. The two paths differ only in tests.
std::vector<CgroupFolder> cgroup_folders(std::string_view controller,
                                         std::filesystem::path const& membership = "/proc/self/cgroup",
                                         std::filesystem::path const& root = "/sys/fs/cgroup");

}  // namespace tandem::Impl

#endif
