// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_TEXT_SCAN_HPP
#define TANDEM_TEXT_SCAN_HPP

#include <core/tandem_types.hpp>

#include <fast_float/fast_float.h>

#include <bit>
#include <cmath>
#include <cstring>

// Scanners for the inner loops of the text readers. All rely on two promises: the text ends with a newline,
// which stops every scanner, and `scan_padding` more bytes behind it can be read.
namespace tandem::Impl {

inline constexpr std::size_t scan_padding = 8;

/// What is wrong with a line. The kernels only note it; messages are made once, for the first bad line.
enum class LineFault : unsigned char {
  none,
  not_an_id,
  negative_id,
  id_too_large,     ///< for 64 bits
  id_too_wide,      ///< for the type of the column; the caller tries again with a wider one
  id_out_of_range,  ///< of those that the header declares
  missing_target,
  missing_weight,
  bad_weight,
  weight_too_precise,
  too_many_columns,
  unknown_line
};

/// A carriage return counts as a blank, which deals with the line ends of Windows.
inline bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}
inline bool is_digit(char c) {
  return static_cast<unsigned char>(c - '0') < 10;
}
/// What may follow a number.
inline bool ends_number(char c) {
  return is_blank(c) || c == '\n' || c == ',';
}

inline char const* skip_blanks(char const* p) {
  while (is_blank(*p)) ++p;
  return p;
}

/// Blanks with at most one comma among them.
inline char const* skip_separator(char const* p) {
  p = skip_blanks(p);
  return *p == ',' ? skip_blanks(p + 1) : p;
}

/// The newline that ends the line of `p`.
inline char const* find_newline(char const* p, char const* end) {
  return static_cast<char const*>(std::memchr(p, '\n', static_cast<std::size_t>(end - p)));
}

/// Digits one by one, for numbers of eight digits and more. Leaves `p` behind the last digit.
inline LineFault scan_long_number(char const*& p, std::uint64_t& value) {
  while (*p == '0') ++p;
  char const* const start = p;
  value = 0;
  constexpr std::ptrdiff_t always_fits = 19;
  while (is_digit(*p) && p - start < always_fits) value = 10 * value + static_cast<std::uint64_t>(*p++ - '0');
  if (!is_digit(*p)) return LineFault::none;
  auto const digit = static_cast<std::uint64_t>(*p++ - '0');
  constexpr std::uint64_t most = ~std::uint64_t(0);
  bool const fits = value < most / 10 || (value == most / 10 && digit <= most % 10);
  value = 10 * value + digit;
  if (fits && !is_digit(*p)) return LineFault::none;
  while (is_digit(*p)) ++p;
  return LineFault::id_too_large;
}

/// Digits to a number. Leaves `p` behind the last digit. Ids have anything from one to seven digits in turn,
/// so a loop over them would mispredict its end at every other id: eight bytes are converted at once instead.
inline LineFault scan_number(char const*& p, std::uint64_t& value) {
  if constexpr (std::endian::native == std::endian::little) {
    constexpr std::uint64_t ones = 0x0101010101010101;
    std::uint64_t text;
    std::memcpy(&text, p, sizeof(text));
    // The lowest byte with its top bit set is the first that is no digit: neither >= '0' nor <= '9'.
    std::uint64_t const others = ((text - '0' * ones) | (text + (0x7f - '9') * ones)) & (0x80 * ones);
    if (others != 0) {
      int const bits = std::countr_zero(others) & ~7;
      if (bits == 0) return LineFault::not_an_id;
      // Digits go to the top bytes, zeros come in below as leading ones; then pairs, quads, all eight.
      std::uint64_t digits = (text << (64 - bits)) & (0x0f * ones);
      digits = digits * 10 + (digits >> 8);
      constexpr std::uint64_t mask = 0x000000ff000000ff;
      constexpr std::uint64_t even = 100 + (std::uint64_t(1000000) << 32),
                              odd = 1 + (std::uint64_t(10000) << 32);
      value = ((digits & mask) * even + ((digits >> 16) & mask) * odd) >> 32;
      p += bits / 8;
      return LineFault::none;
    }
  } else if (!is_digit(*p)) {
    return LineFault::not_an_id;
  }
  return scan_long_number(p, value);
}

/// A vertex id and its end.
inline LineFault scan_id(char const*& p, std::uint64_t& value) {
  char const* const start = p;
  LineFault const fault = scan_number(p, value);
  if (fault == LineFault::none && ends_number(*p)) return LineFault::none;
  p = start;
  if (fault == LineFault::id_too_large) return fault;
  return *p == '-' && is_digit(p[1]) ? LineFault::negative_id : LineFault::not_an_id;
}

/// A weight: a decimal number that is finite and, when it is whole and has no exponent, fits a Weight
/// exactly.
inline LineFault scan_weight(char const*& p, char const* end, Weight& weight) {
  char const* const start = p;
  bool const negative = *p == '-';
  if (negative) ++p;
  std::uint64_t whole = 0;
  LineFault const fault = scan_number(p, whole);
  if (fault != LineFault::not_an_id && *p == '.')  // 3.00 is whole, too
    while (*++p == '0') {
    }
  if (fault != LineFault::not_an_id && ends_number(*p)) {
    if (fault == LineFault::id_too_large ||
        (whole != 0 && std::bit_width(whole) - std::countr_zero(whole) > 24)) {
      p = start;
      return LineFault::weight_too_precise;
    }
    weight = static_cast<Weight>(whole);
    if (negative) weight = -weight;
    return LineFault::none;
  }
  auto const [stop, error] = fast_float::from_chars(start, end, weight);
  p = error == std::errc() && std::isfinite(weight) && ends_number(*stop) ? stop : start;
  return p == start ? LineFault::bad_weight : LineFault::none;
}

}  // namespace tandem::Impl

#endif
