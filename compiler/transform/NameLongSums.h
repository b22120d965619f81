// Long sums inside other operations. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"

namespace brickc::transform {

/// Binds long weighted sums of cells that are operands of something else, such as a factor that differs from cell to
/// cell, a choice or a function, to locals: passes that cut or regroup long sums look at what statements compute. New
/// locals are named sum0, sum1, ... and have no location. Results stay the same.
ir::Module nameLongSums(const ir::Module& module);

} // namespace brickc::transform
