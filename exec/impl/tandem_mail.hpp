// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_MAIL_HPP
#define TANDEM_MAIL_HPP

#include <core/tandem_spaces.hpp>
#include <core/tandem_types.hpp>
#include <exec/tandem_program.hpp>
#include <exec/tandem_run_record.hpp>
#include <array>
#include <type_traits>

namespace tandem::Impl {

using MailWord = std::uint64_t;

template <class Message>
inline constexpr std::size_t message_bytes_v = std::is_same_v<Message, Nothing> ? 0 : sizeof(Message);

/// Where the parts of a mail for a channel of `num_vertices` vertices, `count` of which have a message, begin
/// in its buffer. A dense mail is values only; a bitmap's words come first, then, if there are values, for
/// each word the place of its first value; a list's indices come first.
struct MailLayout {
  MailFormat format = MailFormat::empty;
  std::size_t num_vertices = 0;
  std::size_t count = 0;
  std::size_t places = 0;  ///< byte offsets
  std::size_t values = 0;
  std::size_t bytes = 0;

  KOKKOS_FUNCTION std::size_t num_bitmap_words() const { return (num_vertices + 63) / 64; }
};

/// To whole words.
inline std::size_t round_up(std::size_t bytes) {
  return (bytes + sizeof(MailWord) - 1) / sizeof(MailWord) * sizeof(MailWord);
}

inline MailLayout make_layout(MailFormat format, std::size_t num_vertices, std::size_t count,
                              std::size_t message_bytes) {
  MailLayout layout{format, num_vertices, count, 0, 0, 0};
  if (format == MailFormat::dense) {
    layout.bytes = round_up(num_vertices * message_bytes);
  } else if (format == MailFormat::bitmap) {
    layout.places = layout.num_bitmap_words() * sizeof(MailWord);
    layout.values = message_bytes == 0
                        ? layout.places
                        : round_up(layout.places + layout.num_bitmap_words() * sizeof(VertexId));
    layout.bytes = layout.values + round_up(count * message_bytes);
  } else if (format == MailFormat::list) {
    layout.values = round_up(count * sizeof(VertexId));
    layout.bytes = layout.values + round_up(count * message_bytes);
  }
  return layout;
}

/// A list that was made with room for more. Its values stay where they are.
inline MailLayout shortened(MailLayout list, std::size_t count, std::size_t message_bytes) {
  if (count == 0) return {};
  if (message_bytes == 0) return make_layout(MailFormat::list, list.num_vertices, count, 0);
  list.count = count;
  list.bytes = list.values + round_up(count * message_bytes);
  return list;
}

/// The layout that takes the fewest bytes.
inline MailLayout cheapest_layout(std::size_t num_vertices, std::size_t count, std::size_t message_bytes) {
  if (count == 0) return {};
  MailLayout best = make_layout(message_bytes == 0 ? MailFormat::bitmap : MailFormat::dense, num_vertices,
                                count, message_bytes);
  for (MailFormat const format : {MailFormat::bitmap, MailFormat::list}) {
    MailLayout const other = make_layout(format, num_vertices, count, message_bytes);
    if (other.bytes < best.bytes) best = other;
  }
  return best;
}

/// What one unit sends to another in a superstep.
struct Mail {
  MailLayout layout;
  Kokkos::View<MailWord*, StagingMemory> words;
  MailWord const* lent = nullptr;  ///< an array of the sender's that the receiver reads in the place of words

  MailWord const* data() const { return lent != nullptr ? lent : words.data(); }
};

/// Two of them in turn: a fast unit fills one while a slow one still reads the other.
using MailBox = std::array<Mail, 2>;

}  // namespace tandem::Impl

#endif
