// The analysis stage. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/analysis/Facts.h"
#include "llvm/Support/Error.h"

namespace brickc::analysis {

/// Footprints of every stencil; halos, dependences and exchanges of every step. The module must be verified. An apply
/// that writes a field it also takes as another argument is rejected (ir::Rejection, AliasingFields).
llvm::Expected<Facts> analyse(const ir::Module& module);

} // namespace brickc::analysis
