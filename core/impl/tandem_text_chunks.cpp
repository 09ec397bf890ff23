// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_text_chunks.hpp>

#include <core/impl/tandem_text_scan.hpp>
#include <core/impl/tandem_vertex_limit.hpp>
#include <core/tandem_error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace tandem::Impl {

TextChunks::TextChunks(Host const& space, InputFile const& file, std::size_t first) {
  std::string_view const text = file.bytes();
  // The last newline with enough bytes behind it: up to there threads read the file itself.
  std::size_t body_end = first;
  if (text.size() > first + scan_padding) {
    std::size_t const newline = text.rfind('\n', text.size() - scan_padding - 1);
    if (newline != std::string_view::npos && newline >= first) body_end = newline + 1;
  }
  // Enough chunks to even out the load, but none so small that starting it shows.
  std::size_t const wanted = (body_end - first) / (16 * static_cast<std::size_t>(num_threads(space)));
  std::size_t const step = std::clamp<std::size_t>(wanted, std::size_t(1) << 16, std::size_t(1) << 22);
  for (std::size_t begin = first; begin < body_end;) {
    std::size_t end = body_end;
    if (body_end - begin > step) end = text.find('\n', begin + step - 1) + 1;
    m_chunks.push_back({text.data() + begin, text.data() + end, begin});
    begin = end;
  }
  if (body_end < text.size()) add_tail(space, text.substr(body_end), body_end);
}

void TextChunks::add_tail(Host const& space, std::string_view text, std::size_t offset) {
  std::size_t const size = text.size() + (text.back() == '\n' ? 0 : 1);
  // A file of one line is all tail: its memory is asked for like that of any other array.
  m_tail = make_host_view<char>(space, "tandem::TextChunks::tail", size + scan_padding);
  char* const end = std::copy(text.begin(), text.end(), m_tail.data());
  std::fill(end, m_tail.data() + m_tail.extent(0), '\0');
  m_tail(size - 1) = '\n';
  m_chunks.push_back({m_tail.data(), m_tail.data() + size, offset});
}

std::optional<std::string_view> LineReader::next() {
  m_line = m_next;
  if (m_line >= m_text.size()) return std::nullopt;
  std::size_t const newline = m_text.find('\n', m_line);
  std::size_t end = newline == std::string_view::npos ? m_text.size() : newline;
  m_next = std::min(m_text.size(), end + 1);
  std::size_t begin = m_line;
  while (begin < end && is_blank(m_text[begin])) ++begin;
  while (begin < end && is_blank(m_text[end - 1])) --end;
  return m_text.substr(begin, end - begin);
}

std::vector<std::string_view> split_words(std::string_view line) {
  std::vector<std::string_view> words;
  constexpr char const* separators = " \t\r\n,";
  for (std::size_t begin = line.find_first_not_of(separators);
       begin != std::string_view::npos && words.size() < most_words;) {
    std::size_t const end = std::min(line.find_first_of(separators, begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = line.find_first_not_of(separators, end);
  }
  return words;
}

std::optional<std::uint64_t> to_number(std::string_view word) {
  std::uint64_t value = 0;
  auto const [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (word.empty() || error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

bool equal_letters(std::string_view a, std::string_view b) {
  auto const lower = [](char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

std::string quote_word(std::string_view text) {
  constexpr std::size_t longest = 32;
  std::string word = "'";
  std::size_t length = 0;
  for (char const c : text) {
    if (is_blank(c) || c == '\n' || (c == ',' && length != 0)) break;
    if (++length > longest) {
      word += "...";
      break;
    }
    if (' ' < c && c <= '~')
      word += c;
    else
      word += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  word += '\'';
  return word;
}

void fail_at(InputFile const& file, std::size_t offset, std::string_view what) {
  auto const* const begin = file.bytes().data();
  auto const line = 1 + std::count(begin, begin + std::min(offset, file.bytes().size()), '\n');
  throw Error(fmt::format("{}:{}: {}", file.name(), line, what));
}

void check_num_vertices(InputFile const& file, std::size_t offset, std::uint64_t n) {
  if (n > max_vertices) fail_at(file, offset, too_many_vertices(n));
}

void check_declared_vertices(InputFile const& file, std::size_t offset, std::uint64_t n) {
  check_num_vertices(file, offset, n);
  constexpr std::uint64_t always = std::uint64_t(1) << 22, per_byte = 64;
  if (n > always && n / per_byte > file.bytes().size())
    fail_at(
        file, offset,
        fmt::format("the header declares {} vertices, which can't be in a file of {} bytes: mend the header",
                    n, file.bytes().size()));
}

}  // namespace tandem::Impl
