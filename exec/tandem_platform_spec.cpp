// SPDX-License-Identifier: BSD-3-Clause
#include <core/tandem_error.hpp>
#include <exec/tandem_platform.hpp>
#include <fmt/format.h>
#include <cctype>
#include <charconv>

namespace tandem {

namespace {

constexpr int max_count = 4096;

[[noreturn]] void refuse(std::string_view text, std::string_view why) {
  throw Error(fmt::format("platform '{}': {}; write <sockets>S, <devices>G or both, such as 1S, 2S1G or 4G",
                          text, why));
}

/// The number that `rest` starts with, which it loses.
int take_count(std::string_view text, std::string_view& rest) {
  int count = 0;
  auto const [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), count);
  if (error == std::errc::result_out_of_range || count > max_count)
    refuse(text, fmt::format("a count is larger than {}", max_count));
  if (error != std::errc() || count < 0) refuse(text, fmt::format("no number before '{}'", rest));
  if (count == 0) refuse(text, "a count of 0 (leave its letter out)");
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  return count;
}

}  // namespace

PlatformSpec parse_platform_spec(std::string_view text) {
  if (text.empty()) refuse(text, "it is empty");
  PlatformSpec spec;
  for (std::string_view rest = text; !rest.empty();) {
    int const count = take_count(text, rest);
    if (rest.empty()) refuse(text, fmt::format("no letter after {}", count));
    char const letter = static_cast<char>(std::toupper(static_cast<unsigned char>(rest.front())));
    if (letter != 'S' && letter != 'G') refuse(text, fmt::format("unknown letter '{}'", rest.front()));
    if (letter == 'S' && spec.devices != 0) refuse(text, "sockets come before devices");
    int& field = letter == 'S' ? spec.sockets : spec.devices;
    if (field != 0) refuse(text, fmt::format("'{}' is there twice", letter));
    field = count;
    rest.remove_prefix(1);
  }
  return spec;
}

std::string to_string(PlatformSpec const& spec) {
  std::string text;
  if (spec.sockets > 0) text += fmt::format("{}S", spec.sockets);
  if (spec.devices > 0) text += fmt::format("{}G", spec.devices);
  return text;
}

}  // namespace tandem
