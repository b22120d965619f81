// Checking that a module is what every later stage expects. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "llvm/Support/Error.h"

namespace brickc::ir {

/// Names, types, offsets, one store per output, steps that fit their stencils. Run after the frontend or parser and
/// after every pass. The first problem found is reported as `source:line:col: message`.
llvm::Error verify(const Module& module);

} // namespace brickc::ir
