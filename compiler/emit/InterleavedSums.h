// Sums that read the same values, side by side. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace brickc::emit {

/// One operation, or a few, of the value of a share.
struct SharePart {
  const ir::Share* share;
  ir::ExprRef value; ///< where the share's own name, as a local, is what the parts before have computed of it
  bool first, last;
};

/// The values of a stage in an order that needs few registers: sums that nobody else of the stage reads are computed
/// term by term, all at once, so that each value is read by all of them as soon as it is there, and not kept; what they
/// read of the stage is computed before the first of them needs it. Each sum adds up its terms in its own order, so it
/// has the same bits.
std::vector<SharePart> interleaveSums(llvm::ArrayRef<const ir::Share*> stage);

} // namespace brickc::emit
