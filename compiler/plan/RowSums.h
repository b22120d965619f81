// Where sums of rows are kept. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include <vector>

namespace brickc::plan {

/// Whether the shared values that a stencil reads on other rows are kept in memory, so that registers are left for what
/// all cells have in common, as weights: where there are many of both, and a row is several vectors. `lanes`: elements
/// of a vector, `vectorBytes` of the target.
bool rowSumsInMemory(const ir::Stencil& stencil, const std::vector<int>& brick, int lanes, int vectorBytes);

} // namespace brickc::plan
