// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_files.hpp"

#include <core/impl/tandem_input_file.hpp>
#include <core/impl/tandem_output_file.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <stdexcept>

using namespace tandem;
using namespace tandem::test;
using Catch::Matchers::ContainsSubstring;
using Impl::OutputFile;
using Names = std::vector<std::string>;

namespace {

/// Small and large pieces, some beyond the buffer.
std::string write_pieces(OutputFile& file) {
  std::string expected;
  for (std::size_t size : {0u, 1u, 10u, 100'000u, 900'000u, 200'000u, 1u << 20, 5'000'001u, 3u}) {
    std::string piece(size, ' ');
    for (std::size_t i = 0; i < size; ++i) piece[i] = static_cast<char>(i * i / 7);
    file.write(piece);
    expected += piece;
  }
  CHECK(file.position() == expected.size());
  return expected;
}

unsigned mode_of(std::filesystem::path const& path) {
  struct stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 0777u;
}

}  // namespace

TEST_CASE("an output file appears whole on commit", "[output_file]") {
  TemporaryFolder const folder;
  for (std::string const name : {"plain", "packed.gz", "packed.zst"}) {
    CAPTURE(name);
    std::string expected;
    {
      OutputFile file(folder / name);
      expected = write_pieces(file);
      CHECK_FALSE(std::filesystem::exists(folder / name));
      file.commit();
    }
    CHECK(Impl::InputFile::open(folder / name).bytes() == expected);
  }
  CHECK(folder.names() == Names{"packed.gz", "packed.zst", "plain"});
  CHECK(std::filesystem::file_size(folder / "packed.gz") < std::filesystem::file_size(folder / "plain"));
  CHECK(std::filesystem::file_size(folder / "packed.zst") < std::filesystem::file_size(folder / "plain"));
}

TEST_CASE("an empty output file is one, compressed or not", "[output_file]") {
  TemporaryFolder const folder;
  for (std::string const name : {"empty", "empty.gz", "empty.zst"}) {
    OutputFile(folder / name).commit();
    CHECK(Impl::InputFile::open(folder / name).bytes().empty());
  }
}

TEST_CASE("without commit the old file stays and nothing else is left", "[output_file]") {
  TemporaryFolder const folder;
  write_bytes(folder / "old", "as it was");
  for (std::string const name : {"old", "new"}) try {
      OutputFile file(folder / name);
      write_pieces(file);
      write_pieces(file.companion(folder / "companion"));
      throw std::runtime_error("in the middle");
    } catch (std::runtime_error const&) {
    }
  CHECK(folder.names() == Names{"old"});
  CHECK(read_bytes(folder / "old") == "as it was");
}

TEST_CASE("two writers of one file do not meet", "[output_file]") {
  TemporaryFolder const folder;
  OutputFile first(folder / "file");
  OutputFile second(folder / "file");
  first.write("first");
  second.write("second");
  first.commit();
  CHECK(read_bytes(folder / "file") == "first");
  second.commit();
  CHECK(read_bytes(folder / "file") == "second");
  CHECK(folder.names() == Names{"file"});
}

TEST_CASE("companions appear with their file", "[output_file]") {
  TemporaryFolder const folder;
  OutputFile file(folder / "file");
  file.write("a");
  file.companion(folder / "file.weights").write("b");
  CHECK_FALSE(std::filesystem::exists(folder / "file"));
  CHECK_FALSE(std::filesystem::exists(folder / "file.weights"));
  file.commit();
  CHECK(folder.names() == Names{"file", "file.weights"});
  CHECK(read_bytes(folder / "file.weights") == "b");
}

TEST_CASE("a link to a file that is not there yet leads to it", "[output_file]") {
  TemporaryFolder const folder;
  std::filesystem::create_directory(folder / "other");
  std::filesystem::create_symlink("between", folder / "link");
  std::filesystem::create_symlink("other/target", folder / "between");
  OutputFile file(folder / "link");
  file.write("text");
  file.commit();
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(read_bytes(folder / "other" / "target") == "text");
  std::filesystem::create_symlink("circle", folder / "circle");
  CHECK_THAT(error_of([&] { OutputFile(folder / "circle"); }), ContainsSubstring("symbolic links"));
}

TEST_CASE("a link stays a link", "[output_file]") {
  TemporaryFolder const folder;
  write_bytes(folder / "target", "old");
  std::filesystem::create_symlink("target", folder / "link");
  OutputFile file(folder / "link");
  file.write("new");
  file.commit();
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(read_bytes(folder / "target") == "new");
}

TEST_CASE("what can't be written says so with its path", "[output_file]") {
  TemporaryFolder const folder;
  auto const reason = [](std::filesystem::path const& path) {
    return error_of([&] {
      OutputFile file(path);
      file.write(std::string(3'000'000, 'x'));
      file.commit();
    });
  };
  CHECK_THAT(reason(folder / "no/such/file"),
             ContainsSubstring("no/such/file") && ContainsSubstring("No such file"));
  CHECK_THAT(reason(folder.path()),
             ContainsSubstring(folder.path().string()) && ContainsSubstring("directory"));
  CHECK_THAT(reason(folder.path() / ""), ContainsSubstring("directory"));
  CHECK_THAT(reason(""), ContainsSubstring("can't write"));
  if (std::filesystem::exists("/dev/full"))
    CHECK_THAT(reason("/dev/full"), ContainsSubstring("/dev/full") && ContainsSubstring("No space left"));
  CHECK(folder.names().empty());
}

TEST_CASE("protected files and folders are not written", "[output_file]") {
  if (::geteuid() == 0) SKIP("root may write anything");
  TemporaryFolder const folder;
  write_bytes(folder / "file", "mine");
  std::filesystem::permissions(folder / "file", std::filesystem::perms::owner_read);
  CHECK_THAT(error_of([&] { OutputFile(folder / "file"); }), ContainsSubstring("Permission denied"));
  std::filesystem::permissions(folder.path(),
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  CHECK_THAT(error_of([&] { OutputFile(folder / "new"); }), ContainsSubstring("Permission denied"));
  std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_all);
}

TEST_CASE("devices are written in place, never replaced", "[output_file]") {
  OutputFile file("/dev/null");
  write_pieces(file);
  file.commit();
  CHECK(std::filesystem::is_character_file("/dev/null"));
}

TEST_CASE("a new file gets the usual permissions", "[output_file]") {
  TemporaryFolder const folder;
  OutputFile(folder / "file").commit();
  mode_t const mask = ::umask(0);
  ::umask(mask);
  CHECK(mode_of(folder / "file") == (0666u & ~mask));
}

TEST_CASE("a file that is replaced keeps its permissions", "[output_file]") {
  TemporaryFolder const folder;
  write_bytes(folder / "file", "old");
  for (unsigned const mode : {0600u, 0640u, 0666u, 0755u}) {
    std::filesystem::permissions(folder / "file", static_cast<std::filesystem::perms>(mode));
    OutputFile(folder / "file").commit();
    CHECK(mode_of(folder / "file") == mode);
  }
}
