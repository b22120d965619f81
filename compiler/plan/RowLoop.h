// Where the rows of a plane are a loop. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/analysis/Facts.h"
#include "compiler/ir/Module.h"
#include "compiler/plan/Plan.h"
#include <vector>

namespace brickc::plan {

/// Whether the code for the rows of a brick's plane is written out row by row, so that rows share what they load, or
/// the rows inside are a loop, and only those that read beside the brick are written out. The former where the stencil
/// shares values between cells, and in 1-D and 2-D; the latter where a plane is many operations, and past the caches
/// where a row is one vector of a whole cache line, and lines are fetched into the first-level cache or next cells of
/// several fields are read. Where very many operations would be written out, all rows are in the loop. `lanes`:
/// elements of a vector.
RowLoop rowLoopOf(const ir::Stencil& stencil, const analysis::StencilFacts& facts, const std::vector<int>& brick,
                  int lanes, Fetch fetch);

/// Whether the vectors of a row are written out, too, so that they share what they load: all but bodies that are so
/// long that a compiler would take minutes.
bool unrollsVectors(const ir::Stencil& stencil, const std::vector<int>& brick, int lanes, RowLoop rowLoop);

} // namespace brickc::plan
