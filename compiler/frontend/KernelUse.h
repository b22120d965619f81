// Which kernels the functions of brick take. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/frontend/Reporter.h"

namespace clang {
class FunctionDecl;
}

namespace brickc::frontend {

/// Whether `callee`, an instance of `brick::apply` or one of its like, has a kernel of the kind that it takes, or one
/// without attribute, which the caller judges. Reports at `where` what is none. True for all other functions.
bool checkKernelUse(const clang::FunctionDecl& callee, clang::SourceLocation where, Reporter& reporter);

} // namespace brickc::frontend
