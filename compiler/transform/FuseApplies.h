// Several applies of a step in one sweep. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"

namespace brickc::transform {

/// Sweeps once where applies of a step have fields in common and one of them reads nothing beside the point: what the
/// other writes is used while in registers, and temporaries that nothing else reads are neither stored nor made.
ir::Module fuseApplies(const ir::Module& module);

} // namespace brickc::transform
