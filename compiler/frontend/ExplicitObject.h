// C++23's explicit object parameters, which LLVM 16 and 17 do not know. SPDX-License-Identifier: MIT
#pragma once

#include "clang/AST/DeclCXX.h"
#include "llvm/Config/llvm-config.h"

namespace brickc::frontend {

/// Whether the object of a call is the first of the function's parameters: `double get(this const cell& self)`.
inline bool hasExplicitObject([[maybe_unused]] const clang::CXXMethodDecl& method) {
#if LLVM_VERSION_MAJOR >= 18
  return method.isExplicitObjectMemberFunction();
#else
  return false;
#endif
}

} // namespace brickc::frontend
