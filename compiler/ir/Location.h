// A place in the user's source. SPDX-License-Identifier: MIT
#pragma once

namespace brickc::ir {

/// 1-based line and column in the main source file; line 0 means "made by the compiler".
struct Location {
  unsigned line = 0;
  unsigned column = 0;
  bool operator==(const Location&) const = default;
};

} // namespace brickc::ir
