// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_input_file.hpp>

#include <core/impl/tandem_decompress.hpp>
#include <core/tandem_error.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace tandem::Impl {
namespace {

class FileDescriptor {
 public:
  explicit FileDescriptor(int fd) : m_fd(fd) {}
  ~FileDescriptor() { ::close(m_fd); }
  FileDescriptor(FileDescriptor const&) = delete;
  FileDescriptor& operator=(FileDescriptor const&) = delete;
  int get() const { return m_fd; }

 private:
  int m_fd;
};

std::string reason(int error) {
  switch (error) {
    case ENOENT:
      return "there is no such file";
    case EACCES:
      return "no permission to read it";
    case EISDIR:
      return "it is a directory";
    default:
      return std::strerror(error);
  }
}

[[noreturn]] void fail(std::string const& name, int error) {
  throw Error(fmt::format("can't read '{}': {}", name, reason(error)));
}

/// Maps a regular file, or returns null where the file system can't.
std::shared_ptr<void const> map(int fd, std::size_t size) {
  void* const data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (data == MAP_FAILED) return nullptr;
  return {data, [size](void const* p) { ::munmap(const_cast<void*>(p), size); }};
}

Bytes read_all(int fd, std::string const& name, std::size_t limit) {
  GrowingBytes buffer(name);
  while (buffer.size() < limit) {
    auto const [data, room] = buffer.room(std::size_t(1) << 20);
    ssize_t const got = ::read(fd, data, room);
    if (got == 0) break;
    if (got > 0)
      buffer.filled(static_cast<std::size_t>(got));
    else if (errno != EINTR)
      fail(name, errno);
  }
  return std::move(buffer).take();
}

}  // namespace

InputFile::InputFile(std::string name, std::string_view bytes, std::shared_ptr<void const> owner)
    : m_name(std::move(name)), m_bytes(bytes), m_owner(std::move(owner)) {}

InputFile InputFile::from_memory(std::string name, std::string_view bytes,
                                 std::shared_ptr<void const> owner) {
  return InputFile(std::move(name), bytes, std::move(owner));
}

InputFile InputFile::open(std::filesystem::path const& path, std::size_t limit, Unpacking unpacking) {
  std::string const name = path.string();
  int const fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) fail(name, errno);
  FileDescriptor const file(fd);
  struct stat status {};
  if (::fstat(fd, &status) != 0) fail(name, errno);
  if (S_ISDIR(status.st_mode)) fail(name, EISDIR);

  // The files of /proc are regular, too, and say that they are empty.
  Bytes bytes;
  if (S_ISREG(status.st_mode) && status.st_size > 0)
    bytes = {map(fd, static_cast<std::size_t>(status.st_size)), static_cast<std::size_t>(status.st_size)};
  if (!bytes.data) bytes = read_all(fd, name, limit);

  Compression const compression = compression_of(bytes.view());
  bool const may_unpack =
      unpacking == Unpacking::by_content || path.extension() == ".gz" || path.extension() == ".zst";
  if (may_unpack && compression != Compression::none)
    bytes = decompress(compression, bytes.view(), name, limit);
  return InputFile(name, bytes.view(), bytes.data);
}

}  // namespace tandem::Impl
