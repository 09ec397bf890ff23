// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_files.hpp"

#include <stdlib.h>

#include <algorithm>
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

}  // namespace tandem::test
