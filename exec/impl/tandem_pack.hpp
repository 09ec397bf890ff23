// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_PACK_HPP
#define TANDEM_PACK_HPP

#include <core/tandem_bitmap.hpp>
#include <core/tandem_relaxed.hpp>
#include <exec/impl/tandem_mail.hpp>
#include <exec/tandem_news_list.hpp>

// Kernels that fill a mail from a program's state and hand out its values.
namespace tandem::Impl {

/// Slot of vertex i of a channel, on either of its sides.
template <class MemorySpace>
struct ChannelSlots {
  VertexId first = 0;
  Kokkos::View<VertexId const*, MemorySpace> listed;  ///< empty: one after the other from `first`

  KOKKOS_FUNCTION VertexId operator()(std::size_t i) const {
    return listed.extent(0) == 0 ? first + static_cast<VertexId>(i) : listed(i);
  }
};

template <class T>
KOKKOS_FUNCTION T* part_of(MailWord* mail, std::size_t byte_offset) {
  return reinterpret_cast<T*>(mail + byte_offset / sizeof(MailWord));
}
template <class T>
KOKKOS_FUNCTION T const* part_of(MailWord const* mail, std::size_t byte_offset) {
  return reinterpret_cast<T const*>(mail + byte_offset / sizeof(MailWord));
}

template <class Packer, class Slots>
struct PackDense {
  using Message = decltype(std::declval<Packer const&>()(VertexId()));
  Packer packer;
  Slots slots;
  MailWord* mail;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    part_of<Message>(mail, 0)[i] = packer(slots(static_cast<std::size_t>(i)));
  }
};

template <class Unpacker, class Slots, class Message>
struct UnpackDense {
  Unpacker unpacker;
  Slots slots;
  MailWord const* mail;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    unpacker(slots(static_cast<std::size_t>(i)), part_of<Message>(mail, 0)[i]);
  }
};

// Which vertices of a channel have news, 64 a word.

/// Of ghosts, for a push.
template <class MemorySpace>
struct GhostNews {
  Bitmap<MemorySpace> news;
  std::size_t first_word;

  KOKKOS_FUNCTION std::uint64_t word(std::size_t w) const { return news.word(first_word + w); }
  KOKKOS_FUNCTION void clear(std::size_t w) const { news.word(first_word + w) = 0; }
  KOKKOS_FUNCTION VertexId slot(std::size_t i) const { return static_cast<VertexId>(first_word * 64 + i); }
};

/// Of boundary vertices, for a pull. They stay, as there may be other peers to tell.
template <class MemorySpace>
struct BoundaryNews {
  Bitmap<MemorySpace> news;
  ChannelSlots<MemorySpace> slots;
  std::size_t num_boundary;

  KOKKOS_FUNCTION std::uint64_t word(std::size_t w) const {
    std::size_t const left = num_boundary - w * 64;
    if (slots.listed.extent(0) == 0)
      return left >= 64 ? news.word(w) : news.word(w) & ((std::uint64_t(1) << left) - 1);
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < (left < 64 ? left : 64); ++i)
      bits |= std::uint64_t(news.test(slots(w * 64 + i))) << i;
    return bits;
  }
  KOKKOS_FUNCTION void clear(std::size_t) const {}
  KOKKOS_FUNCTION VertexId slot(std::size_t i) const { return slots(i); }
};

/// Takes the news out of word w of a channel and puts them into a bitmap or a list. Words get their places in
/// the mail as they come: the order of values does not matter, as every word (or value) says where it
/// belongs.
template <class Packer, class News>
struct PackNews {
  using Message = decltype(std::declval<Packer const&>()(VertexId()));
  Packer packer;
  News news;
  MailLayout layout;
  MailWord* mail;
  VertexId* next_place;

  KOKKOS_FUNCTION void operator()(std::int64_t w) const {
    std::uint64_t const word = news.word(static_cast<std::size_t>(w));
    bool const bitmap = layout.format == MailFormat::bitmap;
    if (bitmap) mail[w] = word;
    if (word == 0) return;
    news.clear(static_cast<std::size_t>(w));
    if (bitmap && message_bytes_v<Message> == 0) return;
    auto const count = static_cast<VertexId>(Kokkos::Experimental::popcount_builtin(word));
    VertexId place = Kokkos::atomic_fetch_add(next_place, count);
    if (bitmap) part_of<VertexId>(mail, layout.places)[w] = place;
    for (std::uint64_t bits = word; bits != 0; bits &= bits - 1, ++place) {
      auto const bit = static_cast<std::size_t>(Kokkos::Experimental::countr_zero_builtin(bits));
      std::size_t const i = static_cast<std::size_t>(w) * 64 + bit;
      if (!bitmap) part_of<VertexId>(mail, 0)[place] = static_cast<VertexId>(i);
      if constexpr (message_bytes_v<Message> != 0)
        part_of<Message>(mail, layout.values)[place] = packer(news.slot(i));
    }
  }
};

/// Takes a ghost out of the news of a channel, if it belongs there, and puts it into a list.
template <class Packer, class MemorySpace>
struct PackListed {
  using Message = decltype(std::declval<Packer const&>()(VertexId()));
  Packer packer;
  Bitmap<MemorySpace> news;
  NewsList<MemorySpace> list;
  VertexId first_ghost;
  std::size_t num_ghosts;
  MailLayout layout;
  MailWord* mail;
  VertexId* next_place;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    VertexId const slot = list.slots(list.begin + static_cast<std::size_t>(i));
    if (slot < first_ghost || slot - first_ghost >= num_ghosts) return;
    // All news of the channel are in the list, so that the whole word can go.
    relaxed_store(&news.word(slot / 64), std::uint64_t(0));
    VertexId const place = Kokkos::atomic_fetch_add(next_place, VertexId(1));
    part_of<VertexId>(mail, 0)[place] = slot - first_ghost;
    if constexpr (message_bytes_v<Message> != 0) part_of<Message>(mail, layout.values)[place] = packer(slot);
  }
};

template <class Unpacker, class Slots, class Message>
struct UnpackBitmap {
  Unpacker unpacker;
  Slots slots;
  MailLayout layout;
  MailWord const* mail;

  KOKKOS_FUNCTION void operator()(std::int64_t w) const {
    std::uint64_t bits = mail[w];
    if (bits == 0) return;
    if constexpr (requires { unpacker.by_word(std::size_t(), bits); })
      if (slots.listed.extent(0) == 0)
        return unpacker.by_word(slots.first / 64 + static_cast<std::size_t>(w), bits);
    VertexId place = message_bytes_v<Message> == 0 ? 0 : part_of<VertexId>(mail, layout.places)[w];
    for (; bits != 0; bits &= bits - 1, ++place) {
      auto const bit = static_cast<std::size_t>(Kokkos::Experimental::countr_zero_builtin(bits));
      VertexId const slot = slots(static_cast<std::size_t>(w) * 64 + bit);
      if constexpr (message_bytes_v<Message> == 0)
        unpacker(slot, Message{});
      else
        unpacker(slot, part_of<Message>(mail, layout.values)[place]);
    }
  }
};

template <class Unpacker, class Slots, class Message>
struct UnpackList {
  Unpacker unpacker;
  Slots slots;
  MailLayout layout;
  MailWord const* mail;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    VertexId const slot = slots(part_of<VertexId>(mail, 0)[i]);
    if constexpr (message_bytes_v<Message> == 0)
      unpacker(slot, Message{});
    else
      unpacker(slot, part_of<Message>(mail, layout.values)[i]);
  }
};

template <class News>
struct CountNews {
  News news;

  KOKKOS_FUNCTION void operator()(std::int64_t w, std::uint64_t& bits) const {
    bits += static_cast<std::uint64_t>(
        Kokkos::Experimental::popcount_builtin(news.word(static_cast<std::size_t>(w))));
  }
};

template <class News>
struct ClearNews {
  News news;

  KOKKOS_FUNCTION void operator()(std::int64_t w) const { news.clear(static_cast<std::size_t>(w)); }
};

template <class ExecutionSpace, class Kernel>
void launch(ExecutionSpace const& space, char const* label, std::size_t n, Kernel const& kernel) {
  using Policy = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for(label, Policy(space, 0, static_cast<std::int64_t>(n)), kernel);
}

/// How many vertices of a channel have news. Blocks.
template <class ExecutionSpace, class News>
std::size_t count_news(ExecutionSpace const& space, News const& news, std::size_t num_words) {
  using Policy = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
  std::uint64_t bits = 0;
  Kokkos::parallel_reduce("tandem::exchange::count_news",
                          Policy(space, 0, static_cast<std::int64_t>(num_words)), CountNews<News>{news},
                          bits);
  return bits;
}

}  // namespace tandem::Impl

#endif
