// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_PROGRESS_IMPL_HPP
#define TANDEM_PROGRESS_IMPL_HPP

#include <cstdint>
#include <string>
#include <string_view>

namespace tandem::Impl {

/// The text of a progress line after `seconds`, e.g. "reading edges  45 %  123 MB/s  3 s left". `total` 0:
/// not known, the amount done stands in place of the percentage and there is no time left.
std::string progress_line(std::string_view what, std::uint64_t done, std::uint64_t total,
                          std::string_view unit, double seconds);

}  // namespace tandem::Impl

#endif
