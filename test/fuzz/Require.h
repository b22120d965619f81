// What a libFuzzer target says when something does not hold. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

namespace brickc::test {

/// Ends the process with `message` and `text` unless `condition` holds: libFuzzer keeps the input.
inline void require(bool condition, const char* message, llvm::StringRef text) {
  if (condition) return;
  llvm::errs() << message << ":\n" << text << '\n';
  std::abort();
}

} // namespace brickc::test
