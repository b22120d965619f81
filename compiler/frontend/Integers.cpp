// Unsigned and small integers by operations of signed ones. SPDX-License-Identifier: MIT
#include "compiler/frontend/Integers.h"
#include "compiler/frontend/Arithmetic.h"
#include "llvm/Support/Casting.h"
#include <cmath>

namespace brickc::frontend {
namespace {

using ir::BinaryOp;
using ir::ExprRef;

ExprRef operation(BinaryOp op, const ExprRef& a, const ExprRef& b) { return ir::make<ir::BinaryExpr>(op, a, b); }
ExprRef operation(BinaryOp op, const ExprRef& a, std::int64_t b) {
  return operation(op, a, ir::makeInteger(a->type(), b));
}

unsigned bitsOf(ir::Type type) { return 8 * ir::byteSize(type); }

/// The smallest number of a signed type, whose one bit is the sign.
std::int64_t leastOf(ir::Type type) { return type == ir::Type::I32 ? INT32_MIN : INT64_MIN; }

/// Whether the sign of the signed integer that stands for it is part of the number.
bool isWideUnsigned(ScalarType type) { return !type.isSigned && (type.bits == 32 || type.bits == 64); }

ExprRef castTo(ir::Type type, const ExprRef& expr) {
  return expr->type() == type ? expr : ir::make<ir::CastExpr>(type, expr);
}

/// 32 bits of an unsigned number as a number of 64.
ExprRef widened(const ExprRef& expr) { return operation(BinaryOp::BitAnd, castTo(ir::Type::I64, expr), UINT32_MAX); }

/// Shifts in zeros from the left.
ExprRef shiftedRight(const ExprRef& value, const ExprRef& count) {
  const unsigned bits = bitsOf(value->type());
  const ExprRef shifted = operation(BinaryOp::Shr, value, count);
  if (const auto* known = llvm::dyn_cast<ir::ConstantExpr>(count.get())) {
    if (known->integer == 0) return value;
    const auto kept = static_cast<std::int64_t>(~std::uint64_t(0) >> (64 - bits + known->integer));
    return operation(BinaryOp::BitAnd, shifted, kept);
  }
  const ExprRef least = ir::makeInteger(value->type(), leastOf(value->type()));
  const ExprRef copiesOfSign = operation(BinaryOp::Shl, operation(BinaryOp::Shr, least, count), 1);
  return operation(BinaryOp::BitAnd, shifted, ir::make<ir::UnaryExpr>(ir::UnaryOp::BitNot, copiesOfSign));
}

/// Comparisons of unsigned numbers are those of the signed ones at the same distance from the least.
ExprRef compared(BinaryOp op, const ExprRef& a, const ExprRef& b) {
  const std::int64_t least = leastOf(a->type());
  return operation(op, operation(BinaryOp::BitXor, a, least), operation(BinaryOp::BitXor, b, least));
}

/// Quotient and remainder of 64 unsigned bits. The quotient of half the dividend, doubled, lacks one at most; divisors
/// of half the range and more are in the dividend once or not at all.
ExprRef dividedWide(BinaryOp op, const ExprRef& a, const ExprRef& b) {
  const ExprRef half = shiftedRight(a, ir::makeInteger(a->type(), 1));
  const ExprRef nearly = operation(BinaryOp::Shl, operation(BinaryOp::Div, half, b), 1);
  const ExprRef left = operation(BinaryOp::Sub, a, operation(BinaryOp::Mul, nearly, b));
  const ExprRef isLarge = operation(BinaryOp::Lt, b, 0), fits = compared(BinaryOp::Ge, a, b);
  const ExprRef lacksOne = compared(BinaryOp::Ge, left, b);
  if (op == BinaryOp::Rem)
    return select(isLarge, select(fits, operation(BinaryOp::Sub, a, b), a),
                  select(lacksOne, operation(BinaryOp::Sub, left, b), left));
  const ExprRef one = ir::makeInteger(a->type(), 1), zero = ir::makeInteger(a->type(), 0);
  return select(isLarge, select(fits, one, zero), select(lacksOne, operation(BinaryOp::Add, nearly, 1), nearly));
}

ExprRef divided(BinaryOp op, const ExprRef& a, const ExprRef& b) {
  if (a->type() == ir::Type::I64) return dividedWide(op, a, b);
  return castTo(ir::Type::I32, operation(op, widened(a), widened(b)));
}

} // namespace

ScalarType elementScalar(ir::Type element) {
  return {ir::isFloat(element) ? ScalarType::Float : ScalarType::Integer, bitsOf(element), !ir::isUnsigned(element)};
}

ir::Type storageType(ScalarType integer) { return integer.bits <= 32 ? ir::Type::I32 : ir::Type::I64; }

ExprRef cutTo(ScalarType type, const ExprRef& result) {
  const unsigned excess = bitsOf(storageType(type)) - type.bits;
  if (excess == 0) return result;
  if (!type.isSigned) return operation(BinaryOp::BitAnd, result, (std::int64_t(1) << type.bits) - 1);
  return operation(BinaryOp::Shr, operation(BinaryOp::Shl, result, excess), excess);
}

ExprRef integerToInteger(const ExprRef& expr, ScalarType from, ScalarType to) {
  const ir::Type type = storageType(to);
  const bool widens = type == ir::Type::I64 && expr->type() == ir::Type::I32;
  const ExprRef result = widens && isWideUnsigned(from) ? widened(expr) : castTo(type, expr);
  const bool holds = from.isSigned == to.isSigned ? from.bits <= to.bits : to.isSigned && from.bits < to.bits;
  return holds ? result : cutTo(to, result);
}

ExprRef integerToReal(const ExprRef& expr, ScalarType from, ir::Type to) {
  if (!isWideUnsigned(from)) return castTo(to, expr);
  if (from.bits == 32) return castTo(to, widened(expr));
  // Half of a number beyond the signed ones, twice. The last bit stays, as it may decide how the half is rounded.
  const ExprRef half = operation(BinaryOp::BitOr, shiftedRight(expr, ir::makeInteger(ir::Type::I64, 1)),
                                 operation(BinaryOp::BitAnd, expr, 1));
  const ExprRef twice = operation(BinaryOp::Mul, castTo(to, half), ir::makeReal(to, 2));
  return select(operation(BinaryOp::Lt, expr, 0), twice, castTo(to, expr));
}

ExprRef realToInteger(const ExprRef& expr, ScalarType to) {
  if (!isWideUnsigned(to)) return cutTo(to, castTo(storageType(to), expr));
  if (to.bits == 32) return castTo(ir::Type::I32, castTo(ir::Type::I64, expr));
  const ExprRef limit = ir::makeReal(expr->type(), std::ldexp(1.0, 63));
  const ExprRef beyond = castTo(ir::Type::I64, operation(BinaryOp::Sub, expr, limit));
  return select(operation(BinaryOp::Lt, expr, limit), castTo(ir::Type::I64, expr),
                operation(BinaryOp::BitXor, beyond, INT64_MIN));
}

ExprRef integerOperation(BinaryOp op, const ExprRef& a, const ExprRef& b, ScalarType type) {
  const bool compares = op == BinaryOp::Lt || op == BinaryOp::Le || op == BinaryOp::Gt || op == BinaryOp::Ge;
  if (isWideUnsigned(type)) {
    if (compares) return compared(op, a, b);
    if (op == BinaryOp::Div || op == BinaryOp::Rem) return divided(op, a, b);
    if (op == BinaryOp::Shr) return shiftedRight(a, b);
  }
  const ExprRef result = operation(op, a, b);
  return result->type() == ir::Type::Bool ? result : cutTo(type, result);
}

bool repeatsOperands(BinaryOp op, ScalarType type) {
  const bool divides = op == BinaryOp::Div || op == BinaryOp::Rem;
  return isWideUnsigned(type) && (op == BinaryOp::Shr || (divides && type.bits == 64));
}

bool repeatsOperand(ScalarType from, ScalarType to) {
  const bool toReal = from.kind == ScalarType::Integer && to.kind == ScalarType::Float;
  const bool toInteger = from.kind == ScalarType::Float && to.kind == ScalarType::Integer;
  const ScalarType integer = toReal ? from : to;
  return (toReal || toInteger) && integer.bits == 64 && !integer.isSigned;
}

} // namespace brickc::frontend
