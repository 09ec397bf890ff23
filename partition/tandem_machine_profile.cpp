// SPDX-License-Identifier: BSD-3-Clause
#define TOML_HEADER_ONLY 1
#include <core/tandem_error.hpp>
#include <partition/tandem_machine_profile.hpp>
#include <fmt/format.h>
#include <toml++/toml.h>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>

namespace tandem {

namespace {

/// Reads one file. Every value that is there is checked, and a name that is not known is an error: it may be
/// a misspelt one.
class ProfileReader {
 public:
  explicit ProfileReader(std::filesystem::path const& path) : m_path(path) {}

  MachineProfile read() const {
    toml::table const root = parse();
    allow(root, {"machine", "platform", "host", "device", "algorithms"});
    MachineProfile profile;
    profile.machine = text(root, "machine");
    profile.platform = text(root, "platform");
    if (profile.platform.empty()) fail(root, "it has no platform, such as \"1S1G\"");
    if (toml::table const* host = table(root, "host")) {
      allow(*host, {"threads", "memory"});
      profile.host_threads = count<int>(*host, "threads");
      profile.host_memory = count<std::size_t>(*host, "memory");
    }
    if (toml::table const* device = table(root, "device")) {
      allow(*device, {"threads", "memory", "emulated"});
      profile.device_threads = count<int>(*device, "threads");
      profile.device_memory = count<std::size_t>(*device, "memory");
      profile.emulated = flag(*device, "emulated");
    }
    if (toml::table const* algorithms = table(root, "algorithms"))
      for (auto const& [name, node] : *algorithms)
        profile.algorithms.push_back({std::string(name.str()), rates_of(*table(*algorithms, name.str()))});
    if (profile.algorithms.empty()) fail(root, "it has no [algorithms]");
    return profile;
  }

 private:
  [[noreturn]] void fail(toml::node const& node, std::string const& what) const {
    fail_at(node.source().begin.line, what);
  }
  [[noreturn]] void fail_at(toml::source_index line, std::string const& what) const {
    throw Error(fmt::format("{}:{}: {}", m_path.string(), std::max<toml::source_index>(line, 1), what));
  }

  toml::table parse() const {
    if (std::filesystem::is_directory(m_path))
      throw Error(fmt::format("{} is a directory, not a profile", m_path.string()));
    std::ifstream file(m_path);
    if (!file) throw Error(fmt::format("cannot read the profile {}", m_path.string()));
    try {
      return toml::parse(file, m_path.string());
    } catch (toml::parse_error const& error) {
      fail_at(error.source().begin.line, std::string(error.description()));
    }
  }

  void allow(toml::table const& in, std::initializer_list<std::string_view> names) const {
    for (auto const& [key, node] : in)
      if (std::find(names.begin(), names.end(), key.str()) == names.end())
        fail(node, fmt::format("'{}' is not known here", key.str()));
  }

  toml::table const* table(toml::table const& in, std::string_view name) const {
    toml::node const* const node = in.get(name);
    if (node != nullptr && !node->is_table()) fail(*node, fmt::format("'{}' is not a table", name));
    return node == nullptr ? nullptr : node->as_table();
  }

  std::string text(toml::table const& in, std::string_view name) const {
    toml::node const* const node = in.get(name);
    if (node != nullptr && !node->is_string()) fail(*node, fmt::format("'{}' is not a text", name));
    return node == nullptr ? std::string() : **node->as_string();
  }

  /// Not negative.
  double number(toml::table const& in, std::string_view name, double otherwise) const {
    toml::node const* const node = in.get(name);
    if (node == nullptr) return otherwise;
    auto const value = node->value<double>();
    if (!value || !(*value >= 0) || std::isinf(*value))
      fail(*node, fmt::format("'{}' must be a number, 0 or more", name));
    return *value;
  }

  /// What is not there is 0.
  template <class Count>
  Count count(toml::table const& in, std::string_view name) const {
    double const value = number(in, name, 0);
    if (value >= static_cast<double>(std::numeric_limits<Count>::max()))
      fail(*in.get(name), fmt::format("'{}' is too large", name));
    if (value != std::floor(value)) fail(*in.get(name), fmt::format("'{}' must be a whole number", name));
    return static_cast<Count>(value);
  }

  bool flag(toml::table const& in, std::string_view name) const {
    toml::node const* const node = in.get(name);
    if (node != nullptr && !node->is_boolean()) fail(*node, fmt::format("'{}' must be true or false", name));
    return node != nullptr && **node->as_boolean();
  }

  double rate(toml::table const& in, std::string_view name) const {
    double const value = number(in, name, std::numeric_limits<double>::infinity());
    if (value == 0) fail(*in.get(name), fmt::format("'{}' must be more than 0", name));
    return value;
  }

  UnitRates unit_rates(toml::table const& in, std::string_view unit) const {
    toml::table const* const rates = table(in, unit);
    if (rates == nullptr) return {};
    allow(*rates, {"edges_per_second", "vertices_per_second"});
    return {rate(*rates, "edges_per_second"), rate(*rates, "vertices_per_second")};
  }

  AlgorithmRates rates_of(toml::table const& in) const {
    allow(in, {"host", "device", "messages_per_second", "overlap"});
    AlgorithmRates rates{unit_rates(in, "host"), unit_rates(in, "device"), rate(in, "messages_per_second")};
    if (toml::table const* const overlap = table(in, "overlap")) read_overlap(*overlap, rates);
    if (std::isinf(rates.host.edges_per_second) && std::isinf(rates.host.vertices_per_second) &&
        std::isinf(rates.device.edges_per_second) && std::isinf(rates.device.vertices_per_second))
      fail(in, "an algorithm needs the rates of its host or device");
    return rates;
  }

  void read_overlap(toml::table const& in, AlgorithmRates& rates) const {
    for (auto const& [policy, node] : in) {
      double const value = number(in, policy.str(), 1);
      if (value > 1) fail(node, fmt::format("'{}' is a share: it must be in 0..1", policy.str()));
      try {
        rates.overlap[static_cast<std::size_t>(parse_policy(policy.str()))] = value;
      } catch (Error const& error) {
        fail(node, error.what());
      }
    }
  }

  std::filesystem::path m_path;
};

std::string rate_text(char const* name, double rate) {
  return std::isinf(rate) ? std::string() : fmt::format("{} = {:.4g}\n", name, rate);
}

std::string unit_text(std::string const& table, UnitRates const& rates) {
  return fmt::format("\n[{}]\n{}{}", table, rate_text("edges_per_second", rates.edges_per_second),
                     rate_text("vertices_per_second", rates.vertices_per_second));
}

std::string overlap_text(AlgorithmRates const& rates) {
  std::string text;
  for (PartitionPolicy const policy : partition_policies)
    if (double const overlap = rates.overlap_of(policy); overlap != 1)
      text += fmt::format("overlap.{} = {:.2f}\n", to_string(policy), overlap);
  return text;
}

std::string resources_text(char const* table, int threads, std::size_t memory) {
  std::string text = fmt::format("\n[{}]\n", table);
  if (threads > 0) text += fmt::format("threads = {}\n", threads);
  if (memory > 0) text += fmt::format("memory = {}\n", memory);
  return text;
}

}  // namespace

std::optional<AlgorithmRates> MachineProfile::find(std::string const& algorithm) const {
  for (Algorithm const& each : algorithms)
    if (each.name == algorithm) return each.rates;
  return std::nullopt;
}

MachineProfile read_machine_profile(std::filesystem::path const& path) {
  return ProfileReader(path).read();
}

std::string to_toml(MachineProfile const& profile) {
  std::string text = fmt::format("machine = {:?}\nplatform = {:?}\n", profile.machine, profile.platform);
  text += resources_text("host", profile.host_threads, profile.host_memory);
  text += resources_text("device", profile.device_threads, profile.device_memory);
  if (profile.emulated) text += "emulated = true\n";
  for (auto const& [name, rates] : profile.algorithms) {
    text += fmt::format("\n[algorithms.{}]\n{}{}", name,
                        rate_text("messages_per_second", rates.messages_per_second), overlap_text(rates));
    text += unit_text(fmt::format("algorithms.{}.host", name), rates.host);
    text += unit_text(fmt::format("algorithms.{}.device", name), rates.device);
  }
  return text;
}

std::optional<std::filesystem::path> default_profile_path(std::string const& platform) {
  std::filesystem::path folder;
  if (char const* const config = std::getenv("XDG_CONFIG_HOME"); config != nullptr && *config != '\0')
    folder = config;
  else if (char const* const home = std::getenv("HOME"); home != nullptr && *home != '\0')
    folder = std::filesystem::path(home) / ".config";
  else
    return std::nullopt;
  return folder / "tandem" / (platform + ".toml");
}

}  // namespace tandem
