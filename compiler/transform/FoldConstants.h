// Constant folding. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"

namespace brickc::transform {

/// Replaces operations on constants by their result, in stencils and in the scalar arguments of steps. Integers fold
/// unless they overflow or divide by zero; floating point folds only to the finite bits that the operation would give
/// at run time.
ir::Module foldConstants(const ir::Module& module);

} // namespace brickc::transform
