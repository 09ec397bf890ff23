// SPDX-License-Identifier: BSD-3-Clause
#include <exec/impl/tandem_platform_json.hpp>
#include <exec/impl/tandem_run_context_json.hpp>
#include <nlohmann/json.hpp>

namespace tandem::Impl {

nlohmann::ordered_json to_json(RunContext const& context) {
  Platform const& platform = context.platform;
  nlohmann::ordered_json json;
  json["command"] = context.command_line;
  json["version"] = context.version;
  json["kokkos"] = {{"version", context.kokkos_version}, {"backends", context.kokkos_backends}};
  json["machine"] = {{"name", machine_name(platform.machine)}, {"units", to_json(platform)["units"]}};
  json["platform"] = to_string(platform.spec);
  json["notes"] = context.notes;
  return json;
}

}  // namespace tandem::Impl
