// A stencil as a sweep over bricks. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "compiler/plan/Plan.h"

namespace brickc::emit {

/// `template <> struct brick::generated<stencil> {...};` with the shape it is compiled for and `sweep`, one vector body
/// for all bricks (papers/bricks: fine-grained blocking, vector align across bricks). `source` is the user's file; with
/// `debugLines`, statements say which line of it they come from.
std::string emitStencil(const ir::Stencil& stencil, const plan::StencilPlan& plan, plan::FpMode fp,
                        llvm::StringRef source, bool debugLines = false);

} // namespace brickc::emit
