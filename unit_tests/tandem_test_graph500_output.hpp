// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_TEST_GRAPH500_OUTPUT_HPP
#define TANDEM_TEST_GRAPH500_OUTPUT_HPP

#include <string>
#include <vector>

namespace tandem::test {

/// Reads both outputs of a Graph500 run as other programs would, and holds all that the text says against
/// what the searches of the JSON record give when the statistics are found anew.
void check_graph500_output(std::string const& text, std::string const& json,
                           std::vector<std::string> const& kernels);

}  // namespace tandem::test

#endif
