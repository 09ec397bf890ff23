// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_cgroup.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_host_view.hpp>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <string_view>

namespace tandem {

namespace {

constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

std::optional<std::size_t> parse_number(std::string_view text) {
  std::size_t const start = text.find_first_not_of(" \t");
  if (start == std::string_view::npos) return std::nullopt;
  std::size_t value = 0;
  auto const [end, error] = std::from_chars(text.data() + start, text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) return unlimited;
  return error == std::errc() ? std::optional(value) : std::nullopt;
}

/// The number behind `key` in a file of "key number" lines; an empty key: the number that the file starts
/// with. Nothing when there is no such file, line or number (cgroup v2 writes "max" for no limit).
std::optional<std::size_t> read_number(std::filesystem::path const& file, std::string_view key = {}) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::string_view const text = line;
    if (text.substr(0, key.size()) == key) return parse_number(text.substr(key.size()));
    if (key.empty()) break;
  }
  return std::nullopt;
}

/// Names of the same three facts in the two versions of control groups.
struct CgroupFiles {
  char const* limit;
  char const* usage;
  std::array<char const*, 2> cache;  ///< keys in memory.stat
};
constexpr CgroupFiles cgroup_v1{
    "memory.limit_in_bytes", "memory.usage_in_bytes", {"total_active_file ", "total_inactive_file "}};
constexpr CgroupFiles cgroup_v2{"memory.max", "memory.current", {"active_file ", "inactive_file "}};

/// What a group's limit leaves. The page cache is charged to a group but given back under pressure, so it
/// does not count as used: else every mapped graph would look like a full container.
std::size_t available_in_group(std::filesystem::path const& folder, CgroupFiles const& files) {
  auto const limit = read_number(folder / files.limit);
  auto const usage = read_number(folder / files.usage);
  if (!limit || !usage) return unlimited;
  std::size_t cache = 0;
  for (char const* key : files.cache) cache += read_number(folder / "memory.stat", key).value_or(0);
  std::size_t const used = *usage - std::min(*usage, cache);
  return *limit - std::min(*limit, used);
}

std::size_t available_in_cgroups() {
  std::size_t available = unlimited;
  for (auto const& group : Impl::cgroup_folders("memory"))
    available = std::min(available, available_in_group(group.path, group.v2 ? cgroup_v2 : cgroup_v1));
  return available;
}

/// What `ulimit -v`, or a batch system by it, leaves of the address space.
std::size_t available_to_process() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unlimited;
  // The first number of the file counts pages of all that is mapped.
  auto const pages = read_number("/proc/self/statm");
  if (!pages) return unlimited;
  std::size_t const used = *pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  auto const most = static_cast<std::size_t>(limit.rlim_cur);
  return most - std::min(most, used);
}

}  // namespace

void renew_with_huge_pages([[maybe_unused]] void* data, [[maybe_unused]] std::size_t bytes) {
#if defined(MADV_HUGEPAGE)
  auto const page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  auto const start = reinterpret_cast<std::uintptr_t>(data);
  std::uintptr_t const first = (start + page - 1) / page * page;
  std::uintptr_t const last = (start + bytes) / page * page;
  if (first >= last) return;
  // Only advice: kernels without huge pages refuse it, and all works without.
  (void)madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
  (void)madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
#endif
}

namespace Impl {

std::size_t values_to_next_huge_page(void const* data, std::size_t value_bytes) {
  std::size_t const misplaced = reinterpret_cast<std::uintptr_t>(data) % huge_page_bytes;
  return misplaced == 0 ? 0 : (huge_page_bytes - misplaced + value_bytes - 1) / value_bytes;
}

void touch_pages(Host const& space, void* data, std::size_t bytes) {
  auto const page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  char* const start = static_cast<char*>(data);
  Kokkos::parallel_for("tandem::make_host_view::touch",
                       Kokkos::RangePolicy<Host>(space, 0, (bytes + page - 1) / page),
                       [=](std::size_t i) { start[i * page] = 0; });
  space.fence("tandem::make_host_view: pages are there");
}

}  // namespace Impl

std::size_t available_host_memory() {
  std::size_t machine = unlimited;
  if (auto const kilobytes = read_number("/proc/meminfo", "MemAvailable:"))
    machine = *kilobytes > unlimited / 1024 ? unlimited : *kilobytes * 1024;
  return std::min({machine, available_in_cgroups(), available_to_process()});
}

std::string format_bytes(std::size_t bytes) {
  constexpr std::array units{"kB", "MB", "GB", "TB", "PB", "EB"};
  if (bytes < 1000) return fmt::format("{} B", bytes);
  double value = static_cast<double>(bytes) / 1000;
  std::size_t unit = 0;
  // 999.95 would be printed as 1000.0 of its unit.
  for (; value >= 999.95; value /= 1000) ++unit;
  return fmt::format("{:.1f} {}", value, units[unit]);
}

void require_host_memory(std::size_t bytes, std::string const& what) {
  std::size_t const available = available_host_memory();
  if (bytes <= available) return;
  throw UnnamedGraphError(
      fmt::format("{} needs {} of host memory, {} is available: use a smaller graph or a larger machine",
                  what, format_bytes(bytes), format_bytes(available)));
}

}  // namespace tandem
