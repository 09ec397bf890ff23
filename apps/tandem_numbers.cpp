// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_numbers.hpp"

#include <core/impl/tandem_text_chunks.hpp>
#include <fmt/format.h>
#include <charconv>
#include <cmath>
#include <optional>

namespace tandem::app {

namespace {

std::optional<double> to_finite(std::string const& text) {
  double value = 0;
  char const* const end = text.data() + text.size();
  auto const [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace

CLI::Validator whole_number() {
  return {[](std::string& text) {
            auto const number = Impl::to_number(text);
            if (!number) return fmt::format("'{}' is no whole number from 0 to 2^64 - 1", text);
            text = std::to_string(*number);
            return std::string();
          },
          ""};
}

CLI::Validator real_number() {
  return {[](std::string& text) {
            return to_finite(text) ? std::string() : fmt::format("'{}' is no finite number", text);
          },
          ""};
}

CLI::Validator positive_number() {
  return {[](std::string& text) {
            return to_finite(text).value_or(0) > 0 ? std::string()
                                                   : fmt::format("'{}' is no number above 0", text);
          },
          ""};
}

CLI::Validator positive_size() {
  return {[](std::string& text) {
            std::size_t const digits = std::min(text.find_first_not_of("0123456789"), text.size());
            auto const number = Impl::to_number(text.substr(0, digits));
            if (!number || *number == 0)
              return fmt::format("'{}' is no size: give a whole number above 0, such as 256M", text);
            text = std::to_string(*number) + text.substr(digits);
            return std::string();
          },
          ""};
}

}  // namespace tandem::app
