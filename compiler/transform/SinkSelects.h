// A pass over the IR. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"

namespace brickc::transform {

/// Chooses operands instead of results where both alternatives of a select are the same operations: both are evaluated,
/// so these are done once instead of twice. Every cell gets the same bits as before.
ir::Module sinkSelects(const ir::Module& module);

} // namespace brickc::transform
