// The other rewrite of selects. SPDX-License-Identifier: MIT
#include "compiler/transform/UnmaskSummands.h"
#include "compiler/transform/RewriteValues.h"
#include <cmath>

namespace brickc::transform {
namespace {

using namespace ir;

class Unmasking : public ExprMutator {
protected:
  ExprRef rewrite(const ExprRef& expr) override {
    const auto* sum = llvm::dyn_cast<BinaryExpr>(expr.get());
    if (!sum || !isFloat(sum->type()) || (sum->op != BinaryOp::Add && sum->op != BinaryOp::Sub)) return expr;
    const auto* select = llvm::dyn_cast<SelectExpr>(sum->right.get());
    if (!select || !llvm::isa<LocalExpr>(*sum->left)) return expr;
    const ExprRef &rest = sum->left, &whenTrue = select->whenTrue, &whenFalse = select->whenFalse;
    if (isNothing(*whenFalse, sum->op))
      return make<SelectExpr>(select->condition, make<BinaryExpr>(sum->op, rest, whenTrue), rest);
    if (isNothing(*whenTrue, sum->op))
      return make<SelectExpr>(select->condition, rest, make<BinaryExpr>(sum->op, rest, whenFalse));
    return expr;
  }

private:
  /// Whether no value changes when this is added to it or subtracted from it.
  static bool isNothing(const Expr& expr, BinaryOp op) {
    const auto* constant = llvm::dyn_cast<ConstantExpr>(&expr);
    return constant && constant->real == 0 && std::signbit(constant->real) == (op == BinaryOp::Add);
  }
};

} // namespace

Module unmaskSummands(const Module& module) { return rewriteValues<Unmasking>(module); }

} // namespace brickc::transform
