// A pass over the IR. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"

namespace brickc::transform {

/// Computes once what a cell and others, behind, beside or in its row, compute alike: the flux through a face is that
/// of the cells on both sides of it. In three dimensions rows of bricks are too short for that. Every cell gets the
/// value that it had, bit by bit. Stencils that share sums already stay as they are.
ir::Module shareRepeatedValues(const ir::Module& module);

} // namespace brickc::transform
