// A pass over the IR. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"

namespace brickc::transform {

/// Makes one rounded operation of a product and the sum it stands in: a * b + c becomes fma(a, b, c), a * b - c
/// fma(a, b, -c), and c - a * b fma(-a, b, c). Of two products the second is taken, and none that is the same in all
/// cells: that one, like the scalars of a step, is computed once. The host compiler is not left to do this, since it
/// might contract the copies of a kernel in different ways, so that results would depend on which one a brick is
/// computed by.
ir::Module contractProducts(const ir::Module& module);

} // namespace brickc::transform
