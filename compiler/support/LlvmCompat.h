// What LLVM 16 to 19 spell differently, spelt once. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/ADT/Twine.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Error.h"

/// Text that only newer versions want, such as a parameter of an overridden function.
#if LLVM_VERSION_MAJOR >= 19
#define BRICKC_SINCE_LLVM_19(...) __VA_ARGS__
#else
#define BRICKC_SINCE_LLVM_19(...)
#endif

/// The member of clang::LangOptions that says whether C++23 or more was asked for.
#if LLVM_VERSION_MAJOR >= 17
#define BRICKC_CPLUSPLUS23 CPlusPlus23
#else
#define BRICKC_CPLUSPLUS23 CPlusPlus2b
#endif

namespace brickc::compat {

/// An error with just a message; llvm::createStringError wants a format before LLVM 19.
inline llvm::Error stringError(const llvm::Twine& message) {
  return llvm::make_error<llvm::StringError>(message, llvm::inconvertibleErrorCode());
}

} // namespace brickc::compat
