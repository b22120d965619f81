// What passes over single expressions share. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/StepOps.h"
#include "compiler/ir/Visitor.h"

namespace brickc::transform {

/// The module with every value of a statement, and every scalar of a step, rewritten by a `Mutator` of its own.
template <class Mutator> ir::Module rewriteValues(const ir::Module& module) {
  ir::Module result = module;
  for (ir::Stencil& stencil : result.stencils)
    for (ir::Statement& statement : stencil.body)
      statement = ir::withValue(statement, Mutator().mutate(ir::valueOf(statement)));
  for (ir::Step& step : result.steps)
    ir::forEachOp(step.body, [](ir::StepOp& op) {
      ir::forEachScalar(op, [](ir::ExprRef& scalar) { scalar = Mutator().mutate(scalar); });
    });
  return result;
}

} // namespace brickc::transform
