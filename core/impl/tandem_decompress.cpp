// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_decompress.hpp>

#include <core/tandem_error.hpp>
#include <core/tandem_host_view.hpp>
#include <core/tandem_progress.hpp>

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace tandem::Impl {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t step = std::size_t(1) << 20;

[[noreturn]] void fail(std::string const& name, std::string_view kind, std::size_t byte,
                       std::string_view why) {
  throw Error(
      fmt::format("'{}': the {} data is {} (at byte {}): fetch or compress it again", name, kind, why, byte));
}

Bytes decompress_zstd(std::string_view bytes, std::string const& name, std::size_t limit) {
  std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> const stream(ZSTD_createDStream(),
                                                                          &ZSTD_freeDStream);
  if (!stream) throw Error(fmt::format("'{}': not enough memory for the zstd decoder", name));
  Progress progress("decompressing", bytes.size(), "B");
  GrowingBytes buffer(name);
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  std::size_t state = 0;  // 0: at the end of a frame
  while (buffer.size() < limit) {
    auto const [data, room] = buffer.room(step);
    ZSTD_outBuffer out{data, std::min(room, 8 * step), 0};
    std::size_t const before = in.pos;
    state = ZSTD_decompressStream(stream.get(), &out, &in);
    if (ZSTD_isError(state)) fail(name, "zstd", in.pos, fmt::format("corrupt: {}", ZSTD_getErrorName(state)));
    buffer.filled(out.pos);
    progress.advance(in.pos - before);
    // At the end of a frame nothing is left to flush, even if it ends just where the room does.
    if (in.pos == in.size && (state == 0 || out.pos < out.size)) {
      if (state != 0) fail(name, "zstd", in.pos, "truncated");
      break;
    }
  }
  return std::move(buffer).take();
}

class Inflate {
 public:
  explicit Inflate(std::string const& name) {
    constexpr int window_bits_gzip_only = 15 + 16;
    if (inflateInit2(&m_stream, window_bits_gzip_only) != Z_OK)
      throw Error(fmt::format("'{}': not enough memory for the gzip decoder", name));
  }
  ~Inflate() { inflateEnd(&m_stream); }
  Inflate(Inflate const&) = delete;
  Inflate& operator=(Inflate const&) = delete;
  z_stream* operator->() { return &m_stream; }
  z_stream* get() { return &m_stream; }

 private:
  z_stream m_stream{};
};

Bytes decompress_gzip(std::string_view bytes, std::string const& name, std::size_t limit) {
  Inflate stream(name);
  Progress progress("decompressing", bytes.size(), "B");
  GrowingBytes buffer(name);
  constexpr std::size_t most = std::size_t(1) << 30;  // zlib counts with 32 bits
  for (std::size_t position = 0; buffer.size() < limit;) {
    auto const [data, room] = buffer.room(step);
    auto const in = static_cast<uInt>(std::min(bytes.size() - position, most));
    auto const out = static_cast<uInt>(std::min(room, 8 * step));
    stream->next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + position));
    stream->avail_in = in;
    stream->next_out = reinterpret_cast<Bytef*>(data);
    stream->avail_out = out;
    int const status = inflate(stream.get(), Z_NO_FLUSH);
    position += in - stream->avail_in;
    buffer.filled(out - stream->avail_out);
    progress.advance(in - stream->avail_in);
    if (status == Z_STREAM_END) {
      // Zeros to the end are padding, of a tape or a block device: gzip itself skips them.
      if (bytes.find_first_not_of('\0', position) == std::string_view::npos) break;
      inflateReset(stream.get());  // another member follows
    } else if (status == Z_BUF_ERROR ||
               (status == Z_OK && stream->avail_out != 0 && position == bytes.size())) {
      fail(name, "gzip", position, "truncated");
    } else if (status != Z_OK) {
      fail(name, "gzip", position,
           fmt::format("corrupt: {}", stream->msg != nullptr ? stream->msg : "bad data"));
    }
  }
  return std::move(buffer).take();
}

}  // namespace

GrowingBytes::~GrowingBytes() {
  std::free(m_data);
}

std::pair<char*, std::size_t> GrowingBytes::room(std::size_t least) {
  if (m_capacity - m_size < least) {
    // Twice as much, or half of what there is if that is less.
    std::size_t const more = std::min(2 * m_capacity - m_size, available_host_memory() / 2);
    std::size_t const capacity = m_size + std::max(more, least);
    require_host_memory(capacity - m_size, fmt::format("the content of '{}'", m_name));
    // realloc moves large blocks by remapping their pages: no copy.
    auto* const data = static_cast<char*>(std::realloc(m_data, capacity));
    if (data == nullptr)
      throw Error(fmt::format("'{}': not enough memory for {} bytes of content", m_name, capacity));
    m_data = data;
    m_capacity = capacity;
  }
  return {m_data + m_size, m_capacity - m_size};
}

Bytes GrowingBytes::take() && {
  Bytes bytes{{m_data, [](void const* p) { std::free(const_cast<void*>(p)); }}, m_size};
  m_data = nullptr;
  m_size = m_capacity = 0;
  return bytes;
}

Compression compression_of(std::string_view bytes) {
  if (bytes.size() < 4) return Compression::none;
  auto const byte = [bytes](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  // The two bytes of its magic alone may well start a file of numbers; a third says how it is compressed,
  // always the same, and of the flags in the fourth three must be 0.
  if (bytes.substr(0, 3) == "\x1f\x8b\x08"sv && (byte(3) & 0xe0) == 0) return Compression::gzip;
  // A frame, or one to be skipped: pzstd starts with such a one.
  if (bytes.substr(0, 4) == "\x28\xb5\x2f\xfd"sv) return Compression::zstd;
  if ((byte(0) & 0xf0) == 0x50 && bytes.substr(1, 3) == "\x2a\x4d\x18"sv) return Compression::zstd;
  return Compression::none;
}

Bytes decompress(Compression compression, std::string_view bytes, std::string const& name,
                 std::size_t limit) {
  switch (compression) {
    case Compression::gzip:
      return decompress_gzip(bytes, name, limit);
    case Compression::zstd:
      return decompress_zstd(bytes, name, limit);
    case Compression::none:
      break;
  }
  throw Error(fmt::format("'{}': it isn't compressed", name));
}

}  // namespace tandem::Impl
