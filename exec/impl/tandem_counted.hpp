// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_COUNTED_HPP
#define TANDEM_COUNTED_HPP

#include <fmt/format.h>
#include <cstddef>
#include <string>

namespace tandem::Impl {

/// "1 thread", "2 threads"
inline std::string counted(std::size_t n, std::string const& what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

}  // namespace tandem::Impl

#endif
