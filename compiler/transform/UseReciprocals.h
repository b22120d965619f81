// A pass over the IR. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"

namespace brickc::transform {

/// Multiplies by reciprocals where that saves divisions: by one that is known, where a denominator is a number; by one
/// that is computed once for all cells, where it is the same in all; by one for all quotients of a cell that have the
/// same denominator. Each product is rounded once more than the quotient. A denominator must not be so small that its
/// reciprocal is infinite.
ir::Module useReciprocals(const ir::Module& module);

} // namespace brickc::transform
