// Limits that keep hostile YAML away from LLVM's recursive parser. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>

namespace brickc::plan {

/// Nothing if `text` is of a plan's size, nesting and characters; otherwise `line:col: message`.
std::string yamlGuard(llvm::StringRef text);

} // namespace brickc::plan
