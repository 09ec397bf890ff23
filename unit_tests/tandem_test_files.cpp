// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_files.hpp"

#include <stdlib.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace tandem::test {

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "tandem-test-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder for tests");
  m_path = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(m_path, ignored);
}

std::vector<std::string> TemporaryFolder::names() const {
  std::vector<std::string> names;
  for (auto const& entry : std::filesystem::directory_iterator(m_path))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string read_bytes(std::filesystem::path const& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_bytes(std::filesystem::path const& path, std::string_view bytes) {
  std::ofstream out(path, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

std::filesystem::path test_data(std::string_view name) {
  char const* const folder = std::getenv("TANDEM_TEST_DATA");
  return std::filesystem::path(folder != nullptr ? folder : TANDEM_TEST_DATA) / name;
}

void unpack_tar(std::string_view tar, std::filesystem::path const& folder) {
  constexpr std::size_t block = 512;
  for (std::size_t at = 0; at + block <= tar.size() && tar[at] != '\0';) {
    std::string const name = tar.substr(at, 100).data();
    std::size_t const size = std::strtoull(std::string(tar.substr(at + 124, 12)).c_str(), nullptr, 8);
    char const type = tar[at + 156];
    if (type == '5') std::filesystem::create_directories(folder / name);
    if (type == '0') {
      std::filesystem::create_directories((folder / name).parent_path());
      write_bytes(folder / name, tar.substr(at + block, size));
    }
    at += block + (size + block - 1) / block * block;
  }
}

}  // namespace tandem::test
