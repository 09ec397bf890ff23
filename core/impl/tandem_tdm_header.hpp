// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_TDM_HEADER_HPP
#define TANDEM_TDM_HEADER_HPP

#include <core/impl/tandem_input_file.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

// The first page of a .tdm file; docs/format-tandem.md describes it for people.
namespace tandem::Impl {

/// Sections start at multiples of this, so that a mapped file can be used in place.
inline constexpr std::uint64_t tdm_page = 4096;
inline constexpr std::array<char, 8> tdm_magic{'\x89', 'T', 'D', 'M', '\r', '\n', '\x1a', '\n'};
inline constexpr std::uint32_t tdm_byte_order = 0x01020304;
inline constexpr std::uint32_t tdm_version = 1;

enum class TdmKind : std::uint32_t {
  out_offsets = 1,
  out_targets,
  out_weights,
  in_offsets,
  in_targets,
  in_weights,
  original_ids
};
inline constexpr std::size_t tdm_num_kinds = 7;
std::string_view to_string(TdmKind kind);

enum TdmFlag : std::uint32_t {
  tdm_directed = 1,
  tdm_weighted = 2,
  tdm_in_edges = 4,
  tdm_degree_ordered = 8,
  tdm_original_ids = 16,
  tdm_all_flags = 31
};

struct TdmSection {
  std::uint32_t kind;
  std::uint32_t element_bytes;
  std::uint64_t offset;
  std::uint64_t bytes;
  std::uint64_t checksum;
};

struct TdmHeader {
  std::array<char, 8> magic;
  std::uint32_t byte_order;
  std::uint32_t version;
  std::uint32_t id_bytes;
  std::uint32_t flags;
  std::uint64_t num_vertices;
  std::uint64_t num_arcs;
  std::uint64_t file_bytes;
  std::uint32_t num_sections;
  std::uint32_t reserved;
  std::uint64_t checksum;  ///< XXH3 of the page with this field zero
  std::array<TdmSection, tdm_num_kinds> sections;

  bool has(TdmFlag flag) const { return (flags & flag) != 0; }
};
static_assert(sizeof(TdmHeader) == 64 + tdm_num_kinds * 32 && sizeof(TdmHeader) <= tdm_page,
              "the header of a .tdm file is laid out without gaps in one page");

/// The sections that a header with these flags must have, in file order, without offsets and checksums.
/// num_vertices and num_arcs must be small enough for the sizes to fit in 64 bits.
std::vector<TdmSection> tdm_sections(TdmHeader const& header);

/// The header as the first page of a file, with its checksum.
std::array<char, tdm_page> tdm_encode(TdmHeader header);

/// The header of a file. Everything it says is checked: what is returned fits the file's size and this
/// build's ids. Throws Error otherwise.
TdmHeader tdm_decode(InputFile const& file);

/// The section of that kind, if the file has it.
std::optional<TdmSection> tdm_find(TdmHeader const& header, TdmKind kind);

}  // namespace tandem::Impl

#endif
