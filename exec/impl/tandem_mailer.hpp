// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_MAILER_HPP
#define TANDEM_MAILER_HPP

#include <core/tandem_timer.hpp>
#include <exec/impl/tandem_pack.hpp>
#include <partition/tandem_partition.hpp>
#include <vector>

namespace tandem::Impl {

/// The mail boxes between all units of a run, in host memory.
class PostOffice {
 public:
  explicit PostOffice(std::size_t num_units) : m_num_units(num_units), m_boxes(num_units * num_units) {}
  std::size_t num_units() const { return m_num_units; }
  MailBox& box(std::size_t from, std::size_t to) { return m_boxes[from * m_num_units + to]; }

 private:
  std::size_t m_num_units;
  std::vector<MailBox> m_boxes;
};

/// Sends and receives for one unit. A unit on the host packs straight into the mail boxes, or lends an array
/// of the program's; a device packs in its own memory and copies.
template <class ExecutionSpace, class Message>
class Mailer {
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;

  Mailer(ExecutionSpace const& space, Partition<MemorySpace> const& partition, PostOffice& office)
      : m_space(space),
        m_partition(partition),
        m_office(office),
        m_unit(static_cast<std::size_t>(partition.id)) {
    m_next_place = Kokkos::View<VertexId, MemorySpace>(
        Kokkos::view_alloc(space, Kokkos::WithoutInitializing, "tandem::Mailer::next_place"));
    m_count = Kokkos::View<VertexId, HostMemory>(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, "tandem::Mailer::count"));
    m_buffers.resize(office.num_units());
    for (std::size_t peer = 0; peer < office.num_units(); ++peer) {
      if (peer == m_unit) continue;  // a host alone needs no pinned memory, and so no driver
      for (Mail& mail : office.box(m_unit, peer))
        mail.words = Kokkos::View<MailWord*, StagingMemory>(
            Kokkos::view_alloc(Kokkos::WithoutInitializing, "tandem::Mailer::mail"), capacity(peer));
      if constexpr (!is_host_space_v<ExecutionSpace>)
        m_buffers[peer] = make_view<MailWord>(space, "tandem::Mailer::buffer", capacity(peer));
    }
    space.fence("tandem::Mailer: buffers ready");
  }

  /// Fills the mail for every peer.
  template <class Program>
  void send(Exchange exchange, Program const& program, int step, StepRecord& record) {
    for (std::size_t peer = 0; peer < m_office.num_units(); ++peer) {
      if (peer == m_unit) continue;
      Mail& mail = m_office.box(m_unit, peer)[static_cast<std::size_t>(step) % 2];
      Timer const pack_timer;
      mail.lent = nullptr;
      mail.layout = pack(exchange, program, peer, mail);
      record.pack += pack_timer.seconds();
      if (mail.layout.format == MailFormat::empty) continue;
      MailFormat const format = mail.lent != nullptr ? MailFormat::lent : mail.layout.format;
      record.bytes[static_cast<std::size_t>(format)] += mail.layout.bytes;
      if constexpr (!is_host_space_v<ExecutionSpace>) {
        Timer const copy_timer;
        copy(mail.words, m_buffers[peer], mail.layout.bytes);
        record.copy_out += copy_timer.seconds();
      }
    }
  }

  /// Copies the mail that a peer has sent to a device.
  void fetch(std::size_t peer, int step, StepRecord& record) {
    if constexpr (!is_host_space_v<ExecutionSpace>) {
      Mail const& mail = mail_from(peer, step);
      if (mail.layout.format == MailFormat::empty) return;
      Timer const copy_timer;
      copy(m_buffers[peer], mail.words, mail.layout.bytes);
      record.copy_in += copy_timer.seconds();
    }
  }

  /// Hands out the mail that a peer has sent and fetch() has fetched.
  template <class Program>
  void receive(Exchange exchange, Program const& program, std::size_t peer, int step, StepRecord& record) {
    Mail const& mail = mail_from(peer, step);
    if (mail.layout.format == MailFormat::empty) return;
    Timer const scatter_timer;
    unpack(exchange, program, peer, mail.layout,
           is_host_space_v<ExecutionSpace> ? mail.data() : m_buffers[peer].data());
    m_space.fence("tandem::Mailer: mail handed out");
    record.scatter += scatter_timer.seconds();
  }

 private:
  using Slots = ChannelSlots<MemorySpace>;

  Mail const& mail_from(std::size_t peer, int step) {
    return m_office.box(peer, m_unit)[static_cast<std::size_t>(step) % 2];
  }

  /// Words of the largest mail from or to a peer.
  std::size_t capacity(std::size_t peer) const {
    auto const& channel = m_partition.channels[peer];
    std::size_t const n = std::max(channel.num_ghosts, channel.num_boundary);
    constexpr MailFormat largest = message_bytes_v<Message> == 0 ? MailFormat::bitmap : MailFormat::dense;
    return make_layout(largest, n, n, message_bytes_v<Message>).bytes / sizeof(MailWord);
  }

  Slots ghosts(std::size_t peer) const { return {m_partition.channels[peer].first_ghost, {}}; }
  Slots boundary(std::size_t peer) const { return {0, m_partition.channels[peer].boundary}; }

  template <class To, class From>
  void copy(To const& to, From const& from, std::size_t bytes) {
    auto const range = std::pair(std::size_t(0), bytes / sizeof(MailWord));
    Kokkos::deep_copy(m_space, Kokkos::subview(to, range), Kokkos::subview(from, range));
    m_space.fence("tandem::Mailer: mail copied");
  }

  MailWord* buffer_for(std::size_t peer, Mail const& mail) const {
    if constexpr (is_host_space_v<ExecutionSpace>)
      return mail.words.data();
    else
      return m_buffers[peer].data();
  }

  template <class Program>
  MailLayout pack(Exchange exchange, Program const& program, std::size_t peer, Mail& mail) {
    auto const& channel = m_partition.channels[peer];
    MailWord* const words = buffer_for(peer, mail);
    if constexpr (requires { program.sends_to(peer); })
      if (!program.sends_to(peer)) return {};
    bool const pulls = exchange == Exchange::pull || exchange == Exchange::pull_news;
    if constexpr (device_is_host_v && requires { program.lent(); })
      if (pulls && channel.num_boundary > 0 && channel.boundary.extent(0) == 0)
        return lend(program, channel, mail);
    if (exchange == Exchange::pull) {
      if (channel.num_boundary == 0 || message_bytes_v<Message> == 0) return {};
      MailLayout const layout = make_layout(MailFormat::dense, channel.num_boundary, channel.num_boundary,
                                            message_bytes_v<Message>);
      pack_dense(program, boundary(peer), layout, words);
      return layout;
    }
    if constexpr (requires { program.news_list(); })
      if (exchange == Exchange::push && is_short(program.news_list(), channel))
        return pack_listed(program, channel, words);
    if (exchange == Exchange::push)
      return pack_news(program, GhostNews<MemorySpace>{program.news(), channel.first_ghost / 64},
                       ghosts(peer), channel.num_ghosts, words);
    if (exchange == Exchange::pull_news)
      return pack_news(program,
                       BoundaryNews<MemorySpace>{program.news(), boundary(peer), channel.num_boundary},
                       boundary(peer), channel.num_boundary, words);
    return {};
  }

  /// On a dense channel the program's own array is the mail: all units see it, and the receiver has read it
  /// before the program gets to change it.
  template <class Program>
  MailLayout lend(Program const& program, Channel<MemorySpace> const& channel, Mail& mail) {
    constexpr MailFormat format = message_bytes_v<Message> == 0 ? MailFormat::bitmap : MailFormat::dense;
    m_space.fence("tandem::Mailer: values ready");
    mail.lent = static_cast<MailWord const*>(program.lent());
    return make_layout(format, channel.num_boundary, channel.num_boundary, message_bytes_v<Message>);
  }

  /// Whether there is a list, and a mail of all that is in it would be one.
  static bool is_short(NewsList<MemorySpace> const& list, Channel<MemorySpace> const& channel) {
    return list.size() > 0 && channel.num_ghosts > 0 &&
           cheapest_layout(channel.num_ghosts, std::min<std::size_t>(list.size(), channel.num_ghosts),
                           message_bytes_v<Message>)
                   .format == MailFormat::list;
  }

  template <class Program>
  MailLayout pack_listed(Program const& program, Channel<MemorySpace> const& channel, MailWord* words) {
    NewsList<MemorySpace> const list = program.news_list();
    // Room for all; some may be other peers'.
    MailLayout layout =
        make_layout(MailFormat::list, channel.num_ghosts,
                    std::min<std::size_t>(list.size(), channel.num_ghosts), message_bytes_v<Message>);
    auto const packer = program.packer();
    Kokkos::deep_copy(m_space, m_next_place, VertexId(0));
    launch(m_space, "tandem::exchange::pack_listed", list.size(),
           PackListed<std::decay_t<decltype(packer)>, MemorySpace>{packer, program.news(), list,
                                                                   channel.first_ghost, channel.num_ghosts,
                                                                   layout, words, m_next_place.data()});
    if (m_office.num_units() > 2) {
      Kokkos::deep_copy(m_space, m_count, m_next_place);
      m_space.fence("tandem::Mailer: mail counted");
      layout = shortened(layout, m_count(), message_bytes_v<Message>);
    }
    m_space.fence("tandem::Mailer: mail packed");
    return layout;
  }

  template <class Program, class News>
  MailLayout pack_news(Program const& program, News const& news, Slots const& slots, std::size_t num_vertices,
                       MailWord* words) {
    if (num_vertices == 0) return {};
    std::size_t const num_words = (num_vertices + 63) / 64;
    std::size_t const count = count_news(m_space, news, num_words);
    MailLayout const layout = cheapest_layout(num_vertices, count, message_bytes_v<Message>);
    if (layout.format == MailFormat::empty) return layout;
    if (layout.format == MailFormat::dense) {
      pack_dense(program, slots, layout, words);
      launch(m_space, "tandem::exchange::clear_news", num_words, ClearNews<News>{news});
    } else {
      Kokkos::deep_copy(m_space, m_next_place, VertexId(0));
      auto const packer = program.packer();
      launch(
          m_space, "tandem::exchange::pack_news", num_words,
          PackNews<std::decay_t<decltype(packer)>, News>{packer, news, layout, words, m_next_place.data()});
    }
    m_space.fence("tandem::Mailer: mail packed");
    return layout;
  }

  template <class Program>
  void pack_dense([[maybe_unused]] Program const& program, [[maybe_unused]] Slots const& slots,
                  [[maybe_unused]] MailLayout const& layout, [[maybe_unused]] MailWord* words) {
    if constexpr (message_bytes_v<Message> != 0) {
      auto const packer = program.packer();
      launch(m_space, "tandem::exchange::pack_dense", layout.num_vertices,
             PackDense<std::decay_t<decltype(packer)>, Slots>{packer, slots, words});
      m_space.fence("tandem::Mailer: mail packed");
    }
  }

  template <class Program>
  void unpack(Exchange exchange, Program const& program, std::size_t peer, MailLayout const& layout,
              MailWord const* words) {
    Slots const slots = exchange == Exchange::push ? boundary(peer) : ghosts(peer);
    auto const unpacker = program.unpacker(peer);
    using Unpacker = std::decay_t<decltype(unpacker)>;
    switch (layout.format) {
      case MailFormat::dense:
        if constexpr (message_bytes_v<Message> != 0)
          launch(m_space, "tandem::exchange::unpack_dense", layout.num_vertices,
                 UnpackDense<Unpacker, Slots, Message>{unpacker, slots, words});
        break;
      case MailFormat::bitmap:
        launch(m_space, "tandem::exchange::unpack_bitmap", layout.num_bitmap_words(),
               UnpackBitmap<Unpacker, Slots, Message>{unpacker, slots, layout, words});
        break;
      case MailFormat::list:
        launch(m_space, "tandem::exchange::unpack_list", layout.count,
               UnpackList<Unpacker, Slots, Message>{unpacker, slots, layout, words});
        break;
      case MailFormat::empty:
      case MailFormat::lent:  // the record's word for it; its layout is that of what lies there
        break;
    }
  }

  ExecutionSpace m_space;
  Partition<MemorySpace> m_partition;
  PostOffice& m_office;
  std::size_t m_unit;
  Kokkos::View<VertexId, MemorySpace> m_next_place;
  Kokkos::View<VertexId, HostMemory> m_count;
  std::vector<Kokkos::View<MailWord*, MemorySpace>> m_buffers;  ///< of a device, by peer
};

}  // namespace tandem::Impl

#endif
