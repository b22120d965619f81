// Reading the text form of the IR. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "llvm/Support/Error.h"

namespace brickc::ir {

/// Parses what `print` writes, with any white space and `//` comments. Names must be declared before use and types must
/// fit; everything else is left to the verifier. Errors read `file:line:col: message`. Never crashes, whatever the
/// text.
llvm::Expected<Module> parseModule(llvm::StringRef text, llvm::StringRef fileName);

} // namespace brickc::ir
