// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_run_options.hpp"

#include <core/tandem_build.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_generate.hpp>
#include <core/tandem_relaxed.hpp>
#include <core/tandem_view.hpp>
#include <exec/tandem_collect.hpp>
#include <exec/tandem_programs.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <atomic>
#include <chrono>
#include <cmath>
#include <set>
#include <thread>

// Programs that only try what the engine promises. In a namespace with a name, as nvcc wants for types that
// kernels are made of.
namespace tandem::test {

using Value = std::uint32_t;

template <class MemorySpace>
using Values = Kokkos::View<Value*, MemorySpace>;

/// What unit `from` sends for a slot of its own.
KOKKOS_FUNCTION inline Value message_of(int from, VertexId slot) {
  return static_cast<Value>(1000003u * static_cast<Value>(from + 1) + static_cast<Value>(slot));
}

struct ProbeOptions {
  Exchange exchange = Exchange::push;
  VertexId stride = 1;    ///< of the ghosts that have news
  bool has_list = false;  ///< of them
};

/// Lists the ghosts of a channel that have news, behind those before.
template <class MemorySpace>
struct ListNews {
  Kokkos::View<VertexId*, MemorySpace> list;
  std::size_t at;
  VertexId first, stride;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    list(at + static_cast<std::size_t>(i)) = first + static_cast<VertexId>(i) * stride;
  }
};

template <class MemorySpace>
struct SetNews {
  Bitmap<MemorySpace> news;
  VertexId first, stride;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    if (static_cast<VertexId>(i) % stride == 0) news.set_atomic(first + static_cast<VertexId>(i));
  }
};

template <class MemorySpace>
struct FillZero {
  Values<MemorySpace> values;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { values(i) = 0; }
};

/// A push may also ask for slots without news: their value must do no harm.
template <class MemorySpace>
struct SendName {
  int from;
  bool push;
  Bitmap<MemorySpace> marked;
  KOKKOS_FUNCTION Value operator()(VertexId slot) const {
    return push && !marked.test(slot) ? 0 : message_of(from, slot);
  }
};

template <class MemorySpace>
struct AddValue {
  Values<MemorySpace> values;
  KOKKOS_FUNCTION void operator()(VertexId slot, Value value) const { values(slot) += value; }
};

/// Sends once, in superstep 0, and looks at what came in superstep 1.
template <class ExecutionSpace>
class Probe {
 public:
  using Message = Value;
  using MemorySpace = typename ExecutionSpace::memory_space;

  Probe(ExecutionSpace const& space, Partition<MemorySpace> const& partition, ProbeOptions const& options)
      : m_space(space),
        m_partition(partition),
        m_options(options),
        m_values(make_view<Value>(space, "tandem::test::values", partition.num_slots)),
        m_news(make_bitmap(space, "tandem::test::news", partition.num_slots)),
        m_marked(make_bitmap(space, "tandem::test::marked", partition.num_slots)),
        m_list(make_view<VertexId>(space, "tandem::test::list", partition.num_slots)) {
    Impl::launch(space, "tandem::test::zero", partition.num_slots, FillZero<MemorySpace>{m_values});
  }

  Exchange compute(int step, Vote const& all, Vote& mine) {
    mine.sum = 1;
    mine.active = 10;
    mine.smallest = m_partition.id;
    if (step > 0) {
      m_seen = all;
      return Exchange::none;
    }
    for (auto const& channel : m_partition.channels)
      for (auto const& bitmap : {m_news, m_marked})
        Impl::launch(m_space, "tandem::test::set_news", channel.num_ghosts,
                     SetNews<MemorySpace>{bitmap, channel.first_ghost, m_options.stride});
    if (m_options.has_list)
      for (auto const& channel : m_partition.channels) {
        std::size_t const listed = (channel.num_ghosts + m_options.stride - 1) / m_options.stride;
        Impl::launch(m_space, "tandem::test::list_news", listed,
                     ListNews<MemorySpace>{m_list, m_num_listed, channel.first_ghost, m_options.stride});
        m_num_listed += listed;
      }
    m_space.fence("tandem::test: news set");
    return m_options.exchange;
  }
  bool done(int step, Vote const&) const { return step == 1; }
  SendName<MemorySpace> packer() const {
    return {m_partition.id, m_options.exchange == Exchange::push, m_marked};
  }
  AddValue<MemorySpace> unpacker(std::size_t) const { return {m_values}; }
  Bitmap<MemorySpace> news() const { return m_news; }
  NewsList<MemorySpace> news_list() const { return {m_list, 0, m_num_listed}; }

  Values<MemorySpace> const& values() const { return m_values; }
  Vote const& seen() const { return m_seen; }
  std::size_t left_news() const { return count(m_space, m_news); }

 private:
  ExecutionSpace m_space;
  Partition<MemorySpace> m_partition;
  ProbeOptions m_options;
  Values<MemorySpace> m_values;
  Bitmap<MemorySpace> m_news, m_marked;
  Kokkos::View<VertexId*, MemorySpace> m_list;
  std::size_t m_num_listed = 0;
  Vote m_seen;
};

/// Whether ready() has come true within some seconds. It is a kernel on the unit's space that asks, where
/// that can see what the test sees, else its dispatch thread.
template <class ExecutionSpace, class Ready>
bool wait_in_kernel(ExecutionSpace const& space, Ready const& ready) {
  auto const wait = [&ready](int) {
    auto const end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!ready() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  };
  if constexpr (is_host_space_v<ExecutionSpace>) {
    Kokkos::parallel_for("tandem::test::wait", Kokkos::RangePolicy<ExecutionSpace>(space, 0, 1), wait);
    space.fence("tandem::test: waited");
  } else {
    wait(0);
  }
  return ready();
}

/// The number of the superstep for every owned vertex; the arrays take turns, and are lent.
template <class MemorySpace>
struct SetValues {
  Values<MemorySpace> values;
  Value value;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { values(i) = value; }
};

template <class MemorySpace>
struct CountOthers {
  Values<MemorySpace> values;
  VertexId first;
  Value expected;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::uint64_t& others) const {
    others += values(first + static_cast<VertexId>(i)) != expected;
  }
};

template <class MemorySpace>
struct SendValue {
  Values<MemorySpace> values;
  KOKKOS_FUNCTION Value operator()(VertexId slot) const { return values(slot); }
};

/// Takes its time now and then.
template <class MemorySpace>
struct TakeSlowly {
  Values<MemorySpace> values;
  bool slow;
  KOKKOS_FUNCTION void operator()(VertexId slot, Value value) const {
    if (slow && slot % 256 == 0)
      KOKKOS_IF_ON_HOST((std::this_thread::sleep_for(std::chrono::microseconds(300));))
    values(slot) = value;
  }
};

/// In every superstep all ghosts must have what their owners had in the one before.
template <class ExecutionSpace>
class Lender {
 public:
  using Message = Value;
  using MemorySpace = typename ExecutionSpace::memory_space;

  Lender(ExecutionSpace const& space, Partition<MemorySpace> const& partition, int num_steps)
      : m_space(space),
        m_partition(partition),
        m_num_steps(num_steps),
        m_now(make_view<Value>(space, "tandem::test::now", partition.num_slots)),
        m_next(make_view<Value>(space, "tandem::test::next", partition.num_slots)) {}

  Exchange compute(int step, Vote const&, Vote& mine) {
    using Range = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
    if (step > 0)
      for (auto const& channel : m_partition.channels) {
        std::uint64_t others = 0;
        Kokkos::parallel_reduce(
            "tandem::test::compare", Range(m_space, 0, channel.num_ghosts),
            CountOthers<MemorySpace>{m_now, channel.first_ghost, static_cast<Value>(step - 1)}, others);
        m_wrong += others;
      }
    Impl::launch(m_space, "tandem::test::set", m_partition.num_owned,
                 SetValues<MemorySpace>{m_next, static_cast<Value>(step)});
    m_space.fence("tandem::test: values set");
    std::swap(m_now, m_next);
    mine.sum = static_cast<double>(m_wrong);
    m_slow = (step + m_partition.id) % 2 == 0;
    return Exchange::pull;
  }
  bool done(int step, Vote const&) const { return step + 1 == m_num_steps; }
  SendValue<MemorySpace> packer() const { return {m_now}; }
  TakeSlowly<MemorySpace> unpacker(std::size_t) const { return {m_now, m_slow}; }
  Bitmap<MemorySpace> news() const { return {}; }
  void const* lent() const { return m_now.data(); }

 private:
  ExecutionSpace m_space;
  Partition<MemorySpace> m_partition;
  int m_num_steps;
  Values<MemorySpace> m_now, m_next;
  std::uint64_t m_wrong = 0;
  bool m_slow = false;
};

/// Waits in its first superstep until all units are in theirs.
struct MeetOptions {
  std::atomic<int>* present;
  int expected;
  int failing_unit = -1;
};

template <class ExecutionSpace>
class Meet {
 public:
  using Message = Nothing;
  using MemorySpace = typename ExecutionSpace::memory_space;

  Meet(ExecutionSpace const& space, Partition<MemorySpace> const& partition, MeetOptions const& options)
      : m_space(space), m_id(partition.id), m_options(options) {}
  Exchange compute(int, Vote const&, Vote& mine) {
    if (m_id == m_options.failing_unit) throw Error("this unit fails");
    ++*m_options.present;
    mine.sum = wait_in_kernel(m_space, [this] { return *m_options.present >= m_options.expected; }) ? 1 : 0;
    return Exchange::none;
  }
  bool done(int, Vote const&) const { return true; }
  struct Ignore {
    KOKKOS_FUNCTION Nothing operator()(VertexId) const { return {}; }
    KOKKOS_FUNCTION void operator()(VertexId, Nothing) const {}
  };
  Ignore packer() const { return {}; }
  Ignore unpacker(std::size_t) const { return {}; }
  Bitmap<MemorySpace> news() const { return {}; }

 private:
  ExecutionSpace m_space;
  int m_id;
  MeetOptions m_options;
};

/// Unit 0 sends, and unit 1 computes until it has seen that.
struct SendEarlyOptions {
  int* packed;  ///< set when a message is packed
};

struct TellPacked {
  int* packed;  ///< nullptr: nobody is told
  KOKKOS_FUNCTION Value operator()(VertexId) const {
    if (packed != nullptr) relaxed_store(packed, 1);
    return 0;
  }
};

struct IgnoreValue {
  KOKKOS_FUNCTION void operator()(VertexId, Value) const {}
};

template <class ExecutionSpace>
class SendEarly {
 public:
  using Message = Value;
  using MemorySpace = typename ExecutionSpace::memory_space;

  SendEarly(ExecutionSpace const& space, Partition<MemorySpace> const& partition,
            SendEarlyOptions const& options)
      : m_space(space), m_id(partition.id), m_packed(options.packed) {}
  Exchange compute(int, Vote const&, Vote& mine) {
    if (m_id == 1) mine.sum = wait_in_kernel(m_space, [this] { return relaxed_load(m_packed) == 1; }) ? 1 : 0;
    return Exchange::pull;
  }
  bool done(int, Vote const&) const { return true; }
  TellPacked packer() const { return {m_id == 0 ? m_packed : nullptr}; }
  IgnoreValue unpacker(std::size_t) const { return {}; }
  Bitmap<MemorySpace> news() const { return {}; }

 private:
  ExecutionSpace m_space;
  int m_id;
  int* m_packed;
};

}  // namespace tandem::test

namespace {

using namespace tandem;

EngineOptions options_for(std::string const& platform, double alpha) {
  EngineOptions options;
  options.platform.spec = platform;
  options.platform.bind = false;
  options.split.policy = PartitionPolicy::random;
  options.split.alpha = alpha;
  return options;
}

struct UnitData {
  HostView<test::Value const> values;
  std::vector<Channel<HostMemory>> channels;
  VertexId num_owned = 0;
  std::size_t num_slots = 0;
};

/// Runs the probe and compares what every unit received with what the layout says it must.
RunRecord check_exchange(Engine& engine, test::ProbeOptions const& options) {
  Programs<test::Probe> programs(engine, options);
  RunRecord const record = programs.run();
  std::vector<UnitData> units(engine.num_units());
  programs.for_each([&](std::size_t u, auto& program, auto const& unit) {
    units[u].values = on_host(unit.space, program.values());
    units[u].num_owned = unit.partition.num_owned;
    units[u].num_slots = unit.partition.num_slots;
    units[u].channels = channels_on_host(unit.space, unit.partition);
  });
  bool const push = options.exchange == Exchange::push;
  for (std::size_t to = 0; to < units.size(); ++to) {
    std::vector<test::Value> expected(units[to].num_slots, 0);
    for (std::size_t from = 0; from < units.size(); ++from) {
      if (from == to) continue;
      auto const& owner_side = push ? units[to].channels[from] : units[from].channels[to];
      auto const first_ghost =
          push ? units[from].channels[to].first_ghost : units[to].channels[from].first_ghost;
      for (VertexId i = 0; i < owner_side.num_boundary; ++i) {
        VertexId const owned = owner_side.boundary.extent(0) == 0 ? i : owner_side.boundary(i);
        if (push && i % options.stride == 0)
          expected[owned] += test::message_of(static_cast<int>(from), first_ghost + i);
        if (options.exchange == Exchange::pull)
          expected[first_ghost + i] += test::message_of(static_cast<int>(from), owned);
      }
    }
    CAPTURE(push, options.stride, to);
    CHECK(std::equal(expected.begin(), expected.end(), units[to].values.data()));
  }
  return record;
}

TEST_CASE("messages arrive in the next superstep, in whichever format is shortest", "[engine]") {
  for (char const* spec : {"kron:12", "path:5000"}) {
    Graph const graph = build_graph(Host(), generate(Host(), spec), {.drop_duplicates = true});
    for (char const* platform : {"1S1G", "1S2G", "1S3G", "1S4G"}) {
      CAPTURE(spec, platform);
      Engine engine(Host(), graph, options_for(platform, 0.4));
      auto const bytes_as = [&](test::ProbeOptions const& options, MailFormat format) {
        return check_exchange(engine, options).units[0].steps[0].bytes[static_cast<std::size_t>(format)];
      };
      CHECK(bytes_as({Exchange::push, 4}, MailFormat::bitmap) > 0);
      for (bool const has_list : {false, true}) {
        CHECK(bytes_as({Exchange::push, 1, has_list}, MailFormat::dense) > 0);
        CHECK(bytes_as({Exchange::push, 100, has_list}, MailFormat::list) > 0);
      }
      CHECK(bytes_as({Exchange::pull, 1}, MailFormat::dense) > 0);
      CHECK(bytes_as({Exchange::none, 1}, MailFormat::dense) == 0);
    }
  }
}

TEST_CASE("a list that turns out shorter than its room counts what it has", "[engine]") {
  using Impl::make_layout, Impl::shortened;
  for (std::size_t const message_bytes : {0, 4, 8}) {
    auto const list = make_layout(MailFormat::list, 1000, 100, message_bytes);
    CHECK(shortened(list, 100, message_bytes).bytes == list.bytes);
    CHECK(shortened(list, 10, message_bytes).count == 10);
    CHECK(shortened(list, 0, message_bytes).format == MailFormat::empty);
  }
  CHECK(shortened(make_layout(MailFormat::list, 1000, 100, 0), 10, 0).bytes == 10 * sizeof(VertexId));
  CHECK(shortened(make_layout(MailFormat::list, 1000, 100, 8), 10, 8).bytes == 100 * sizeof(VertexId) + 80);
}

TEST_CASE("news are gone once they are sent", "[engine]") {
  Graph const graph = build_graph(Host(), generate(Host(), "kron:10"));
  Engine engine(Host(), graph, options_for("1S2G", 0.4));
  for (VertexId stride : {1u, 4u, 100u, 1000u}) {
    Programs<test::Probe> programs(engine, test::ProbeOptions{Exchange::push, stride, stride == 1000});
    programs.run();
    std::atomic<std::size_t> left = 0;
    programs.for_each([&](std::size_t, auto& program, auto const&) { left += program.left_news(); });
    CHECK(left == 0);
  }
}

TEST_CASE("what is lent stays as it was until all have read it", "[engine]") {
  // Dense channels, which lend, and compact ones, alone and beside each other.
  for (char const* spec : {"kron:11", "path:3000", "star:3000"})
    for (char const* platform : {"1S1G", "1S2G", "1S3G"}) {
      CAPTURE(spec, platform);
      Graph const graph = build_graph(Host(), generate(Host(), spec), {.drop_duplicates = true});
      Engine engine(Host(), graph, options_for(platform, 0.4));
      Programs<test::Lender> programs(engine, 12);
      RunRecord const record = programs.run();
      CHECK(programs.last_total().sum == 0);
      std::uint64_t lent = 0;
      for (UnitRecord const& unit : record.units)
        lent += RunRecord::total(unit).bytes[static_cast<std::size_t>(MailFormat::lent)];
      if (std::string(spec) == "kron:11") CHECK((lent > 0) == device_is_host_v);
    }
}

TEST_CASE("every unit sees the votes of all", "[engine]") {
  Graph const graph = build_graph(Host(), generate(Host(), "kron:8"));
  for (int devices = 1; devices <= 4; ++devices) {
    CAPTURE(devices);
    Engine engine(Host(), graph, options_for("1S" + std::to_string(devices) + "G", 0.4));
    Programs<test::Probe> programs(engine, test::ProbeOptions{});
    programs.run();
    int const units = devices + 1;
    std::atomic<int> right = 0;
    programs.for_each([&](std::size_t, auto& program, auto const&) {
      Vote const& all = program.seen();
      right += all.sum == units && all.active == static_cast<std::uint64_t>(10 * units) && all.smallest == 0;
    });
    CHECK(right == units);
  }
}

TEST_CASE("units compute at the same time", "[engine]") {
  Graph const graph = build_graph(Host(), generate(Host(), "kron:8"));
  // Where devices take turns, two of them can't meet.
  for (char const* platform : {"1S1G", "1S3G", "1S4G"}) {
    Engine engine(Host(), graph, options_for(platform, 0.4));
    bool const turns = !device_is_host_v && engine.num_units() > 2;
    if (turns) continue;
    std::atomic<int> present = 0;
    Programs<test::Meet> programs(engine, test::MeetOptions{&present, static_cast<int>(engine.num_units())});
    programs.run();
    CHECK(programs.last_total().sum == static_cast<double>(engine.num_units()));
  }
}

TEST_CASE("a unit's mail is packed while another one computes", "[engine]") {
  Graph const graph = build_graph(Host(), generate(Host(), "kron:8"));
  for (char const* platform : {"1S1G", "1S3G"}) {
    CAPTURE(platform);
    Engine engine(Host(), graph, options_for(platform, 0.4));
    int packed = 0;
    Programs<test::SendEarly> programs(engine, test::SendEarlyOptions{&packed});
    programs.run();
    CHECK(programs.last_total().sum == 1);
  }
}

TEST_CASE("a unit that fails ends the run with its error", "[engine]") {
  using Catch::Matchers::Message;
  Graph const graph = build_graph(Host(), generate(Host(), "kron:8"));
  Engine engine(Host(), graph, options_for("1S4G", 0.4));
  for (int failing : {0, 1, 4}) {
    std::atomic<int> present = 0;
    Programs<test::Meet> programs(engine, test::MeetOptions{&present, 0, failing});
    CHECK_THROWS_MATCHES(programs.run(), Error, Message("this unit fails"));
  }
}

TEST_CASE("platforms without a host and empty partitions work", "[engine]") {
  Graph const graph = build_graph(Host(), generate(Host(), "kron:8"));
  for (auto const& [platform, alpha] :
       {std::pair("2G", 0.0), std::pair("1S2G", 1.0), std::pair("1S2G", 0.0), std::pair("1S4G", 0.0)}) {
    Engine engine(Host(), graph, options_for(platform, alpha));
    CAPTURE(platform, alpha);
    check_exchange(engine, {Exchange::pull, 1});
  }
}

TEST_CASE("devices share what the host leaves as they are told", "[engine]") {
  Graph const graph = build_graph(Host(), generate(Host(), "kron:12"), {.drop_duplicates = true});
  for (PartitionPolicy const policy : partition_policies) {
    EngineOptions options = options_for("1S2G", 0.4);
    options.split.policy = policy;
    options.split.device_shares = {3, 1};
    Engine engine(Host(), graph, options);
    auto const& shares = engine.split().shares;
    REQUIRE(shares.size() == 3);
    CHECK((std::abs(shares[1] - 0.45) < 1e-9 && std::abs(shares[2] - 0.15) < 1e-9));
    auto const edges = [&](std::size_t u) { return static_cast<double>(engine.layout().units[u].edges); };
    CAPTURE(to_string(policy), edges(1), edges(2));
    CHECK((edges(1) > 2 * edges(2) && edges(1) < 4.5 * edges(2)));
    check_exchange(engine, {Exchange::push, 1});
  }
}

TEST_CASE("a share of the messages is left when those to the same vertex are joined", "[engine]") {
  // Directed, so that in-edges make ghosts that no out-edge leads to; skewed, so that some channels are
  // dense.
  Graph const graph = build_graph(Host(), generate(Host(), "rmat:10"), {.drop_duplicates = true});
  for (char const* const platform : {"1S", "1S1G", "1S2G"})
    for (bool const in_edges : {false, true}) {
      EngineOptions options = options_for(platform, std::string(platform) == "1S" ? 1 : 0.4);
      options.split.needs.in_edges = in_edges;
      Engine const engine(Host(), graph, options);
      std::size_t edges = 0;
      std::set<std::pair<std::size_t, VertexId>> messages;
      for (std::size_t u = 0; u < graph.num_vertices(); ++u)
        for (EdgeIndex e = graph.out.offsets(u); e < graph.out.offsets(u + 1); ++e) {
          VertexId const v = graph.out.targets(e);
          std::size_t const from = engine.find(static_cast<VertexId>(u)).unit;
          if (from == engine.find(v).unit) continue;
          ++edges;
          messages.emplace(from, v);
        }
      auto const arcs = static_cast<double>(graph.num_arcs());
      CAPTURE(platform, in_edges);
      CHECK(engine.layout().beta() == static_cast<double>(edges) / arcs);
      CHECK(engine.layout().beta_aggregated() == static_cast<double>(messages.size()) / arcs);
    }
}

}  // namespace
