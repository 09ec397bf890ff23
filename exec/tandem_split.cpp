// SPDX-License-Identifier: BSD-3-Clause
#include <core/tandem_error.hpp>
#include <core/tandem_host_view.hpp>
#include <exec/tandem_calibrate.hpp>
#include <exec/tandem_split.hpp>
#include <partition/tandem_degree_profile.hpp>
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace tandem {

namespace {

bool has_host(Platform const& platform) {
  return !platform.units.empty() && platform.units.front().kind == UnitKind::host;
}

bool has_real_device(Platform const& platform) {
  return std::any_of(platform.units.begin(), platform.units.end(),
                     [](Unit const& unit) { return unit.kind == UnitKind::device && !unit.emulated; });
}

PartitionPolicy default_policy(Platform const& platform, Work work) {
  return has_real_device(platform) || work == Work::by_vertex ? PartitionPolicy::high
                                                              : PartitionPolicy::random;
}

/// Times as fast as the default policy that another one must be predicted to exceed to be taken. The model is
/// wrong by 5 to 24 % on average: whoever follows smaller differences follows its errors.
constexpr double clearly_faster = 1.1;

/// Of a policy or of all; null if there is none.
Prediction const* find_fastest(std::vector<Prediction> const& all,
                               std::optional<PartitionPolicy> policy = std::nullopt) {
  Prediction const* fastest = nullptr;
  for (Prediction const& each : all)
    if ((!policy || each.policy == *policy) && (!fastest || each.seconds < fastest->seconds)) fastest = &each;
  return fastest;
}

/// Why a split was chosen, beside the fastest one.
std::string tell_choice(Prediction const& chosen, Prediction const& fastest) {
  auto note = fmt::format("{} at alpha {:.2f}: {:.3g} ms predicted, by the profile ",
                          to_string(chosen.policy), chosen.alpha, 1e3 * chosen.seconds);
  if (fastest.seconds < chosen.seconds)
    return note + fmt::format("within {:.0f} % of the fastest, {} at alpha {:.2f}",
                              100 * (clearly_faster - 1), to_string(fastest.policy), fastest.alpha);
  return note + "the fastest";
}

double share_of_first(std::vector<double> const& parts) {
  return parts.front() / std::accumulate(parts.begin(), parts.end(), 0.0);
}

void check_alpha(Platform const& platform, std::optional<double> alpha) {
  if (!alpha) return;
  if (!(*alpha >= 0 && *alpha <= 1))
    throw Error(fmt::format("alpha is {}, but it is a share of the edges: give a number in 0..1", *alpha));
  if (!has_host(platform) && *alpha > 0)
    throw Error(fmt::format("alpha is {}, but platform {} has no host: give 0 or leave it out", *alpha,
                            to_string(platform.spec)));
}

/// Devices' shares of what the host leaves, adding up to 1; none without devices.
std::vector<double> relative_device_shares(Platform const& platform, std::vector<double> const& given) {
  std::size_t const num_devices = platform.units.size() - (has_host(platform) ? 1 : 0);
  if (num_devices == 0) return {};
  if (given.empty()) return std::vector<double>(num_devices, 1.0 / static_cast<double>(num_devices));
  if (given.size() != num_devices)
    throw Error(fmt::format("{} device shares are given for {} devices", given.size(), num_devices));
  double sum = 0;
  for (double const share : given) {
    if (!(share >= 0)) throw Error(fmt::format("device share {} is negative", share));
    if (!std::isfinite(share)) throw Error("a device share is infinite: give numbers");
    sum += share;
  }
  if (!(sum > 0)) throw Error("all device shares are 0");
  std::vector<double> shares = given;
  for (double& share : shares) share /= sum;
  return shares;
}

/// Looks for the split of one graph on one platform.
class Splitter {
 public:
  Splitter(Host const& space, Platform const& platform, Graph const& graph, SplitOptions const& options,
           std::uint64_t seed)
      : m_space(space),
        m_platform(platform),
        m_graph(graph),
        m_options(options),
        m_seed(seed),
        m_profile(space, graph.out),
        m_host(has_host(platform)) {
    check_alpha(platform, options.alpha);
    m_device_shares = relative_device_shares(platform, options.device_shares);
  }

  Split choose() {
    Split split;
    split.policy = m_options.policy.value_or(default_policy(m_platform, m_options.needs.work));
    if (!m_host || m_device_shares.empty())
      split.shares = shares_with(m_host ? 1 : 0);
    else if (m_options.rates && !(m_options.policy && m_options.alpha))
      choose_by_model(split);
    else
      split.shares = shares_with(m_options.alpha ? *m_options.alpha : default_alpha(split));
    double const wanted = split.shares.front();
    fit(split);
    assign(split);
    if (m_options.rates)
      split.prediction = predict(m_profile, *m_options.rates, split.policy, split.shares, m_host);
    // Why another alpha was wanted is then of no interest.
    if (double const alpha = split.shares.front(); alpha > wanted)
      split.notes = {
          fmt::format("alpha is {:.3f}: the devices' memory holds no more than {:.1f} % of the edges", alpha,
                      100 * (1 - alpha))};
    else if (alpha < wanted)
      split.notes = {fmt::format("alpha is {:.3f}: the host's memory holds no more of the edges", alpha)};
    return split;
  }

  Split adopt(Assignment const& assignment) const {
    Split split;
    split.assignment = assignment;
    split.parts = count_parts(m_space, m_graph, assignment, m_options.needs.in_edges);
    split.unit_bytes = bytes_of(split.parts);
    double const arcs = std::max(1.0, static_cast<double>(m_graph.num_arcs()));
    for (OwnedPart const& part : split.parts)
      split.shares.push_back(static_cast<double>(part.out_edges) / arcs);
    if (auto const shortage = find_shortage(split.parts))
      throw Error(fmt::format("{} for what the assignment gives it: give it less", shortage->what));
    return split;
  }

  std::vector<Prediction> predictions() const {
    std::vector<PartitionPolicy> policies(partition_policies.begin(), partition_policies.end());
    if (m_options.policy) policies = {*m_options.policy};
    std::vector<Prediction> all;
    for (PartitionPolicy const policy : policies)
      for (double const alpha : alphas()) {
        Split const split{.policy = policy, .shares = shares_with(alpha)};
        if (fits(expected_parts(split)))
          all.push_back(predict(m_profile, *m_options.rates, policy, split.shares, m_host));
      }
    return all;
  }

 private:
  /// Those that the options leave open.
  std::vector<double> alphas() const {
    if (!m_host) return {0};
    if (m_device_shares.empty()) return {1};
    if (m_options.alpha) return {*m_options.alpha};
    std::vector<double> all;
    for (int percent = 0; percent <= 100; ++percent) all.push_back(percent / 100.0);
    return all;
  }

  std::vector<double> shares_with(double alpha) const {
    std::vector<double> shares;
    if (m_host) shares.push_back(alpha);
    for (double const share : m_device_shares) shares.push_back((1 - alpha) * share);
    return shares;
  }

  void choose_by_model(Split& split) {
    auto const all = predictions();
    Prediction const* const fastest = find_fastest(all);
    if (!fastest) {  // nothing fits with this alpha: it will be raised
      split.shares = shares_with(m_options.alpha.value_or(1));
      return;
    }
    Prediction const* const usual = find_fastest(all, split.policy);
    bool const keeps_policy = usual && usual->seconds <= clearly_faster * fastest->seconds;
    Prediction const& chosen = keeps_policy ? *usual : *fastest;
    split.policy = chosen.policy;
    split.shares = shares_with(chosen.alpha);
    split.notes.push_back(tell_choice(chosen, *fastest));
  }

  /// Alpha when nobody has said anything.
  double default_alpha(Split& split) const {
    return has_real_device(m_platform) ? calibrated_alpha(split) : alpha_by_threads(split.policy);
  }

  /// Where the host and real devices need the same time for their parts, if edges cost them what they cost in
  /// the calibration.
  double calibrated_alpha(Split& split) const {
    std::vector<double> const rates = calibrate(m_space, m_platform);
    double const alpha = share_of_first(rates);
    double const devices = std::accumulate(rates.begin() + 1, rates.end(), 0.0);
    split.notes.push_back(fmt::format(
        "alpha is {:.3f}: in a short test the host looked at {:.2f} G edges/s, the devices at {:.2f} G",
        alpha, rates.front() / 1e9, devices / 1e9));
    return alpha;
  }

  /// By threads, as devices are slices of the host.
  double alpha_by_threads(PartitionPolicy policy) const {
    std::vector<double> threads;
    for (Unit const& unit : m_platform.units) threads.push_back(unit.threads);
    double const share = share_of_first(threads);
    bool const cut_by_vertices = m_options.needs.work == Work::by_vertex && policy == PartitionPolicy::high;
    // Edges of two hubs never share a cache line, those of other vertices do: a vertex of the host takes
    // longer.
    constexpr double pace_of_hubs = 0.85;
    return cut_by_vertices ? m_profile.arc_share_of_highest(pace_of_hubs * share) : share;
  }

  /// Of the first unit, which gets its share by the policy.
  std::size_t vertices_of_first(Split const& split) const {
    double const share = split.shares.front();
    if (split.policy == PartitionPolicy::high) return m_profile.highest_with(share);
    if (split.policy == PartitionPolicy::low) return m_profile.lowest_with(share);
    return static_cast<std::size_t>(share * static_cast<double>(m_profile.num_vertices()));
  }

  std::size_t active_of_first(Split const& split, std::size_t vertices) const {
    std::size_t const n = m_profile.num_vertices();
    std::size_t const idle = m_graph.directed ? 0 : m_profile.vertices_by_degree().front();
    if (split.policy == PartitionPolicy::high) return std::min(vertices, n - idle);
    if (split.policy == PartitionPolicy::low) return vertices - std::min(vertices, idle);
    return n == 0 ? 0
                  : static_cast<std::size_t>(static_cast<double>(vertices) * static_cast<double>(n - idle) /
                                             static_cast<double>(n));
  }

  /// What the units will get, but for chance. In-edges are taken to be where out-edges are.
  std::vector<OwnedPart> expected_parts(Split const& split) const {
    auto const m = static_cast<double>(m_profile.num_arcs());
    std::size_t const idle = m_graph.directed ? 0 : m_profile.vertices_by_degree().front();
    OwnedPart first{.vertices = vertices_of_first(split)};
    first.active = active_of_first(split, first.vertices);
    auto const others = static_cast<double>(m_profile.num_vertices() - first.vertices);
    auto const active = static_cast<double>(m_profile.num_vertices() - idle - first.active);
    double const rest = 1 - split.shares.front();
    std::vector<OwnedPart> parts;
    for (double const share : split.shares) {
      double const part = rest > 0 ? share / rest : 0;
      OwnedPart each = first;
      if (!parts.empty())
        each = {static_cast<std::size_t>(part * others), static_cast<std::size_t>(part * active), 0, 0};
      each.out_edges = static_cast<EdgeIndex>(share * m);
      each.in_edges = keeps_in_edges() ? each.out_edges : 0;
      parts.push_back(each);
    }
    return parts;
  }

  bool keeps_in_edges() const { return m_options.needs.in_edges && m_graph.directed; }

  PartStorage storage_of(Unit const& unit) const {
    PartStorage storage;
    storage.weighted = m_options.needs.weights && m_graph.weighted();
    storage.in_edges = keeps_in_edges();
    storage.program = m_options.needs.bytes;
    storage.own_memory = unit.kind == UnitKind::device && !unit.emulated;
    storage.edges_on_host = m_options.edges_on_host && (storage.own_memory || unit.capped);
    return storage;
  }

  /// What each unit needs at most. What devices keep in host memory counts as the host's, and so does what is
  /// there only on its way to a device.
  std::vector<std::size_t> bytes_of(std::vector<OwnedPart> const& parts) const {
    std::vector<PartStorage> storage;
    for (Unit const& unit : m_platform.units) storage.push_back(storage_of(unit));
    std::vector<std::size_t> all;
    std::size_t on_host = 0;
    for (std::size_t u = 0; u < parts.size(); ++u) {
      UnitBytes const bytes = max_unit_bytes(parts, u, storage[u]);
      all.push_back(bytes.own);
      on_host += bytes.on_host;
    }
    if (m_host) all.front() += on_host;
    if (m_host && has_real_device(m_platform))
      all.front() = std::max(all.front(), max_layout_bytes(parts, storage));
    return all;
  }

  /// A unit whose memory does not hold its part.
  struct Shortage {
    bool of_host;
    std::string what;
  };

  static Shortage make_shortage(Unit const& unit, std::size_t needs, std::size_t has) {
    return {unit.kind == UnitKind::host, fmt::format("{} needs up to {} and has {}", unit_name(unit),
                                                     format_bytes(needs), format_bytes(has))};
  }

  /// Of the first device that has too little, else of the host. Slices of the host may use each other's
  /// memory, as long as there is enough for all of them.
  std::optional<Shortage> find_shortage(std::vector<OwnedPart> const& parts) const {
    auto const bytes = bytes_of(parts);
    std::size_t needs = 0, has = 0;
    bool known = m_host;
    for (std::size_t u = 0; u < parts.size(); ++u) {
      Unit const& unit = m_platform.units[u];
      bool const device = unit.kind == UnitKind::device;
      if (device && unit.memory != 0 && parts[u].vertices > 0 && bytes[u] > unit.memory)
        return make_shortage(unit, bytes[u], unit.memory);
      if (device && !unit.emulated) continue;
      needs += bytes[u];
      has += unit.memory;
      known = known && unit.memory != 0;
    }
    if (known && needs > has) return make_shortage(m_platform.units.front(), needs, has);
    return std::nullopt;
  }

  bool fits(std::vector<OwnedPart> const& parts) const { return !find_shortage(parts); }

  [[noreturn]] void throw_too_large(Shortage const& shortage) const {
    throw Error(fmt::format("the graph, {} vertices and {} arcs, does not fit platform {}: {}; {}",
                            m_graph.num_vertices(), m_graph.num_arcs(), to_string(m_platform.spec),
                            shortage.what,
                            m_host ? "use units with more memory, more devices, or a smaller graph"
                                   : "add the host to the platform, or more devices"));
  }

  /// Changes alpha, as little as it takes, until all units can be expected to hold their parts.
  void fit(Split& split) const {
    auto const shortage = find_shortage(expected_parts(split));
    if (!shortage) return;
    if (!m_host || m_device_shares.empty()) throw_too_large(*shortage);
    double bad = split.shares.front(), good = shortage->of_host ? 0 : 1;
    auto const has_same_shortage = [&](double alpha) {
      split.shares = shares_with(alpha);
      auto const now = find_shortage(expected_parts(split));
      return now && now->of_host == shortage->of_host;
    };
    for (int i = 0; i < 30; ++i) {
      double const middle = (bad + good) / 2;
      (has_same_shortage(middle) ? bad : good) = middle;
    }
    split.shares = shares_with(good);
    // What the host lacks with the larger part says more than what a device lacks with the rest.
    if (auto const left = find_shortage(expected_parts(split)))
      throw_too_large(shortage->of_host ? *shortage : *left);
  }

  /// Assigns the vertices. Chance may give a unit more than it can be expected to get, and holds: alpha is
  /// changed a little more then.
  void assign(Split& split) const {
    constexpr double most = 0.999;   // beyond, devices get nothing
    constexpr int max_rounds = 200;  // more than it takes from one end to the other
    for (int round = 0;; ++round) {
      split.assignment = assign_vertices(m_space, m_graph, {split.policy, split.shares, m_seed});
      split.parts = count_parts(m_space, m_graph, split.assignment, m_options.needs.in_edges);
      auto const shortage = find_shortage(split.parts);
      if (!shortage) break;
      if (!m_host || m_device_shares.empty() || round == max_rounds) throw_too_large(*shortage);
      double const alpha = split.shares.front();
      double const higher = alpha < most ? 1 - 0.95 * (1 - alpha) : 1;
      split.shares = shares_with(shortage->of_host ? 0.95 * alpha : higher);
    }
    split.unit_bytes = bytes_of(split.parts);
  }

  Host m_space;
  Platform const& m_platform;
  Graph const& m_graph;
  SplitOptions const& m_options;
  std::uint64_t m_seed;
  DegreeProfile m_profile;
  bool m_host;
  std::vector<double> m_device_shares;  ///< of what the host leaves
};

}  // namespace

ProgramNeeds needs_side_by_side(ProgramNeeds const& a, ProgramNeeds const& b) {
  auto const message_bytes = [](ProgramNeeds const& needs) {
    return std::max<std::size_t>(needs.bytes.message, 1);  // without a value, a bit
  };
  ProgramNeeds both = needs_in_turn(a, b);
  both.bytes = {a.bytes.slot + b.bytes.slot, a.bytes.vertex + b.bytes.vertex,
                message_bytes(a) + message_bytes(b), a.bytes.slot_on_host + b.bytes.slot_on_host,
                a.bytes.vertex_on_host + b.bytes.vertex_on_host};
  return both;
}

ProgramNeeds needs_in_turn(ProgramNeeds const& a, ProgramNeeds const& b) {
  bool const by_vertex = a.work == Work::by_vertex && b.work == Work::by_vertex;
  return {.in_edges = a.in_edges || b.in_edges,
          .weights = a.weights || b.weights,
          .work = by_vertex ? Work::by_vertex : Work::by_edge,
          .bytes = {std::max(a.bytes.slot, b.bytes.slot), std::max(a.bytes.vertex, b.bytes.vertex),
                    std::max(a.bytes.message, b.bytes.message),
                    std::max(a.bytes.slot_on_host, b.bytes.slot_on_host),
                    std::max(a.bytes.vertex_on_host, b.bytes.vertex_on_host)}};
}

void check_split_options(Platform const& platform, SplitOptions const& options) {
  check_alpha(platform, options.alpha);
  relative_device_shares(platform, options.device_shares);
}

Split choose_split(Host const& space, Platform const& platform, Graph const& graph,
                   SplitOptions const& options, std::uint64_t seed) {
  return Splitter(space, platform, graph, options, seed).choose();
}

Split adopt_assignment(Host const& space, Platform const& platform, Graph const& graph,
                       Assignment const& assignment, SplitOptions const& options) {
  return Splitter(space, platform, graph, options, 1).adopt(assignment);
}

std::vector<Prediction> predict_splits(Host const& space, Platform const& platform, Graph const& graph,
                                       SplitOptions const& options) {
  return Splitter(space, platform, graph, options, 1).predictions();
}

}  // namespace tandem
