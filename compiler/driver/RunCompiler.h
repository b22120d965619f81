// Running another compiler. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace brickc {

/// Runs the program at `path`, which the user knows as `name`, a `kind` of compiler, and waits for it. With `verbose`
/// the command is printed. Interrupts of brickc go to it, too.
llvm::Error runCompiler(const char* kind, const std::string& name, const std::string& path,
                        const std::vector<std::string>& arguments, bool verbose);

} // namespace brickc
