// Constant folding. Runs in the rounding mode and types of the generated code. SPDX-License-Identifier: MIT
#include "compiler/transform/FoldConstants.h"
#include "compiler/transform/RewriteValues.h"
#include <cmath>
#include <limits>

namespace brickc::transform {
namespace {

using namespace ir;

const ConstantExpr* constant(const ExprRef& expr) { return llvm::dyn_cast<ConstantExpr>(expr.get()); }
double numberOf(const ConstantExpr& value) {
  return isFloat(value.type()) ? value.real : static_cast<double>(value.integer);
}

/// A result that a run with other exception flags or denormal handling could not tell apart. Null otherwise.
template <class Real> ExprRef finite(Type type, Real value) {
  return std::isnormal(value) || value == 0 ? makeReal(type, value) : nullptr;
}

template <class Real> ExprRef foldReal(BinaryOp op, Type type, Real left, Real right) {
  switch (op) {
  case BinaryOp::Add:
    return finite(type, left + right);
  case BinaryOp::Sub:
    return finite(type, left - right);
  case BinaryOp::Mul:
    return finite(type, left * right);
  case BinaryOp::Div:
    return finite(type, left / right);
  default:
    return nullptr;
  }
}

/// Nothing if the operation overflows i64 or divides by zero.
std::optional<std::int64_t> integerResult(BinaryOp op, std::int64_t left, std::int64_t right) {
  std::int64_t result = 0;
  const bool divides = right != 0 && !(right == -1 && left == std::numeric_limits<std::int64_t>::min());
  switch (op) {
  case BinaryOp::Add:
    return __builtin_add_overflow(left, right, &result) ? std::nullopt : std::optional(result);
  case BinaryOp::Sub:
    return __builtin_sub_overflow(left, right, &result) ? std::nullopt : std::optional(result);
  case BinaryOp::Mul:
    return __builtin_mul_overflow(left, right, &result) ? std::nullopt : std::optional(result);
  case BinaryOp::Div:
    return divides ? std::optional(left / right) : std::nullopt;
  case BinaryOp::Rem:
    return divides ? std::optional(left % right) : std::nullopt;
  case BinaryOp::BitAnd:
    return left & right;
  case BinaryOp::BitXor:
    return left ^ right;
  case BinaryOp::BitOr:
    return left | right;
  default:
    return std::nullopt;
  }
}

bool fits(Type type, std::int64_t value) {
  using Int32 = std::numeric_limits<std::int32_t>;
  return type == Type::I64 || (value >= Int32::min() && value <= Int32::max());
}

ExprRef foldInteger(BinaryOp op, Type type, std::int64_t left, std::int64_t right) {
  const std::optional<std::int64_t> result = integerResult(op, left, right);
  return result && fits(type, *result) ? makeInteger(type, *result) : nullptr;
}

template <class Number> bool compare(BinaryOp op, Number left, Number right) {
  switch (op) {
  case BinaryOp::Lt:
    return left < right;
  case BinaryOp::Le:
    return left <= right;
  case BinaryOp::Gt:
    return left > right;
  case BinaryOp::Ge:
    return left >= right;
  case BinaryOp::Eq:
    return left == right;
  default:
    return left != right;
  }
}

ExprRef castToInteger(Type type, const ConstantExpr& value) {
  if (!isFloat(value.type())) return fits(type, value.integer) ? makeInteger(type, value.integer) : nullptr;
  const double limit = type == Type::I64 ? 0x1p63 : 0x1p31;
  const double whole = std::trunc(value.real);
  // Out of range (or not a number) is undefined in C++: left for the user to see at run time.
  return whole >= -limit && whole < limit ? makeInteger(type, static_cast<std::int64_t>(whole)) : nullptr;
}

ExprRef castToReal(Type type, const ConstantExpr& value) {
  if (!isFloat(value.type())) // straight from the integer: rounding twice would differ
    return makeReal(type, type == Type::F32 ? static_cast<float>(value.integer) : static_cast<double>(value.integer));
  if (type == Type::F64 && !std::isnan(value.real)) return makeReal(type, value.real);
  return finite(type, static_cast<float>(value.real));
}

class Folding : public ExprMutator {
protected:
  ExprRef rewrite(const ExprRef& expr) override {
    const ExprRef folded = Rules().dispatch(*expr);
    return folded ? folded : expr;
  }

private:
  /// The constant (or operand) that a node folds to, or null.
  struct Rules : ExprVisitor<Rules, ExprRef> {
    ExprRef visit(const Expr&) { return nullptr; }
    ExprRef visit(const UnaryExpr& expr);
    ExprRef visit(const BinaryExpr& expr);
    ExprRef visit(const SelectExpr& expr);
    ExprRef visit(const CastExpr& expr);
    ExprRef foldLogical(const BinaryExpr& expr);
  };
};

ExprRef Folding::Rules::visit(const UnaryExpr& expr) {
  const ConstantExpr* operand = constant(expr.operand);
  if (!operand) return nullptr;
  if (expr.op == UnaryOp::Not) return makeBool(!operand->integer);
  if (expr.op == UnaryOp::BitNot) return makeInteger(expr.type(), ~operand->integer);
  if (isFloat(expr.type())) return std::isnan(operand->real) ? nullptr : makeReal(expr.type(), -operand->real);
  return foldInteger(BinaryOp::Sub, expr.type(), 0, operand->integer);
}

ExprRef Folding::Rules::visit(const BinaryExpr& expr) {
  if (isLogical(expr.op)) return foldLogical(expr);
  const ConstantExpr *left = constant(expr.left), *right = constant(expr.right);
  if (!left || !right) return nullptr;
  const Type type = left->type();
  if (isComparison(expr.op))
    return makeBool(isFloat(type) ? compare(expr.op, left->real, right->real)
                                  : compare(expr.op, left->integer, right->integer));
  if (type == Type::F64) return foldReal(expr.op, type, left->real, right->real);
  if (type == Type::F32)
    return foldReal(expr.op, type, static_cast<float>(left->real), static_cast<float>(right->real));
  return foldInteger(expr.op, type, left->integer, right->integer);
}

/// One constant is enough: there are no side effects to keep.
ExprRef Folding::Rules::foldLogical(const BinaryExpr& expr) {
  for (const auto& [known, other] : {std::pair{expr.left, expr.right}, {expr.right, expr.left}})
    if (const ConstantExpr* value = constant(known)) {
      const bool decides = (expr.op == BinaryOp::Or) == (value->integer != 0);
      return decides ? known : other;
    }
  return nullptr;
}

ExprRef Folding::Rules::visit(const SelectExpr& expr) {
  const ConstantExpr* condition = constant(expr.condition);
  if (!condition) return nullptr;
  return condition->integer ? expr.whenTrue : expr.whenFalse;
}

ExprRef Folding::Rules::visit(const CastExpr& expr) {
  if (expr.operand->type() == expr.type()) return expr.operand;
  const ConstantExpr* operand = constant(expr.operand);
  if (!operand) return nullptr;
  if (expr.type() == Type::Bool) return makeBool(numberOf(*operand) != 0);
  return isFloat(expr.type()) ? castToReal(expr.type(), *operand) : castToInteger(expr.type(), *operand);
}

} // namespace

Module foldConstants(const Module& module) { return rewriteValues<Folding>(module); }

} // namespace brickc::transform
