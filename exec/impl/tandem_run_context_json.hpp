// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_RUN_CONTEXT_JSON_HPP
#define TANDEM_RUN_CONTEXT_JSON_HPP

#include <exec/tandem_run_context.hpp>
#include <nlohmann/json_fwd.hpp>

namespace tandem::Impl {

/// The head of a record, which goes on with what was run.
nlohmann::ordered_json to_json(RunContext const& context);

}  // namespace tandem::Impl

#endif
