// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_NUMBERS_HPP
#define TANDEM_NUMBERS_HPP

#include <CLI/CLI.hpp>

// What CLI11 does not check of numbers, or with messages of several hundred digits: it takes -1 for 2^64 - 1,
// reduces larger numbers to that, and reads 010 as 8.
namespace tandem::app {

/// From 0 to 2^64 - 1, in decimal digits.
CLI::Validator whole_number();

/// A finite number in decimal digits, with or without a fraction and an exponent.
CLI::Validator real_number();

/// A finite number above 0. To be checked after whole_number() where that is what it must be.
CLI::Validator positive_number();

/// A size in bytes above 0 such as 256M, which CLI::AsSizeValue can go on with.
CLI::Validator positive_size();

}  // namespace tandem::app

#endif
