// A pass over the IR. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"

namespace brickc::transform {

/// Computes once what a cell and another one, behind or beside it, compute alike: the flux through a face is that of
/// the cells on both sides of it. Every cell gets the value that it had, bit by bit. Stencils that share sums already
/// stay as they are.
ir::Module shareRepeatedValues(const ir::Module& module);

} // namespace brickc::transform
