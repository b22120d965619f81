// Quotients. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Expr.h"
#include "llvm/Support/Casting.h"

namespace brickc::transform {

/// A division of floating-point numbers, which takes as long as ten other vector operations; null for others.
inline const ir::BinaryExpr* asDivision(const ir::ExprRef& expr) {
  const auto* binary = llvm::dyn_cast<ir::BinaryExpr>(expr.get());
  return binary && binary->op == ir::BinaryOp::Div && ir::isFloat(binary->type()) ? binary : nullptr;
}

} // namespace brickc::transform
