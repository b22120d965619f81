// A pass over the IR. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"

namespace brickc::transform {

/// Makes products and quotients of pow(x, 2), pow(x, 1) and pow(x, -1), in stencils and in the scalar arguments of
/// steps. They are correctly rounded, which the library's pow is not: about one result in a thousand gets another last
/// bit.
ir::Module expandPowers(const ir::Module& module);

} // namespace brickc::transform
