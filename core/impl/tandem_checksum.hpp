// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_CHECKSUM_HPP
#define TANDEM_CHECKSUM_HPP

#include <core/impl/tandem_host_tasks.hpp>
#include <core/tandem_host_view.hpp>
#include <core/tandem_progress.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace tandem::Impl {

/// XXH3 (64 bits) of bytes that come piece by piece.
class Hasher {
 public:
  Hasher();
  ~Hasher();
  void update(void const* data, std::size_t bytes);
  std::uint64_t digest() const;

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

/// The checksum of a section: XXH3 of the XXH3 values (little endian) of its blocks of 4 MiB, the last one
/// shorter. Blocks, unlike one long hash, can be hashed by many threads.
inline constexpr std::size_t checksum_block_bytes = std::size_t(4) << 20;
/// A check looks at a block piece by piece, each right after it was hashed: still in the innermost cache, and
/// so soon that the processor goes on fetching what comes next.
inline constexpr std::size_t checksum_piece_bytes = std::size_t(2) << 10;

/// While a piece is checked, nothing would be fetched otherwise. What lies past the end of the file is no
/// fault: it is but a hint.
inline void prefetch_piece(char const* piece) {
  constexpr std::size_t line = 64;
  for (std::size_t i = 0; i < checksum_piece_bytes; i += line) __builtin_prefetch(piece + i);
}

struct ScanResult {
  std::uint64_t checksum;
  std::uint64_t faults;
};

/// Reads a section once, for its checksum and for check(first_byte, bytes), which returns the number of
/// faults in that piece. Pieces start at multiples of checksum_piece_bytes. Those of a block come in order to
/// a copy of the check.
template <class Check>
ScanResult scan_section(Host const& space, std::string_view section, Progress& progress, Check const& check) {
  std::size_t const num_blocks = (section.size() + checksum_block_bytes - 1) / checksum_block_bytes;
  auto const hashes = make_host_view<std::uint64_t>(space, "tandem::scan_section::hashes", num_blocks);
  std::atomic<std::uint64_t> faults{0};
  run_host_tasks(space, "tandem::scan_section::blocks", num_blocks, [&](std::size_t, std::size_t block) {
    std::size_t const first = block * checksum_block_bytes;
    std::size_t const last = std::min(first + checksum_block_bytes, section.size());
    std::uint64_t found = 0;
    Hasher hasher;
    Check check_block = check;
    for (std::size_t at = first; at < last; at += checksum_piece_bytes) {
      std::size_t const bytes = std::min(checksum_piece_bytes, last - at);
      hasher.update(section.data() + at, bytes);
      prefetch_piece(section.data() + at + 4 * checksum_piece_bytes);
      found += check_block(at, bytes);
    }
    hashes(block) = hasher.digest();
    faults += found;
    progress.advance(last - first);
  });
  Hasher all;
  all.update(hashes.data(), num_blocks * sizeof(std::uint64_t));
  return {all.digest(), faults.load()};
}

/// The checksum alone.
std::uint64_t section_checksum(Host const& space, std::string_view section, Progress& progress);

}  // namespace tandem::Impl

#endif
