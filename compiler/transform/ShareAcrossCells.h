// A pass over the IR. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"

namespace brickc::transform {

/// Computes partial sums of long weighted sums once for all cells that need them: sums along the unit-stride axis of
/// cells with equal weights, of these within a plane, and the weighted sums of planes that cells on both sides share
/// (bricks: "vector scatter", associative reordering). Changes rounding. What remains plain is what would not get
/// cheaper.
ir::Module shareAcrossCells(const ir::Module& module);

} // namespace brickc::transform
