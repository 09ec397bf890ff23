// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_bad_file.hpp>
#include <core/impl/tandem_output_file.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

namespace tandem::Impl {

namespace {

constexpr std::size_t buffer_bytes = std::size_t(1) << 20;
constexpr std::size_t compress_bytes = std::size_t(16) << 20;
/// Linux writes no more than 2 GiB at once.
constexpr std::size_t most_at_once = std::size_t(1) << 30;

}  // namespace

/// Turns the bytes of a file into those of its compressed form.
class Compressor {
 public:
  virtual ~Compressor() = default;
  /// Appends to `out` what `input` makes; `last` ends the stream. Throws Error with the file's name and the
  /// library's reason.
  virtual void compress(char const* input, std::size_t bytes, bool last, std::vector<char>& out) = 0;
};

namespace {

class GzipCompressor final : public Compressor {
 public:
  explicit GzipCompressor(OutputFile const& file) : m_file(file) {
    constexpr int gzip_header = 16;
    if (deflateInit2(&m_stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + gzip_header, 8,
                     Z_DEFAULT_STRATEGY) != Z_OK)
      cannot_write(file, "zlib can't start to compress: out of memory");
  }
  ~GzipCompressor() override { deflateEnd(&m_stream); }

  void compress(char const* input, std::size_t bytes, bool last, std::vector<char>& out) override {
    m_stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input));
    m_stream.avail_in = static_cast<uInt>(bytes);
    do {
      std::size_t const old = out.size();
      out.resize(old + buffer_bytes);
      m_stream.next_out = reinterpret_cast<Bytef*>(out.data() + old);
      m_stream.avail_out = static_cast<uInt>(buffer_bytes);
      int const status = deflate(&m_stream, last ? Z_FINISH : Z_NO_FLUSH);
      // A buffer error only says that nothing was left to do, as when the last call just filled its room.
      if (status < 0 && status != Z_BUF_ERROR)
        cannot_write(m_file, "zlib can't compress: {}", zError(status));
      out.resize(out.size() - m_stream.avail_out);
    } while (m_stream.avail_out == 0);
  }

 private:
  OutputFile const& m_file;
  z_stream m_stream{};
};

class ZstdCompressor final : public Compressor {
 public:
  explicit ZstdCompressor(OutputFile const& file) : m_file(file) {
    if (!m_context) cannot_write(file, "zstd can't start to compress: out of memory");
    ZSTD_CCtx_setParameter(m_context.get(), ZSTD_c_checksumFlag, 1);
    // A library built without threads refuses and compresses with one.
    ZSTD_CCtx_setParameter(m_context.get(), ZSTD_c_nbWorkers,
                           static_cast<int>(std::thread::hardware_concurrency()));
  }

  void compress(char const* input, std::size_t bytes, bool last, std::vector<char>& out) override {
    ZSTD_inBuffer in{input, bytes, 0};
    std::size_t left = 0;
    do {
      std::size_t const old = out.size();
      out.resize(old + buffer_bytes);
      ZSTD_outBuffer to{out.data() + old, buffer_bytes, 0};
      left = ZSTD_compressStream2(m_context.get(), &to, &in, last ? ZSTD_e_end : ZSTD_e_continue);
      if (ZSTD_isError(left)) cannot_write(m_file, "zstd can't compress: {}", ZSTD_getErrorName(left));
      out.resize(old + to.pos);
    } while (last ? left != 0 : in.pos < in.size);
  }

 private:
  struct Free {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };
  OutputFile const& m_file;
  std::unique_ptr<ZSTD_CCtx, Free> m_context{ZSTD_createCCtx()};
};

std::unique_ptr<Compressor> make_compressor(OutputFile const& file) {
  if (file.path().extension() == ".gz") return std::make_unique<GzipCompressor>(file);
  if (file.path().extension() == ".zst") return std::make_unique<ZstdCompressor>(file);
  return nullptr;
}

/// The name by which a file without one can be given one.
std::string opened_name(int file) {
  return fmt::format("/proc/self/fd/{}", file);
}

/// A name beside `target` that no other process or OutputFile uses.
std::filesystem::path temporary_name(std::filesystem::path const& target) {
  static std::atomic<unsigned> count{0};
  constexpr std::size_t most = 200;  // file systems take 255 bytes, with what is added here
  std::filesystem::path name = target;
  name.replace_filename(
      fmt::format(".{}.{}-{}.tmp", target.filename().string().substr(0, most), getpid(), count++));
  return name;
}

constexpr int most_links = 40;

/// Where links lead that may end at a name which is not there yet; a link if there are too many.
std::filesystem::path follow_links(std::filesystem::path path) {
  std::error_code error;
  for (int i = 0; i < most_links && std::filesystem::is_symlink(path, error); ++i)
    path = path.parent_path() / std::filesystem::read_symlink(path, error);
  return path;
}

/// The descriptor of this process that a path such as /dev/stdout or /dev/fd/3 stands for. What it leads to
/// may be a regular file, e.g. of a batch system, that others write to, too: no other may take its place.
std::optional<int> open_descriptor(std::filesystem::path path) {
  auto const own = fmt::format("/proc/{}/fd", getpid());
  std::error_code error;
  for (int i = 0; i < most_links && std::filesystem::is_symlink(path, error); ++i) {
    auto const folder = std::filesystem::canonical(
        path.has_parent_path() ? path.parent_path() : std::filesystem::path("."), error);
    if (error) return std::nullopt;
    if (folder == own) return std::atoi(path.filename().c_str());
    path = folder / std::filesystem::read_symlink(path, error);
  }
  return std::nullopt;
}

}  // namespace

OutputFile::OutputFile(std::filesystem::path path) : m_path(std::move(path)), m_target(m_path) {
  std::error_code error;
  auto const status = std::filesystem::status(m_path, error);
  if (m_path.empty()) fail(ENOENT);
  if (m_path.filename().empty() || std::filesystem::is_directory(status)) fail(EISDIR);
  if (std::filesystem::exists(status)) {
    // Renaming would succeed over a file that its owner has protected.
    if (access(m_path.c_str(), W_OK) != 0) fail(errno);
    m_descriptor = open_descriptor(m_path);
    m_in_place = m_descriptor || !std::filesystem::is_regular_file(status);
    if (!m_in_place) m_target = std::filesystem::canonical(m_path, error);
    if (error) fail(error.value());
    m_mode = static_cast<unsigned>(status.permissions() & std::filesystem::perms::all);
  } else {
    m_target = follow_links(m_path);
    if (std::filesystem::is_symlink(m_target, error)) fail(ELOOP);
  }
  m_compressor = make_compressor(*this);
  m_buffer.reserve(buffer_bytes);
  open();
}

void OutputFile::open() {
  constexpr int flags = O_WRONLY | O_CLOEXEC;
  mode_t const mode = m_mode.value_or(0666);
  if (m_in_place) {
    m_file = m_descriptor ? ::fcntl(*m_descriptor, F_DUPFD_CLOEXEC, 0) : ::open(m_target.c_str(), flags);
    if (m_file < 0) fail(errno);
    return;
  }
#if defined(O_TMPFILE)
  // A file without a name vanishes by itself, even when the process is killed.
  auto const folder = m_target.has_parent_path() ? m_target.parent_path() : std::filesystem::path(".");
  m_file = ::open(folder.c_str(), flags | O_TMPFILE, mode);
  if (m_file >= 0 && ::access(opened_name(m_file).c_str(), F_OK) == 0) return;
  if (m_file >= 0) ::close(std::exchange(m_file, -1));  // no /proc here
#endif
  auto const name = temporary_name(m_target);
  m_file = ::open(name.c_str(), flags | O_CREAT | O_EXCL, mode);
  if (m_file < 0) fail(errno);
  m_temporary = name;
}

OutputFile::~OutputFile() {
  if (m_file >= 0) ::close(m_file);
  if (!m_temporary.empty()) ::unlink(m_temporary.c_str());
}

void OutputFile::write(void const* data, std::size_t bytes) {
  m_position += bytes;
  auto const* from = static_cast<char const*>(data);
  if (m_buffer.size() + bytes > buffer_bytes) {
    encode(m_buffer.data(), m_buffer.size(), false);
    m_buffer.clear();
  }
  if (bytes < buffer_bytes)
    m_buffer.insert(m_buffer.end(), from, from + bytes);
  else
    encode(from, bytes, false);
}

void OutputFile::encode(char const* data, std::size_t bytes, bool last) {
  if (!m_compressor) return write_out(data, bytes);
  do {
    std::size_t const now = std::min(bytes, compress_bytes);
    bytes -= now;
    m_compressed.clear();
    m_compressor->compress(data, now, last && bytes == 0, m_compressed);
    write_out(m_compressed.data(), m_compressed.size());
    data += now;
  } while (bytes != 0);
}

void OutputFile::write_out(char const* data, std::size_t bytes) {
  while (bytes != 0) {
    ssize_t const written = ::write(m_file, data, std::min(bytes, most_at_once));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    data += written;
    bytes -= static_cast<std::size_t>(written);
  }
}

OutputFile& OutputFile::companion(std::filesystem::path path) {
  return *m_companions.emplace_back(std::make_unique<OutputFile>(std::move(path)));
}

void OutputFile::commit() {
  for (auto const& other : m_companions) other->finish();
  finish();
  for (auto const& other : m_companions) other->publish();
  publish();
}

/// All bytes to the file, which has a name then.
void OutputFile::finish() {
  encode(m_buffer.data(), m_buffer.size(), true);
  m_buffer.clear();
  // What the umask took away from the mode of the old file. File systems without modes refuse, and need none.
  if (!m_in_place && m_mode) (void)::fchmod(m_file, *m_mode);
  if (!m_in_place && m_temporary.empty()) {
    auto const name = temporary_name(m_target);
    if (::linkat(AT_FDCWD, opened_name(m_file).c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) != 0)
      fail(errno);
    m_temporary = name;
  }
  // Network file systems report a full disk only here.
  if (::close(std::exchange(m_file, -1)) != 0) fail(errno);
}

void OutputFile::publish() {
  if (m_in_place) return;
  if (::rename(m_temporary.c_str(), m_target.c_str()) != 0) fail(errno);
  m_temporary.clear();
}

void OutputFile::fail(int error) const {
  cannot_write(*this, "{}", std::generic_category().message(error));
}

}  // namespace tandem::Impl
