// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_checksum.hpp>

// Compiled here: the library of a distribution does without the vector units that this processor has.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <new>

namespace tandem::Impl {

struct Hasher::State {
  XXH3_state_t* const state = XXH3_createState();
  ~State() { XXH3_freeState(state); }
};

Hasher::Hasher() : m_state(std::make_unique<State>()) {
  if (m_state->state == nullptr) throw std::bad_alloc();
  XXH3_64bits_reset(m_state->state);
}

Hasher::~Hasher() = default;

void Hasher::update(void const* data, std::size_t bytes) {
  if (bytes != 0) XXH3_64bits_update(m_state->state, data, bytes);
}

std::uint64_t Hasher::digest() const {
  return XXH3_64bits_digest(m_state->state);
}

std::uint64_t section_checksum(Host const& space, std::string_view section, Progress& progress) {
  auto const no_check = [](std::size_t, std::size_t) { return std::uint64_t(0); };
  return scan_section(space, section, progress, no_check).checksum;
}

}  // namespace tandem::Impl
