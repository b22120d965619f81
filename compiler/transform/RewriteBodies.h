// What passes over whole bodies share. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"

namespace brickc::transform {

/// The module with `rewritten(stencil)`, statements, as the body of every stencil.
template <class Rewritten> ir::Module rewriteBodies(const ir::Module& module, Rewritten rewritten) {
  ir::Module result = module;
  for (ir::Stencil& stencil : result.stencils)
    stencil.body = rewritten(stencil);
  return result;
}

} // namespace brickc::transform
