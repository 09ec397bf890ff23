// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_PLATFORM_JSON_HPP
#define TANDEM_PLATFORM_JSON_HPP

#include <exec/tandem_platform.hpp>
#include <nlohmann/json_fwd.hpp>

namespace tandem::Impl {

/// The same facts as describe(), for machines; sizes are bytes. Not for users, who would need the JSON
/// library then.
nlohmann::json to_json(Platform const& platform);

}  // namespace tandem::Impl

#endif
