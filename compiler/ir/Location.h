// A place in the user's source. SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

namespace brickc::ir {

/// 1-based line and column in the user's source; line 0 means "made by the compiler".
struct Location {
  unsigned line = 0;
  unsigned column = 0;
  std::shared_ptr<const std::string> file; ///< a header; null in the main source file

  bool operator==(const Location& other) const {
    return line == other.line && column == other.column && fileOr("") == other.fileOr("");
  }
  /// The file, `main` being the main source file.
  std::string fileOr(const std::string& main) const { return file ? *file : main; }
};

} // namespace brickc::ir
