// Folding and construction of scalar arithmetic. SPDX-License-Identifier: MIT
#include "compiler/frontend/Arithmetic.h"
#include "compiler/frontend/Integers.h"
#include "llvm/Support/Casting.h"
#include <cmath>

namespace brickc::frontend {
namespace {

using clang::BinaryOperatorKind;
using ir::BinaryOp;

Computed failure(DiagnosticKind problem) { return {Value::poison(), problem}; }

std::optional<double> knownReal(const Value& value) {
  if (!value.is(ValueKind::Expression) || !ir::isFloat(value.expr->type())) return std::nullopt;
  const auto* constant = llvm::dyn_cast<ir::ConstantExpr>(value.expr.get());
  return constant ? std::optional(constant->real) : std::nullopt;
}

std::optional<BinaryOp> irOperator(BinaryOperatorKind op) {
  switch (op) {
  case clang::BO_Add:
    return BinaryOp::Add;
  case clang::BO_Sub:
    return BinaryOp::Sub;
  case clang::BO_Mul:
    return BinaryOp::Mul;
  case clang::BO_Div:
    return BinaryOp::Div;
  case clang::BO_Rem:
    return BinaryOp::Rem;
  case clang::BO_Shl:
    return BinaryOp::Shl;
  case clang::BO_Shr:
    return BinaryOp::Shr;
  case clang::BO_And:
    return BinaryOp::BitAnd;
  case clang::BO_Xor:
    return BinaryOp::BitXor;
  case clang::BO_Or:
    return BinaryOp::BitOr;
  case clang::BO_LT:
    return BinaryOp::Lt;
  case clang::BO_LE:
    return BinaryOp::Le;
  case clang::BO_GT:
    return BinaryOp::Gt;
  case clang::BO_GE:
    return BinaryOp::Ge;
  case clang::BO_EQ:
    return BinaryOp::Eq;
  case clang::BO_NE:
    return BinaryOp::Ne;
  default:
    return std::nullopt;
  }
}

/// Shift counts of the type's width or more are undefined in C++; they are refused, not folded.
bool isValidShift(const llvm::APSInt& left, const llvm::APSInt& right) {
  return !right.isNegative() && right.getLimitedValue() < left.getBitWidth();
}

Computed foldIntegers(BinaryOperatorKind op, const llvm::APSInt& a, const llvm::APSInt& b) {
  switch (op) {
  case clang::BO_Add:
    return {Value::of(a + b), {}};
  case clang::BO_Sub:
    return {Value::of(a - b), {}};
  case clang::BO_Mul:
    return {Value::of(a * b), {}};
  case clang::BO_Div:
    return b.isZero() ? failure(DiagnosticKind::DivisionByZero) : Computed{Value::of(a / b), {}};
  case clang::BO_Rem:
    return b.isZero() ? failure(DiagnosticKind::DivisionByZero) : Computed{Value::of(a % b), {}};
  case clang::BO_And:
    return {Value::of(a & b), {}};
  case clang::BO_Or:
    return {Value::of(a | b), {}};
  case clang::BO_Xor:
    return {Value::of(a ^ b), {}};
  case clang::BO_LT:
    return {Value::of(a < b), {}};
  case clang::BO_LE:
    return {Value::of(a <= b), {}};
  case clang::BO_GT:
    return {Value::of(a > b), {}};
  case clang::BO_GE:
    return {Value::of(a >= b), {}};
  case clang::BO_EQ:
    return {Value::of(a == b), {}};
  case clang::BO_NE:
    return {Value::of(a != b), {}};
  case clang::BO_Shl:
    return isValidShift(a, b) ? Computed{Value::of(a << b.getZExtValue()), {}}
                              : failure(DiagnosticKind::ShiftOutOfRange);
  case clang::BO_Shr:
    return isValidShift(a, b) ? Computed{Value::of(a >> b.getZExtValue()), {}}
                              : failure(DiagnosticKind::ShiftOutOfRange);
  default:
    break;
  }
  return failure(DiagnosticKind::UnsupportedOperator);
}

template <class Real> std::optional<Value> foldReals(BinaryOp op, ir::Type type, Real a, Real b) {
  Real result;
  switch (op) {
  case BinaryOp::Add:
    result = a + b;
    break;
  case BinaryOp::Sub:
    result = a - b;
    break;
  case BinaryOp::Mul:
    result = a * b;
    break;
  case BinaryOp::Div:
    result = a / b;
    break;
  case BinaryOp::Lt:
    return Value::of(a < b);
  case BinaryOp::Le:
    return Value::of(a <= b);
  case BinaryOp::Gt:
    return Value::of(a > b);
  case BinaryOp::Ge:
    return Value::of(a >= b);
  case BinaryOp::Eq:
    return Value::of(a == b);
  case BinaryOp::Ne:
    return Value::of(a != b);
  default:
    return std::nullopt;
  }
  if (std::isnan(result)) return std::nullopt; // its sign and payload are the machine's to choose
  return Value::of(ir::makeReal(type, result));
}

Computed convertKnownInteger(const llvm::APSInt& value, ScalarType to) {
  if (to.kind == ScalarType::Bool) return {Value::of(!value.isZero()), {}};
  if (to.kind == ScalarType::Integer) {
    llvm::APSInt result = value.extOrTrunc(to.bits);
    result.setIsSigned(to.isSigned);
    return {Value::of(result), {}};
  }
  bool isSigned = value.isSigned();
  ir::Type type = *to.irType();
  // An int64 rounds once to float: through double it could round twice.
  if (type == ir::Type::F32)
    return {Value::of(ir::makeReal(type, isSigned ? static_cast<float>(value.getSExtValue())
                                                  : static_cast<float>(value.getZExtValue()))),
            {}};
  return {Value::of(ir::makeReal(type, isSigned ? static_cast<double>(value.getSExtValue())
                                                : static_cast<double>(value.getZExtValue()))),
          {}};
}

/// C++ defines the conversion of the truncated value only where it fits; elsewhere it is left to the program.
Computed convertKnownReal(const ir::ExprRef& expr, double value, ScalarType to) {
  if (to.kind == ScalarType::Bool) return {Value::of(value != 0), {}};
  if (to.kind == ScalarType::Float) return {Value::of(ir::makeReal(*to.irType(), value)), {}};
  double limit = std::ldexp(1.0, static_cast<int>(to.bits) - (to.isSigned ? 1 : 0));
  if (double whole = std::trunc(value); to.bits <= 64 && whole < limit && whole >= (to.isSigned ? -limit : 0.0)) {
    auto bits = to.isSigned ? static_cast<uint64_t>(static_cast<int64_t>(whole)) : static_cast<uint64_t>(whole);
    return {Value::of(llvm::APSInt(llvm::APInt(64, bits).trunc(to.bits), !to.isSigned)), {}};
  }
  if (to.bits > 64) return failure(DiagnosticKind::UnsupportedType);
  return {Value::of(realToInteger(expr, to), to), {}};
}

/// The operands of a shift are promoted each by itself; in the IR the count has the type of what is shifted.
Computed shift(BinaryOp op, const Value& left, const Value& right) {
  const ScalarType type = left.scalarType();
  ir::ExprRef value = toExpr(left), count = toExpr(right);
  if (right.is(ValueKind::Integer)) {
    if (right.integer.isNegative() || right.integer.getLimitedValue() >= type.bits)
      return failure(DiagnosticKind::ShiftOutOfRange);
    count = ir::makeInteger(value->type(), static_cast<std::int64_t>(right.integer.getLimitedValue()));
  } else if (count->type() != value->type()) {
    count = ir::make<ir::CastExpr>(value->type(), count);
  }
  return {Value::of(integerOperation(op, value, count, type), type), {}};
}

ScalarType boolean() { return {ScalarType::Bool, 1, false}; }

ir::ExprRef zeroOf(ir::Type type) { return ir::isFloat(type) ? ir::makeReal(type, 0) : ir::makeInteger(type, 0); }
ir::ExprRef oneOf(ir::Type type) { return ir::isFloat(type) ? ir::makeReal(type, 1) : ir::makeInteger(type, 1); }

} // namespace

Computed convert(const Value& value, ScalarType to) {
  if (value.is(ValueKind::Integer)) return convertKnownInteger(value.integer, to);
  if (!value.is(ValueKind::Expression) || to.bits > 64) return failure(DiagnosticKind::UnsupportedType);
  if (std::optional<double> real = knownReal(value)) return convertKnownReal(value.expr, *real, to);
  const ScalarType from = value.scalarType();
  if (from == to) return {value, {}};
  const ir::ExprRef& expr = value.expr;
  if (to.kind == ScalarType::Bool)
    return {Value::of(ir::make<ir::BinaryExpr>(BinaryOp::Ne, expr, zeroOf(expr->type()))), {}};
  const ir::Type type = to.kind == ScalarType::Integer ? storageType(to) : *to.irType();
  if (from.kind == ScalarType::Bool) return {Value::of(select(expr, oneOf(type), zeroOf(type)), to), {}};
  if (from.kind == ScalarType::Float && to.kind == ScalarType::Float)
    return {Value::of(ir::make<ir::CastExpr>(type, expr)), {}};
  if (from.kind == ScalarType::Float) return {Value::of(realToInteger(expr, to), to), {}};
  if (to.kind == ScalarType::Float) return {Value::of(integerToReal(expr, from, type)), {}};
  return {Value::of(integerToInteger(expr, from, to), to), {}};
}

Computed binary(BinaryOperatorKind op, const Value& left, const Value& right) {
  if (left.is(ValueKind::Integer) && right.is(ValueKind::Integer)) return foldIntegers(op, left.integer, right.integer);
  std::optional<BinaryOp> irOp = irOperator(op);
  if (!irOp) return failure(DiagnosticKind::UnsupportedOperator);
  ir::ExprRef a = toExpr(left), b = toExpr(right);
  if (a && b && ir::isShift(*irOp)) return shift(*irOp, left, right);
  if (!a || !b || left.scalarType() != right.scalarType()) return failure(DiagnosticKind::UnsupportedType);
  std::optional<double> x = knownReal(left), y = knownReal(right);
  if (x && y) {
    auto folded = a->type() == ir::Type::F32
                      ? foldReals(*irOp, ir::Type::F32, static_cast<float>(*x), static_cast<float>(*y))
                      : foldReals(*irOp, ir::Type::F64, *x, *y);
    if (folded) return {*folded, {}};
  }
  bool divides = *irOp == BinaryOp::Div || *irOp == BinaryOp::Rem;
  if (divides && right.is(ValueKind::Integer) && right.integer.isZero()) return failure(DiagnosticKind::DivisionByZero);
  const ScalarType type = left.scalarType();
  if (type.kind != ScalarType::Integer) return {Value::of(ir::make<ir::BinaryExpr>(*irOp, a, b)), {}};
  return {Value::of(integerOperation(*irOp, a, b, type), ir::isComparison(*irOp) ? boolean() : type), {}};
}

Computed unary(clang::UnaryOperatorKind op, const Value& operand) {
  if (op == clang::UO_Plus) return {operand, {}};
  if (operand.is(ValueKind::Integer)) {
    if (op == clang::UO_Minus) return {Value::of(-operand.integer), {}};
    if (op == clang::UO_Not) return {Value::of(~operand.integer), {}};
    return {Value::of(operand.integer.isZero()), {}};
  }
  ir::ExprRef expr = toExpr(operand);
  if (!expr) return failure(DiagnosticKind::UnsupportedType);
  if (op == clang::UO_LNot) return {Value::of(negation(expr)), {}};
  if (op != clang::UO_Minus && op != clang::UO_Not) return failure(DiagnosticKind::UnsupportedOperator);
  if (std::optional<double> real = knownReal(operand)) return {Value::of(ir::makeReal(expr->type(), -*real)), {}};
  const ScalarType type = operand.scalarType();
  const ir::ExprRef result =
      ir::make<ir::UnaryExpr>(op == clang::UO_Not ? ir::UnaryOp::BitNot : ir::UnaryOp::Negate, expr);
  return {Value::of(type.kind == ScalarType::Integer ? cutTo(type, result) : result, type), {}};
}

bool repeatsOperands(BinaryOperatorKind op, const Value& left) {
  const bool isScalar = left.is(ValueKind::Integer) || left.is(ValueKind::Expression);
  const std::optional<BinaryOp> irOp = irOperator(op);
  return isScalar && irOp && repeatsOperands(*irOp, left.scalarType());
}

bool repeatsOperand(const Value& value, ScalarType to) {
  return value.is(ValueKind::Expression) && repeatsOperand(value.scalarType(), to);
}

std::optional<bool> knownCondition(const ir::ExprRef& condition) {
  const auto* constant = llvm::dyn_cast<ir::ConstantExpr>(condition.get());
  return constant ? std::optional(constant->integer != 0) : std::nullopt;
}

ir::ExprRef conjunction(const ir::ExprRef& a, const ir::ExprRef& b) {
  if (auto known = knownCondition(a)) return *known ? b : a;
  if (auto known = knownCondition(b)) return *known ? a : b;
  return ir::make<ir::BinaryExpr>(BinaryOp::And, a, b);
}

ir::ExprRef disjunction(const ir::ExprRef& a, const ir::ExprRef& b) {
  if (auto known = knownCondition(a)) return *known ? a : b;
  if (auto known = knownCondition(b)) return *known ? b : a;
  return ir::make<ir::BinaryExpr>(BinaryOp::Or, a, b);
}

ir::ExprRef negation(const ir::ExprRef& a) {
  if (auto known = knownCondition(a)) return ir::makeBool(!*known);
  if (const auto* inner = llvm::dyn_cast<ir::UnaryExpr>(a.get())) return inner->operand; // of type bool: a `!`
  return ir::make<ir::UnaryExpr>(ir::UnaryOp::Not, a);
}

ir::ExprRef select(const ir::ExprRef& condition, const ir::ExprRef& a, const ir::ExprRef& b) {
  if (auto known = knownCondition(condition)) return *known ? a : b;
  if (a == b) return a;
  return ir::make<ir::SelectExpr>(condition, a, b);
}

} // namespace brickc::frontend
