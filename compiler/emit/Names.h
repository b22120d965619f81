// Names in one generated function. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <string>
#include <vector>

namespace brickc::emit {

/// Gives every entity of a generated function a name of its own. Names the user chose are declared first and kept.
class Names {
public:
  /// `wanted` made an identifier, followed by as many underscores as it takes to be new.
  std::string declare(llvm::StringRef wanted);

private:
  llvm::StringSet<> taken;
};

/// `name` with a suffix for an offset in cells: offsetName("u", {-1, 0, 2}) is `u_m1_0_2`.
std::string offsetName(llvm::StringRef name, llvm::ArrayRef<int> offset);
/// The coordinates of a cell, slowest first: `z y x`, `y x` or `x`.
std::vector<std::string> axisNames(unsigned dims);

} // namespace brickc::emit
