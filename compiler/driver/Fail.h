// Errors of the driver's. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/Support/Error.h"

namespace brickc {

/// An error with a message in the way of printf.
template <class... Args> llvm::Error fail(const char* format, const Args&... args) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), format, args...);
}

} // namespace brickc
