// What operations cost. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Visitor.h"
#include "compiler/transform/Divisions.h"

namespace brickc::transform {

/// The time of an operation without that of its operands, in additions; nothing for a leaf.
inline int costOf(const ir::ExprRef& expr) {
  if (isLeaf(*expr)) return 0;
  const auto* call = llvm::dyn_cast<ir::CallExpr>(expr.get());
  if (asDivision(expr) || (call && call->function->name == "sqrt")) return 8;
  const bool isInstruction =
      !call || call->function->exact || call->function->name == "fmin" || call->function->name == "fmax";
  return isInstruction ? 1 : 16;
}

/// That of all operations of a value, each node once.
inline int costOfAll(const ir::ExprRef& expr) {
  int cost = 0;
  forEachNode(expr, [&](const ir::ExprRef& node) { cost += costOf(node); });
  return cost;
}

} // namespace brickc::transform
