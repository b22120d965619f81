// Powers with small constant exponents. SPDX-License-Identifier: MIT
#include "compiler/transform/ExpandPowers.h"
#include "compiler/transform/RewriteValues.h"

namespace brickc::transform {
namespace {

using namespace ir;

class Expansion : public ExprMutator {
protected:
  ExprRef rewrite(const ExprRef& expr) override {
    const auto* call = llvm::dyn_cast<CallExpr>(expr.get());
    if (!call || call->function->name != "pow") return expr;
    const auto* exponent = llvm::dyn_cast<ConstantExpr>(call->arguments[1].get());
    if (!exponent) return expr;
    const ExprRef& base = call->arguments[0];
    if (exponent->real == 1) return base;
    if (exponent->real == 2) return make<BinaryExpr>(BinaryOp::Mul, base, base);
    if (exponent->real == -1) return make<BinaryExpr>(BinaryOp::Div, makeReal(expr->type(), 1), base);
    return expr;
  }
};

} // namespace

Module expandPowers(const Module& module) { return rewriteValues<Expansion>(module); }

} // namespace brickc::transform
