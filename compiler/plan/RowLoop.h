// Whether the rows of a plane are unrolled. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include <vector>

namespace brickc::plan {

/// Whether the code for the rows of a brick's plane is written out row by row, so that rows share what they load, or
/// the rows inside are a loop, and only those that read beside the brick are written out. The former where a plane is
/// few operations, or the stencil shares values between cells; the latter in 3-D only. `lanes`: elements of a vector.
bool unrollsRows(const ir::Stencil& stencil, const std::vector<int>& brick, int lanes);

} // namespace brickc::plan
