// Powers with small constant exponents. SPDX-License-Identifier: MIT
#include "compiler/transform/ExpandPowers.h"
#include "compiler/transform/RewriteValues.h"
#include <cmath>

namespace brickc::transform {
namespace {

using namespace ir;

/// What products of that many factors lose by rounding is about what functions for vectors lose.
constexpr int largestPower = 8;

class Expansion : public ExprMutator {
protected:
  ExprRef rewrite(const ExprRef& expr) override {
    const auto* call = llvm::dyn_cast<CallExpr>(expr.get());
    if (!call || call->function->name != "pow") return expr;
    const auto* exponent = llvm::dyn_cast<ConstantExpr>(call->arguments[1].get());
    if (!exponent) return expr;
    const ExprRef& base = call->arguments[0];
    const double magnitude = std::abs(exponent->real);
    if (magnitude < 1 || magnitude > largestPower || magnitude != std::floor(magnitude)) return expr;
    const ExprRef power = powerOf(base, static_cast<int>(magnitude));
    return exponent->real > 0 ? power : make<BinaryExpr>(BinaryOp::Div, makeReal(expr->type(), 1), power);
  }

private:
  /// By squares: the nodes are shared, so that each product is computed once.
  static ExprRef powerOf(const ExprRef& base, int exponent) {
    if (exponent == 1) return base;
    const ExprRef half = powerOf(base, exponent / 2), square = make<BinaryExpr>(BinaryOp::Mul, half, half);
    return exponent % 2 == 0 ? square : make<BinaryExpr>(BinaryOp::Mul, square, base);
  }
};

} // namespace

Module expandPowers(const Module& module) { return rewriteValues<Expansion>(module); }

} // namespace brickc::transform
