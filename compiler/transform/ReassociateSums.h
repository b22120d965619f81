// Long sums, added up row by row. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"

namespace brickc::transform {

/// Changes the order of additions in long sums: terms that read the same row of cells are added up first, then the
/// rows. A sum of 125 terms is then 25 short chains, which the processor runs side by side, instead of one long one.
/// Changes results by rounding: only for `--fp=reassociate`.
ir::Module reassociateSums(const ir::Module& module);

} // namespace brickc::transform
