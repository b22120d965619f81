// Common subexpressions. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"

namespace brickc::transform {

/// Binds each value that a stencil computes more than once (constants, parameters, loads and locals aside) to a `let`,
/// or reuses the user's own local that holds it. New locals are named t0, t1, ... and have no location. Values and
/// their order of operations stay exactly the same.
ir::Module eliminateCommonSubexpressions(const ir::Module& module);

/// The same for the body of one stencil; its shared values stay as they are.
std::vector<ir::Statement> withoutRepetition(const ir::Stencil& stencil);

} // namespace brickc::transform
