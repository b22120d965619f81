// Functions of what is the same in all cells. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"

namespace brickc::transform {

/// Binds the largest values that are the same in all cells and call a function, such as `k * exp(-k * dt)`, to locals
/// in front, which generated code computes once for a sweep. Host compilers leave such calls in the loops where the
/// rounding mode may change (`--fp=strict`), and at `-O0`; arithmetic they hoist themselves.
ir::Module hoistCalls(const ir::Module& module);

} // namespace brickc::transform
