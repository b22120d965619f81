// Unused locals. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"

namespace brickc::transform {

/// The statements that outputs, or the value returned, depend on.
std::vector<ir::Statement> liveStatements(const std::vector<ir::Statement>& body);

/// Removes every `let` on which no store depends. Expressions have no side effects, so nothing else can change.
ir::Module eliminateDeadCode(const ir::Module& module);

} // namespace brickc::transform
