// Compiler-made locals that are used once. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"

namespace brickc::transform {

/// Substitutes each `let` made by the compiler (Location line 0) that is used exactly once into its use. The user's own
/// locals stay: their names make the generated code readable.
ir::Module inlineSingleUse(const ir::Module& module);

} // namespace brickc::transform
