// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_TEXT_CHUNKS_HPP
#define TANDEM_TEXT_CHUNKS_HPP

#include <core/impl/tandem_input_file.hpp>
#include <core/tandem_host_view.hpp>

#include <optional>
#include <vector>

namespace tandem::Impl {

/// Whole lines, for one thread to work on. The last byte is a newline.
struct TextChunk {
  char const* begin;
  char const* end;
  std::size_t offset;  ///< of `begin` in the file
};

/// The lines of a file from byte `first` on, cut into chunks for parallel work. The chunks keep the promises
/// of tandem_text_scan.hpp: the end of the text, where a newline may be missing, is a padded copy.
class TextChunks {
 public:
  TextChunks(Host const& space, InputFile const& file, std::size_t first);
  TextChunks(TextChunks const&) = delete;
  TextChunks& operator=(TextChunks const&) = delete;

  std::size_t size() const { return m_chunks.size(); }
  TextChunk const& operator[](std::size_t i) const { return m_chunks[i]; }

 private:
  void add_tail(Host const& space, std::string_view text, std::size_t offset);

  HostView<char> m_tail;
  std::vector<TextChunk> m_chunks;
};

/// Lines one after the other, without their ends: for headers.
class LineReader {
 public:
  explicit LineReader(InputFile const& file) : LineReader(file.bytes()) {}
  explicit LineReader(std::string_view text) : m_text(text) {}

  /// The next line, if any, without blanks at both ends.
  std::optional<std::string_view> next();
  /// Where the line that next() gave starts.
  std::size_t line_offset() const { return m_line; }
  /// Where the line after it starts.
  std::size_t next_offset() const { return m_next; }

 private:
  std::string_view m_text;
  std::size_t m_line = 0;
  std::size_t m_next = 0;
};

/// More than any header or line of a file that we read may have.
inline constexpr std::size_t most_words = 8;

/// Words between blanks (and commas), the first `most_words` of them: a line that is no header may be as long
/// as its file.
std::vector<std::string_view> split_words(std::string_view line);

/// A whole word as an unsigned number, or nothing.
std::optional<std::uint64_t> to_number(std::string_view word);

/// Without the case of ASCII letters.
bool equal_letters(std::string_view a, std::string_view b);

/// The word at the start of `text`, quoted, short, and without unprintable characters.
std::string quote_word(std::string_view text);

/// Throws Error "<file>:<line>: <what>".
[[noreturn]] void fail_at(InputFile const& file, std::size_t offset, std::string_view what);

/// Throws when there are more vertices than ids can number. They were counted up to `offset`, or declared
/// there.
void check_num_vertices(InputFile const& file, std::size_t offset, std::uint64_t n);

/// Throws when a header declares more vertices than an id can number, or absurdly many for a file this short:
/// isolated vertices cost nothing in the file, but memory here.
void check_declared_vertices(InputFile const& file, std::size_t offset, std::uint64_t n);

}  // namespace tandem::Impl

#endif
