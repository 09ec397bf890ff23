// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_ERROR_HPP
#define TANDEM_ERROR_HPP

#include <stdexcept>

namespace tandem {

/// What the library throws for anything the user can mend: a bad file, flag, platform, or too little memory.
/// The message is one line: what is wrong, where (file, line or byte), and what to do.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Of code that does not know what the graph at hand is called: whoever does puts the name before it.
class UnnamedGraphError : public Error {
 public:
  using Error::Error;
};

}  // namespace tandem

#endif
