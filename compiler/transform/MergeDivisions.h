// A pass over the IR. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"

namespace brickc::transform {

/// Divides once where a quotient stands in a denominator: n / (1 + 2 (p/q)^2) becomes n q^2 / (q^2 + 2 p^2). Double
/// precision only, powers up to the second: q may be as small as 1e-154, or as large as 1e154, before results differ by
/// more than rounding. Weights of WENO schemes are of that form.
ir::Module mergeDivisions(const ir::Module& module);

} // namespace brickc::transform
