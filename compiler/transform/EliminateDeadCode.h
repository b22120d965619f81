// Unused locals. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"

namespace brickc::transform {

/// Removes every `let` on which no store depends. Expressions have no side effects, so nothing else can change.
ir::Module eliminateDeadCode(const ir::Module& module);

} // namespace brickc::transform
