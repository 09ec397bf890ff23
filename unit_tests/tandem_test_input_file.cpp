// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_files.hpp"

#include <core/impl/tandem_input_file.hpp>
#include <core/impl/tandem_output_file.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <map>
#include <random>
#include <thread>
#include <utility>

using namespace tandem;
using namespace tandem::test;
using Catch::Matchers::ContainsSubstring;
using Impl::InputFile;

namespace {

std::string random_text(std::size_t size) {
  std::mt19937 random(3);
  std::string text(size, '\0');
  for (char& c : text) c = static_cast<char>('a' + random() % 8);
  return text;
}

void write_compressed(std::filesystem::path const& path, std::string_view text) {
  Impl::OutputFile out(path);
  out.write(text);
  out.commit();
}

std::string open_error(std::filesystem::path const& path) {
  return error_of([&] { (void)InputFile::open(path); });
}

/// What the file of this extension holds. Packing takes most of the time of a test that each of its sections
/// runs anew.
std::string packed_once(TemporaryFolder const& folder, std::string const& text,
                        std::string const& extension) {
  static std::map<std::pair<std::size_t, std::string>, std::string> known;  // equally long texts are the same
  std::string& packed = known[{text.size(), extension}];
  if (packed.empty()) {
    write_compressed(folder / ("a" + extension), text);
    packed = read_bytes(folder / ("a" + extension));
    std::filesystem::remove(folder / ("a" + extension));
  }
  return packed;
}

}  // namespace

TEST_CASE("input files are mapped, and the owner keeps the bytes", "[input_file]") {
  TemporaryFolder const folder;
  write_bytes(folder / "a", "some bytes");
  std::shared_ptr<void const> owner;
  std::string_view bytes;
  {
    InputFile const file = InputFile::open(folder / "a");
    CHECK(file.name() == (folder / "a").string());
    owner = file.owner();
    bytes = file.bytes();
  }
  CHECK(bytes == "some bytes");
  write_bytes(folder / "empty", "");
  CHECK(InputFile::open(folder / "empty").bytes().empty());
  CHECK(InputFile::from_memory("m", "xyz").bytes() == "xyz");
}

TEST_CASE("compressed input is told by its content", "[input_file]") {
  auto const* const extension = GENERATE(".gz", ".zst");
  // The powers of two end just where the room for the content does.
  auto const size = GENERATE(std::size_t(0), std::size_t(1), std::size_t(5000), std::size_t(4'000'000),
                             std::size_t(1) << 20, std::size_t(8) << 20);
  TemporaryFolder const folder;
  std::string const text = random_text(size);
  std::string const once = packed_once(folder, text, extension);
  write_bytes(folder / "plain.txt", once);
  CHECK((InputFile::open(folder / "plain.txt").bytes() == text));
  REQUIRE(once.size() < size + 100);

  SECTION("several members or frames follow one another") {
    write_bytes(folder / "twice", once + once);
    CHECK((InputFile::open(folder / "twice").bytes() == text + text));
  }
  SECTION("padded with zeros, as only gzip files may be") {
    write_bytes(folder / "padded", once + std::string(1000, '\0'));
    if (extension == std::string_view(".gz"))
      CHECK((InputFile::open(folder / "padded").bytes() == text));
    else
      CHECK_THAT(open_error(folder / "padded"), ContainsSubstring("corrupt"));
    write_bytes(folder / "more", once + std::string(1000, '\0') + "x");
    CHECK_THAT(open_error(folder / "more"), ContainsSubstring("corrupt"));
  }
  SECTION("the head comes without the rest") {
    InputFile const file = InputFile::open(folder / "plain.txt", 100);
    std::string_view const head = file.bytes();
    CHECK(head.size() >= std::min<std::size_t>(100, size));
    CHECK((std::string_view(text).substr(0, head.size()) == head));
  }
  SECTION("truncated") {
    write_bytes(folder / "cut", std::string_view(once).substr(0, once.size() - 3));
    CHECK_THAT(open_error(folder / "cut"), ContainsSubstring("cut") && ContainsSubstring("truncated"));
  }
  SECTION("corrupt") {
    std::string broken = once;
    broken[broken.size() / 2] = static_cast<char>(broken[broken.size() / 2] ^ 0x55);
    broken[broken.size() - 2] = static_cast<char>(broken[broken.size() - 2] ^ 0x55);
    write_bytes(folder / "broken", broken);
    CHECK_THAT(open_error(folder / "broken"), ContainsSubstring("broken': the"));
  }
  SECTION("followed by something else") {
    write_bytes(folder / "more", once + "something else");
    CHECK_THAT(open_error(folder / "more"), ContainsSubstring("corrupt"));
  }
}

TEST_CASE("numbers that begin with the magic of gzip are not taken for it", "[input_file]") {
  TemporaryFolder const folder;
  for (std::string const& bytes : {std::string("\x1f\x8b\0\0 40000", 10), std::string("\x1f\x8b")}) {
    write_bytes(folder / "edges.packed", bytes);
    CHECK((InputFile::open(folder / "edges.packed").bytes() == bytes));
  }
}

TEST_CASE("frames that zstd skips, as pzstd writes one, are skipped", "[input_file]") {
  TemporaryFolder const folder;
  std::string const text = random_text(5000);
  write_compressed(folder / "a.zst", text);
  std::string const skippable("\x50\x2a\x4d\x18\x04\0\0\0size", 12);
  write_bytes(folder / "b", skippable + read_bytes(folder / "a.zst"));
  CHECK((InputFile::open(folder / "b").bytes() == text));
}

TEST_CASE("a pipe is read to its end", "[input_file]") {
  TemporaryFolder const folder;
  auto const pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  std::string const text = random_text(3'000'000);
  std::thread writer([&] { write_bytes(pipe, text); });
  InputFile const file = InputFile::open(pipe);
  writer.join();
  CHECK((file.bytes() == text));
}

TEST_CASE("files that can't be read say why", "[input_file]") {
  TemporaryFolder const folder;
  CHECK_THAT(open_error(folder / "none"), ContainsSubstring("none': there is no such file"));
  CHECK_THAT(open_error(folder.path()), ContainsSubstring("it is a directory"));
  write_bytes(folder / "secret", "x");
  std::filesystem::permissions(folder / "secret", std::filesystem::perms::none);
  if (::geteuid() == 0) SKIP("root may read everything");
  CHECK_THAT(open_error(folder / "secret"), ContainsSubstring("no permission"));
}
