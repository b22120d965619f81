// A pass over the IR. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"

namespace brickc::transform {

/// Takes signs that a condition chooses out of floating-point values, `w * (w > 0 ? v : -v)` to `|w| * v`, where fewer
/// operations remain. Sums are reordered and multiplied out, and a result of zero may have the other sign.
ir::Module factorSigns(const ir::Module& module);

} // namespace brickc::transform
