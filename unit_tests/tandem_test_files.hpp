// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_TEST_FILES_HPP
#define TANDEM_TEST_FILES_HPP

#include <core/tandem_error.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::test {

/// A folder that goes with all its files.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(TemporaryFolder const&) = delete;
  TemporaryFolder& operator=(TemporaryFolder const&) = delete;

  std::filesystem::path const& path() const { return m_path; }
  std::filesystem::path operator/(std::string_view name) const { return m_path / name; }
  /// Names of all files in it, hidden ones too, sorted.
  std::vector<std::string> names() const;

 private:
  std::filesystem::path m_path;
};

std::string read_bytes(std::filesystem::path const& path);
void write_bytes(std::filesystem::path const& path, std::string_view bytes);

/// Unpacks a .tar of plain files: blocks of 512 bytes, each file behind a header with its name and size.
void unpack_tar(std::string_view tar, std::filesystem::path const& folder);

/// Where the graphs lie that tests share with benchmarks but not with the repository: the environment
/// variable TANDEM_TEST_DATA, or the folder given at configuration. They may be absent.
std::filesystem::path test_data(std::string_view name);

/// The message of the tandem::Error that `work` throws; empty when it throws none.
template <class Work>
std::string error_of(Work const& work) {
  try {
    work();
  } catch (Error const& error) {
    return error.what();
  }
  return {};
}

}  // namespace tandem::test

#endif
