// SPDX-License-Identifier: BSD-3-Clause
// Checksums keep a fuzzer at the door, and pages make every input long. So an input is a file in short: the
// fields of the header, and 64 bytes for each of seven pages behind it. Checksums are set right before the
// reader sees it.
#include "tandem_fuzz.hpp"

#include <core/impl/tandem_checksum.hpp>
#include <core/impl/tandem_format_tandem.hpp>
#include <core/impl/tandem_tdm_header.hpp>

#include <algorithm>
#include <cstring>
#include <string>

using namespace tandem;
using namespace tandem::Impl;

namespace {

constexpr std::size_t bytes_per_page = 64;

std::string expand(Host const& space, std::string_view input) {
  TdmHeader header{};
  std::memcpy(&header, input.data(), std::min(sizeof(header), input.size()));
  input.remove_prefix(std::min(sizeof(header), input.size()));
  std::string file(tdm_page * (1 + tdm_num_kinds), '\0');
  for (std::size_t page = 1; page <= tdm_num_kinds && !input.empty(); ++page) {
    auto const part = input.substr(0, bytes_per_page);
    std::copy(part.begin(), part.end(), file.begin() + static_cast<std::ptrdiff_t>(page * tdm_page));
    input.remove_prefix(part.size());
  }
  header.file_bytes = file.size();
  Progress progress("fuzzing", 0, "B");
  for (TdmSection& section : header.sections)
    if (section.offset <= file.size() && section.bytes <= file.size() - section.offset)
      section.checksum =
          section_checksum(space, std::string_view(file).substr(section.offset, section.bytes), progress);
  auto const page = tdm_encode(header);
  std::copy(page.begin(), page.end(), file.begin());
  return file;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  Host const space;
  std::string const file = expand(space, fuzz::view(data, size));
  for (std::string_view const bytes : {fuzz::view(data, size), std::string_view(file)})
    for (bool ignore_weights : {false, true})
      fuzz::try_reader([&] {
        ReadOptions options;
        options.ignore_weights = ignore_weights;
        return parse_tandem_graph(space, InputFile::from_memory("input.tdm", bytes), options);
      });
  try {
    ReadOptions trusting;
    trusting.verify = false;  // what comes out may be nonsense, but getting it must be safe
    (void)parse_tandem_graph(space, InputFile::from_memory("input.tdm", file), trusting);
  } catch (Error const&) {
  }
  return 0;
}
