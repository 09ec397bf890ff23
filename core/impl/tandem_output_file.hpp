// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_OUTPUT_FILE_HPP
#define TANDEM_OUTPUT_FILE_HPP

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::Impl {

class Compressor;

/// A file that appears whole or not at all: bytes go to a temporary beside `path` that commit() renames.
/// Until then an old file stays as it is, and without commit() nothing is left behind; the new one gets its
/// mode. Paths that end in .gz or .zst are compressed. Every failure (no such folder, no permission, disk
/// full, a directory) is a tandem::Error naming the path. Not thread safe: format in parallel, write in
/// order.
class OutputFile {
 public:
  explicit OutputFile(std::filesystem::path path);
  ~OutputFile();
  OutputFile(OutputFile const&) = delete;
  OutputFile& operator=(OutputFile const&) = delete;

  void write(void const* data, std::size_t bytes);
  void write(std::string_view text) { write(text.data(), text.size()); }

  /// A second file that appears together with this one (weights, vertices, properties).
  OutputFile& companion(std::filesystem::path path);

  /// Flushes, checks and renames, after which nothing may be written. Companions are all flushed before the
  /// first file is renamed: a full disk leaves the old files.
  void commit();

  /// Bytes given to write() so far: the position in the file as its reader sees it.
  std::uint64_t position() const { return m_position; }
  /// Where the file will be, as the user named it.
  std::filesystem::path const& path() const { return m_path; }

 private:
  void open();
  void finish();
  void publish();
  void encode(char const* data, std::size_t bytes, bool last);
  void write_out(char const* data, std::size_t bytes);
  [[noreturn]] void fail(int error) const;

  std::filesystem::path m_path;
  std::filesystem::path m_target;  ///< m_path with symbolic links followed, so that a link stays a link
  std::filesystem::path
      m_temporary;                 ///< empty: the bytes have no name yet, or go to a device or pipe directly
  std::optional<unsigned> m_mode;  ///< of the file that is there already, which the new one keeps
  int m_file = -1;
  bool m_in_place = false;          ///< a device, pipe or descriptor: there is nothing to rename
  std::optional<int> m_descriptor;  ///< of this process, in place of a path
  std::uint64_t m_position = 0;
  std::vector<char> m_buffer;      ///< gathers small writes
  std::vector<char> m_compressed;  ///< kept for its memory
  std::unique_ptr<Compressor> m_compressor;
  std::vector<std::unique_ptr<OutputFile>> m_companions;
};

}  // namespace tandem::Impl

#endif
