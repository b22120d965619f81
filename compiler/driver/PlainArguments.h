// One spelling for each option. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace brickc {

/// The arguments with options by their shortest names: -DK=2 for --define-macro=K=2, and for -Wp,-DK=2, which host
/// compilers hand on to their preprocessor unseen. brickc's own options stay as they are.
llvm::Expected<std::vector<std::string>> plainArguments(const std::vector<std::string>& args);

} // namespace brickc
