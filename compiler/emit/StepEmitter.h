// A step as calls of the runtime. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "compiler/plan/Plan.h"

namespace brickc::emit {

/// `template <> struct brick::generated<step> {...};` with the plan that `grid_for` and the exchange follow, and
/// `step`.
std::string emitStep(const ir::Module& module, const ir::Step& step, const plan::Plan& plan);

} // namespace brickc::emit
