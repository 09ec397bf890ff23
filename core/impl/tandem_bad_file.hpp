// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_BAD_FILE_HPP
#define TANDEM_BAD_FILE_HPP

#include <core/impl/tandem_input_file.hpp>
#include <core/impl/tandem_output_file.hpp>
#include <core/tandem_error.hpp>

#include <fmt/format.h>

#include <utility>

namespace tandem::Impl {

/// Throws an Error about what is wrong in a file that was read.
template <class... Args>
[[noreturn]] void bad_file(InputFile const& file, fmt::format_string<Args...> what, Args&&... args) {
  throw Error(fmt::format("'{}': {}", file.name(), fmt::format(what, std::forward<Args>(args)...)));
}

/// The same about what stands at byte `at` of it.
template <class... Args>
[[noreturn]] void bad_byte(InputFile const& file, std::uint64_t at, fmt::format_string<Args...> what,
                           Args&&... args) {
  bad_file(file, "byte {}: {}", at, fmt::format(what, std::forward<Args>(args)...));
}

/// Throws an Error about a graph that the format of the file can't hold.
template <class... Args>
[[noreturn]] void cannot_write(OutputFile const& file, fmt::format_string<Args...> why, Args&&... args) {
  throw Error(fmt::format("can't write '{}': {}", file.path().string(),
                          fmt::format(why, std::forward<Args>(args)...)));
}

}  // namespace tandem::Impl

#endif
