// When the results of stencils that share values are computed. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "compiler/plan/Plan.h"

namespace brickc::plan {

/// Whether results that need a field beside shared values are computed with the rows of these, instead of when a plane
/// of them is there: where bricks ahead are fetched into the second-level cache. `fetch`: the stencil's.
bool resultsWithRows(const ir::Stencil& stencil, Fetch fetch);

} // namespace brickc::plan
