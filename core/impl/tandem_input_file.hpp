// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_INPUT_FILE_HPP
#define TANDEM_INPUT_FILE_HPP

#include <cstddef>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

namespace tandem::Impl {

/// What starts with the magic of gzip or zstd is decompressed: whatever its name, or if that ends in .gz or
/// .zst.
enum class Unpacking { by_content, by_name };

/// The bytes of a file, all in memory: a regular file is mapped, a pipe read to its end, compressed ones are
/// decompressed. A copy shares the bytes.
class InputFile {
 public:
  static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

  /// Throws tandem::Error when the file can't be read or is corrupt. An empty file is fine here.
  /// At least the first `limit` bytes are there, if the file has them: enough to guess a format.
  static InputFile open(std::filesystem::path const& path, std::size_t limit = unlimited,
                        Unpacking unpacking = Unpacking::by_content);
  /// `bytes` as if read from a file `name`. They are not copied: `owner` (or the caller) keeps them.
  static InputFile from_memory(std::string name, std::string_view bytes,
                               std::shared_ptr<void const> owner = nullptr);

  std::string_view bytes() const { return m_bytes; }
  /// For messages: the path as the user gave it.
  std::string const& name() const { return m_name; }
  /// Keeps bytes() alive after this object.
  std::shared_ptr<void const> owner() const { return m_owner; }

 private:
  InputFile(std::string name, std::string_view bytes, std::shared_ptr<void const> owner);

  std::string m_name;
  std::string_view m_bytes;
  std::shared_ptr<void const> m_owner;
};

}  // namespace tandem::Impl

#endif
