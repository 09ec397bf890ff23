// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_fuzz_text.hpp"

#include <core/impl/tandem_format_ldbc.hpp>

/// The three files follow one another, separated by a line "~".
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace tandem;
  auto const parse = [](Host const& space, Impl::InputFile const& all, ReadOptions const& options) {
    constexpr std::string_view separator = "\n~\n";
    std::string_view rest = all.bytes();
    auto const next = [&] {
      std::size_t const end = rest.find(separator);
      Impl::InputFile file = fuzz::exact_copy(rest.substr(0, end));
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + separator.size());
      return file;
    };
    Impl::InputFile const vertices = next(), edges = next(), properties = next();
    return Impl::parse_ldbc(space, vertices, edges, &properties, options);
  };
  fuzz::try_text_reader(parse, data, size);
  return 0;
}
