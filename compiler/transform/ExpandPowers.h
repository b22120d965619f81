// A pass over the IR. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"

namespace brickc::transform {

/// Makes products and quotients of pow(x, n) with whole numbers n of 1 to 8 or -1 to -8, in stencils and in the scalar
/// arguments of steps. A square is correctly rounded, which the library's pow is not: about one result in a thousand
/// gets another last bit. Of higher powers the last two bits may be others.
ir::Module expandPowers(const ir::Module& module);

} // namespace brickc::transform
