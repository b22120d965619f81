// Powers with small constant exponents. SPDX-License-Identifier: MIT
#include "compiler/transform/ExpandPowers.h"
#include "compiler/transform/RewriteValues.h"
#include <algorithm>
#include <cmath>
#include <limits>

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
    const int whole = static_cast<int>(std::min<double>(largestPower, magnitude)); // the former for NaNs
    const bool isWhole = magnitude == whole && whole > 0, isHalf = magnitude == whole + 0.5;
    if (!isWhole && !isHalf) return expr;
    const ExprRef power = isWhole ? powerOf(base, whole) : powerAndHalfOf(base, whole);
    return exponent->real > 0 ? power : make<BinaryExpr>(BinaryOp::Div, makeReal(expr->type(), 1), power);
  }

private:
  /// By squares: the nodes are shared, so that each product is computed once.
  static ExprRef powerOf(const ExprRef& base, int exponent) {
    if (exponent == 1) return base;
    const ExprRef half = powerOf(base, exponent / 2), square = make<BinaryExpr>(BinaryOp::Mul, half, half);
    return exponent % 2 == 0 ? square : make<BinaryExpr>(BinaryOp::Mul, square, base);
  }

  /// The power of `exponent` and a half: by a square root, which is another value for -0 and for minus infinity.
  static ExprRef powerAndHalfOf(const ExprRef& base, int exponent) {
    const Type type = base->type();
    const double largest = type == Type::F32 ? std::numeric_limits<float>::max() : std::numeric_limits<double>::max();
    const ExprRef zero = makeReal(type, 0), size = call("fabs", base);
    const ExprRef isZero = make<BinaryExpr>(BinaryOp::Eq, base, zero);
    const ExprRef root = call("sqrt", make<SelectExpr>(isZero, zero, base));
    const ExprRef power = exponent ? make<BinaryExpr>(BinaryOp::Mul, powerOf(size, exponent), root) : root;
    return make<SelectExpr>(make<BinaryExpr>(BinaryOp::Lt, base, makeReal(type, -largest)), size, power);
  }

  static ExprRef call(llvm::StringRef function, const ExprRef& argument) {
    return make<CallExpr>(mathFunctionNamed(function), std::vector{argument});
  }
};

} // namespace

Module expandPowers(const Module& module) { return rewriteValues<Expansion>(module); }

} // namespace brickc::transform
