// Long sums, computed row by row. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"

namespace brickc::transform {

/// Cuts long sums where the row of cells that is read changes: each part becomes a `let`. Generated code declares the
/// values of a row where they are first needed, so only one row's values are alive at a time instead of all 125 of a
/// cube. Sums of rows that have been grouped count term by term. Order and results stay exactly the same. New locals
/// are named sum0, sum1, ... and have no location.
ir::Module splitLongSums(const ir::Module& module);

} // namespace brickc::transform
