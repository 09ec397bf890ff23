// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_bad_file.hpp>
#include <core/impl/tandem_checksum.hpp>
#include <core/impl/tandem_tdm_header.hpp>
#include <core/impl/tandem_vertex_limit.hpp>
#include <core/tandem_types.hpp>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace tandem::Impl {

namespace {

std::uint64_t page_checksum(std::array<char, tdm_page> page) {
  std::memset(page.data() + offsetof(TdmHeader, checksum), 0, sizeof(TdmHeader::checksum));
  Hasher hasher;
  hasher.update(page.data(), page.size());
  return hasher.digest();
}

/// What can't be read at all: another kind of file, version or byte order, or a damaged first page.
TdmHeader decode_page(InputFile const& file) {
  std::string_view const bytes = file.bytes();
  if (bytes.substr(0, tdm_magic.size()) != std::string_view(tdm_magic.data(), tdm_magic.size()))
    bad_byte(file, 0,
             "not a tandem file: it does not start with the magic bytes; name its format with --from");
  if (bytes.size() < tdm_page)
    bad_byte(file, bytes.size(),
             "truncated: the header needs {} bytes, the file has {}; copy or convert it again", tdm_page,
             bytes.size());
  std::array<char, tdm_page> page;
  std::memcpy(page.data(), bytes.data(), tdm_page);
  TdmHeader header;
  std::memcpy(static_cast<void*>(&header), page.data(), sizeof(header));
  if (header.byte_order == __builtin_bswap32(tdm_byte_order))
    bad_byte(file, offsetof(TdmHeader, byte_order),
             "written on a machine with the other byte order; convert it there to a text format");
  if (header.byte_order != tdm_byte_order)
    bad_byte(file, offsetof(TdmHeader, byte_order), "damaged: the byte order mark is neither order");
  if (header.version != tdm_version)
    bad_byte(file, offsetof(TdmHeader, version),
             "version {} of the format; this program reads version {}: use the program that wrote it",
             header.version, tdm_version);
  if (header.checksum != page_checksum(page))
    bad_file(file,
             "damaged: the checksum of the header (bytes 0 to {}) does not match; copy or convert it again",
             tdm_page - 1);
  return header;
}

/// Fields alone, and the file's size: after this no product of them overflows or exceeds the file.
void check_fields(InputFile const& file, TdmHeader const& h) {
  std::uint64_t const size = file.bytes().size();
  if (h.id_bytes != 4 && h.id_bytes != 8)
    bad_byte(file, offsetof(TdmHeader, id_bytes), "ids of {} bytes; they can have 4 or 8", h.id_bytes);
  if ((h.flags & ~std::uint32_t(tdm_all_flags)) != 0)
    bad_byte(file, offsetof(TdmHeader, flags), "flags {:#x} are unknown to this version of the program",
             h.flags);
  if (h.reserved != 0)
    bad_byte(file, offsetof(TdmHeader, reserved), "{} in a field that this version of the program leaves 0",
             h.reserved);
  if (h.has(tdm_in_edges) && !h.has(tdm_directed))
    bad_byte(file, offsetof(TdmHeader, flags), "an undirected graph with separate in-edges");
  if (h.file_bytes > size)
    bad_byte(file, size, "truncated: expected {} bytes, the file has {}; copy or convert it again",
             h.file_bytes, size);
  if (h.file_bytes < size)
    bad_byte(file, h.file_bytes, "{} bytes too many at the end: expected {}, the file has {}",
             size - h.file_bytes, h.file_bytes, size);
  if (h.num_vertices >= size / sizeof(EdgeIndex))
    bad_byte(file, offsetof(TdmHeader, num_vertices),
             "the header says {} vertices, too many for a file of {} bytes", h.num_vertices, size);
  if (h.num_arcs > size / h.id_bytes)
    bad_byte(file, offsetof(TdmHeader, num_arcs), "the header says {} arcs, too many for a file of {} bytes",
             h.num_arcs, size);
  if (h.num_vertices > max_vertices)
    bad_byte(file, offsetof(TdmHeader, num_vertices), "{}", too_many_vertices(h.num_vertices));
  if (h.id_bytes == 4 && h.num_vertices > 0xffffffffu)
    bad_byte(file, offsetof(TdmHeader, num_vertices), "{} vertices with ids of 4 bytes", h.num_vertices);
}

/// Each section that the flags ask for must be there once, with the right size, on a page of its own.
void check_sections(InputFile const& file, TdmHeader const& h) {
  if (h.num_sections > tdm_num_kinds)
    bad_byte(file, offsetof(TdmHeader, num_sections), "{} sections, more than there are kinds",
             h.num_sections);
  auto const expected = tdm_sections(h);
  std::array<bool, tdm_num_kinds + 1> seen{};
  for (std::size_t i = 0; i < h.num_sections; ++i) {
    TdmSection const& s = h.sections[i];
    std::uint64_t const at = offsetof(TdmHeader, sections) + i * sizeof(TdmSection);
    if (s.kind == 0 || s.kind > tdm_num_kinds)
      bad_byte(file, at, "section {} is of unknown kind {}", i, s.kind);
    auto const name = to_string(TdmKind(s.kind));
    if (std::exchange(seen[s.kind], true)) bad_byte(file, at, "two sections of {}", name);
    auto const want =
        std::find_if(expected.begin(), expected.end(), [&](TdmSection const& e) { return e.kind == s.kind; });
    if (want == expected.end()) bad_byte(file, at, "a section of {}, which the flags exclude", name);
    if (s.element_bytes != want->element_bytes || s.bytes != want->bytes)
      bad_byte(file, at,
               "section {}: expected {} bytes in elements of {}, the header says {} in elements of {}", name,
               want->bytes, want->element_bytes, s.bytes, s.element_bytes);
    if (s.offset % tdm_page != 0 || s.offset < tdm_page)
      bad_byte(file, at, "section {} starts at byte {}, which is not a page of its own", name, s.offset);
    if (s.offset > h.file_bytes || s.bytes > h.file_bytes - s.offset)
      bad_byte(file, at, "section {} ends beyond the file: {} bytes from byte {} of {}", name, s.bytes,
               s.offset, h.file_bytes);
  }
  for (TdmSection const& e : expected)
    if (!seen[e.kind])
      bad_byte(file, offsetof(TdmHeader, num_sections), "no section of {}", to_string(TdmKind(e.kind)));
}

void check_overlap(InputFile const& file, TdmHeader const& h) {
  for (std::size_t i = 0; i < h.num_sections; ++i)
    for (std::size_t j = 0; j < h.num_sections; ++j) {
      TdmSection const& a = h.sections[i];
      TdmSection const& b = h.sections[j];
      if (i != j && a.offset <= b.offset && b.bytes != 0 && b.offset < a.offset + a.bytes)
        bad_file(file, "sections {} and {} overlap at byte {}", to_string(TdmKind(a.kind)),
                 to_string(TdmKind(b.kind)), b.offset);
    }
}

}  // namespace

std::string_view to_string(TdmKind kind) {
  switch (kind) {
    case TdmKind::out_offsets:
      return "out-offsets";
    case TdmKind::out_targets:
      return "out-targets";
    case TdmKind::out_weights:
      return "out-weights";
    case TdmKind::in_offsets:
      return "in-offsets";
    case TdmKind::in_targets:
      return "in-targets";
    case TdmKind::in_weights:
      return "in-weights";
    case TdmKind::original_ids:
      return "original ids";
  }
  return "unknown kind";
}

std::vector<TdmSection> tdm_sections(TdmHeader const& h) {
  std::vector<TdmSection> sections;
  auto const add = [&](TdmKind kind, std::uint32_t element_bytes, std::uint64_t count) {
    sections.push_back({static_cast<std::uint32_t>(kind), element_bytes, 0, count * element_bytes, 0});
  };
  add(TdmKind::out_offsets, sizeof(EdgeIndex), h.num_vertices + 1);
  add(TdmKind::out_targets, h.id_bytes, h.num_arcs);
  if (h.has(tdm_weighted)) add(TdmKind::out_weights, sizeof(Weight), h.num_arcs);
  if (h.has(tdm_in_edges)) {
    add(TdmKind::in_offsets, sizeof(EdgeIndex), h.num_vertices + 1);
    add(TdmKind::in_targets, h.id_bytes, h.num_arcs);
    if (h.has(tdm_weighted)) add(TdmKind::in_weights, sizeof(Weight), h.num_arcs);
  }
  if (h.has(tdm_original_ids)) add(TdmKind::original_ids, sizeof(OriginalId), h.num_vertices);
  return sections;
}

std::array<char, tdm_page> tdm_encode(TdmHeader header) {
  std::array<char, tdm_page> page{};
  std::memcpy(page.data(), &header, sizeof(header));
  header.checksum = page_checksum(page);
  std::memcpy(page.data(), &header, sizeof(header));
  return page;
}

TdmHeader tdm_decode(InputFile const& file) {
  TdmHeader const header = decode_page(file);
  check_fields(file, header);
  check_sections(file, header);
  check_overlap(file, header);
  return header;
}

std::optional<TdmSection> tdm_find(TdmHeader const& header, TdmKind kind) {
  for (std::size_t i = 0; i < header.num_sections; ++i)
    if (header.sections[i].kind == static_cast<std::uint32_t>(kind)) return header.sections[i];
  return std::nullopt;
}

}  // namespace tandem::Impl
