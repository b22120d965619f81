// The function that a fused sweep has in place of a user's. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include <string>

namespace brickc::emit {

/// `template <> struct brick::fused<step, number> {...};` with the function `sweep`, whose parameters tell the runtime
/// what the fused stencil takes, and whose address which it is. It is not called.
std::string emitFusedFunction(const ir::Stencil& stencil);

/// The stencils that were fused, or the first few, for messages: "predict + correct".
std::string partsOf(const ir::Fused& fused);

} // namespace brickc::emit
