// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_DECOMPRESS_HPP
#define TANDEM_DECOMPRESS_HPP

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace tandem::Impl {

/// Bytes with their owner.
struct Bytes {
  std::shared_ptr<void const> data;
  std::size_t size = 0;

  std::string_view view() const { return {static_cast<char const*>(data.get()), size}; }
};

/// A buffer for data of unknown length. It grows by doubling and asks for the memory first, so that a small
/// file that unpacks to terabytes ends with an Error.
class GrowingBytes {
 public:
  explicit GrowingBytes(std::string name) : m_name(std::move(name)) {}
  ~GrowingBytes();
  GrowingBytes(GrowingBytes const&) = delete;
  GrowingBytes& operator=(GrowingBytes const&) = delete;

  /// Where to put the next bytes, and how many fit: `least` or more.
  std::pair<char*, std::size_t> room(std::size_t least);
  void filled(std::size_t amount) { m_size += amount; }
  std::size_t size() const { return m_size; }
  Bytes take() &&;

 private:
  std::string m_name;
  char* m_data = nullptr;
  std::size_t m_size = 0;
  std::size_t m_capacity = 0;
};

enum class Compression { none, gzip, zstd };

/// Told by the magic number at the start.
Compression compression_of(std::string_view bytes);

/// Decompresses all frames or members in `bytes`, or stops early once `limit` bytes came out. Throws
/// tandem::Error, with the file's `name`, when the data is truncated or corrupt.
Bytes decompress(Compression compression, std::string_view bytes, std::string const& name, std::size_t limit);

}  // namespace tandem::Impl

#endif
