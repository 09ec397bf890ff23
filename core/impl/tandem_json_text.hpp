// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_JSON_TEXT_HPP
#define TANDEM_JSON_TEXT_HPP

#include <nlohmann/json.hpp>

#include <string>

namespace tandem::Impl {

/// JSON as text; with a negative indent all on one line. File names need not be UTF-8, as text in JSON must:
/// a U+FFFD takes the place of what is not.
template <class Json>
std::string json_text(Json const& json, int indent = 1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tandem::Impl

#endif
