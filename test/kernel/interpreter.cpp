// SPDX-License-Identifier: MIT
// A tree walk. Compile without floating-point contraction.
#include "interpreter.hpp"
#include "compiler/ir/Visitor.h"
#include <cmath>
#include <concepts>
#include <limits>

using namespace brickc;

namespace {

template <class T> bool compare(ir::BinaryOp op, T a, T b) {
  switch (op) {
  case ir::BinaryOp::Lt:
    return a < b;
  case ir::BinaryOp::Le:
    return a <= b;
  case ir::BinaryOp::Gt:
    return a > b;
  case ir::BinaryOp::Ge:
    return a >= b;
  case ir::BinaryOp::Eq:
    return a == b;
  default:
    return a != b;
  }
}

template <std::floating_point T> T compute(ir::BinaryOp op, T a, T b) {
  switch (op) {
  case ir::BinaryOp::Add:
    return a + b;
  case ir::BinaryOp::Sub:
    return a - b;
  case ir::BinaryOp::Mul:
    return a * b;
  case ir::BinaryOp::Div:
    return a / b;
  default:
    break;
  }
  throw std::invalid_argument("no arithmetic on floating-point numbers: " + ir::spelling(op).str());
}

/// Integers: wrapping around, and total (see ir/Operators.h).
template <std::integral T> T compute(ir::BinaryOp op, T a, T b) {
  using Bits = std::make_unsigned_t<T>;
  constexpr T bits = 8 * sizeof(T);
  const bool impossible = b == 0 || (b == -1 && a == std::numeric_limits<T>::min());
  switch (op) {
  case ir::BinaryOp::Add:
    return T(Bits(a) + Bits(b));
  case ir::BinaryOp::Sub:
    return T(Bits(a) - Bits(b));
  case ir::BinaryOp::Mul:
    return T(Bits(a) * Bits(b));
  case ir::BinaryOp::Div:
    return impossible ? a : a / b;
  case ir::BinaryOp::Rem:
    return impossible ? 0 : a % b;
  case ir::BinaryOp::Shl:
    return T(Bits(a) << (b & (bits - 1)));
  case ir::BinaryOp::Shr:
    return a >> (b & (bits - 1));
  case ir::BinaryOp::BitAnd:
    return a & b;
  case ir::BinaryOp::BitXor:
    return a ^ b;
  case ir::BinaryOp::BitOr:
    return a | b;
  default:
    throw std::invalid_argument("no arithmetic: " + ir::spelling(op).str());
  }
}

/// What an integer cannot hold becomes 0.
template <class T> T truncated(double value) {
  const double whole = std::trunc(value), limit = -double(std::numeric_limits<T>::min());
  return whole >= -limit && whole < limit ? T(whole) : 0;
}

/// `a op b` where both are of C++ type T, held in `member`.
template <class T, class Member> Value binary(const ir::BinaryExpr& e, Value a, Value b, Member Value::* member) {
  const T x = static_cast<T>(a.*member), y = static_cast<T>(b.*member);
  Value result;
  if (ir::isComparison(e.op))
    result.integer = compare(e.op, x, y);
  else
    result.*member = compute(e.op, x, y);
  return result;
}

template <class T> T call(llvm::StringRef name, T a, T b) {
  if (name == "sqrt") return std::sqrt(a);
  if (name == "fabs") return std::fabs(a);
  if (name == "floor") return std::floor(a);
  if (name == "ceil") return std::ceil(a);
  if (name == "exp") return std::exp(a);
  if (name == "sin") return std::sin(a);
  if (name == "fmin") return std::fmin(a, b);
  if (name == "fmax") return std::fmax(a, b);
  if (name == "copysign") return std::copysign(a, b);
  if (name == "pow") return std::pow(a, b);
  if (name == "atan2") return std::atan2(a, b);
  throw std::invalid_argument("the interpreter does not know " + name.str());
}

class Interpreter : public ir::ExprVisitor<Interpreter, Value> {
public:
  Interpreter(const ir::Stencil& stencil, const Surroundings& surroundings)
      : stencil(stencil), surroundings(surroundings), shift(stencil.dims) {}
  std::map<std::string, Value> locals;

  Value visit(const ir::ConstantExpr& e) { return {e.integer, e.real}; }
  Value visit(const ir::ScalarExpr& e) { return surroundings.scalar(e.name); }
  Value visit(const ir::TableElementExpr& e) { return surroundings.table(e.table, e.index); }
  /// Of a shared value: its expression as seen from the other cell.
  Value visit(const ir::LoadExpr& e) {
    const std::vector<int> here = shift;
    for (std::size_t a = 0; a < shift.size(); ++a)
      shift[a] += e.offset[a];
    const ir::Share* share = stencil.findShare(e.field);
    const Value value = share ? dispatch(*share->value) : surroundings.load({e.type(), e.field, shift});
    shift = here;
    return value;
  }
  Value visit(const ir::PointExpr& e) { return surroundings.point(e.axis); }
  Value visit(const ir::LocalExpr& e) { return locals.at(e.name); }
  Value visit(const ir::UnaryExpr& e) {
    const Value v = dispatch(*e.operand);
    if (e.op == ir::UnaryOp::Not) return {!v.integer, 0};
    if (e.op == ir::UnaryOp::BitNot) return {~v.integer, 0};
    if (ir::isFloat(e.type())) return {0, -v.real};
    return {e.type() == ir::Type::I32 ? std::int32_t(-v.integer) : std::int64_t(0 - std::uint64_t(v.integer)), 0};
  }
  Value visit(const ir::BinaryExpr& e) {
    const Value a = dispatch(*e.left), b = dispatch(*e.right);
    if (ir::isLogical(e.op)) return {e.op == ir::BinaryOp::And ? a.integer && b.integer : a.integer || b.integer, 0};
    switch (e.left->type()) {
    case ir::Type::F64:
      return binary<double>(e, a, b, &Value::real);
    case ir::Type::F32:
      return binary<float>(e, a, b, &Value::real);
    case ir::Type::I32:
      return binary<std::int32_t>(e, a, b, &Value::integer);
    default:
      return binary<std::int64_t>(e, a, b, &Value::integer);
    }
  }
  Value visit(const ir::SelectExpr& e) { return dispatch(dispatch(*e.condition).integer ? *e.whenTrue : *e.whenFalse); }
  Value visit(const ir::CallExpr& e) {
    const Value a = dispatch(*e.arguments.front()), b = dispatch(*e.arguments.back());
    if (e.function->name == "fma") {
      const double factor = dispatch(*e.arguments[1]).real;
      if (e.type() == ir::Type::F32) return {0, std::fma(float(a.real), float(factor), float(b.real))};
      return {0, std::fma(a.real, factor, b.real)};
    }
    if (e.type() == ir::Type::F32) return {0, call<float>(e.function->name, a.real, b.real)};
    return {0, call<double>(e.function->name, a.real, b.real)};
  }
  Value visit(const ir::CastExpr& e) {
    const Value v = dispatch(*e.operand);
    const bool fromReal = ir::isFloat(e.operand->type());
    switch (e.type()) {
    case ir::Type::Bool:
      return {fromReal ? v.real != 0 : v.integer != 0, 0};
    case ir::Type::I32:
      return {fromReal ? truncated<std::int32_t>(v.real) : std::int32_t(v.integer), 0};
    case ir::Type::I64:
      return {fromReal ? truncated<std::int64_t>(v.real) : v.integer, 0};
    case ir::Type::F32:
      return {0, fromReal ? float(v.real) : float(v.integer)};
    case ir::Type::F64:
      return {0, fromReal ? v.real : double(v.integer)};
    default: // of fields only
      return {};
    }
  }

private:
  const ir::Stencil& stencil;
  const Surroundings& surroundings;
  std::vector<int> shift; ///< from the point to the cell that is evaluated
};

} // namespace

std::map<std::string, Value> interpret(const ir::Stencil& stencil, const Surroundings& surroundings) {
  Interpreter interpreter(stencil, surroundings);
  std::map<std::string, Value> stored;
  for (const ir::Statement& statement : stencil.body) {
    if (std::holds_alternative<ir::Share>(statement)) continue; // where it is read
    const Value value = interpreter.dispatch(*ir::valueOf(statement));
    if (const auto* let = std::get_if<ir::Let>(&statement))
      interpreter.locals[let->name] = value;
    else if (const auto* store = std::get_if<ir::Store>(&statement))
      stored[store->field] = value;
    else
      stored["return"] = value;
  }
  return stored;
}
