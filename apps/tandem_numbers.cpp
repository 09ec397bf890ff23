// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_numbers.hpp"

#include <core/impl/tandem_text_chunks.hpp>
#include <fmt/format.h>
#include <charconv>
#include <cmath>

namespace tandem::app {

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
            double value = 0;
            auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
            if (error == std::errc() && end == text.data() + text.size() && std::isfinite(value))
              return std::string();
            return fmt::format("'{}' is no finite number", text);
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
