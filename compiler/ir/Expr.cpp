// Construction and structural comparison of expressions. SPDX-License-Identifier: MIT
#include "compiler/ir/Expr.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/ErrorHandling.h"
#include <bit>
#include <cassert>
#include <set>

namespace brickc::ir {
namespace {

using llvm::cast;

/// Compares two graphs. Pairs already seen are not compared again, so that shared operands cost nothing.
class Comparison {
public:
  bool equal(const ExprRef& a, const ExprRef& b) {
    if (a == b) return true;
    if (!a || !b || a->kind() != b->kind() || a->type() != b->type()) return false;
    if (!seen.insert({a.get(), b.get()}).second) return true; // was equal, or the whole comparison has already failed
    switch (a->kind()) {
#define BRICKC_EXPR(Name)                                                                                              \
  case ExprKind::Name:                                                                                                 \
    return same(*cast<Name##Expr>(a.get()), *cast<Name##Expr>(b.get()));
#include "compiler/ir/NodeKinds.def"
    }
    llvm_unreachable("unknown expression kind");
  }

private:
  bool same(const ConstantExpr& a, const ConstantExpr& b) {
    return a.integer == b.integer && std::bit_cast<std::uint64_t>(a.real) == std::bit_cast<std::uint64_t>(b.real);
  }
  bool same(const ScalarExpr& a, const ScalarExpr& b) { return a.name == b.name; }
  bool same(const TableElementExpr& a, const TableElementExpr& b) { return a.table == b.table && a.index == b.index; }
  bool same(const LoadExpr& a, const LoadExpr& b) { return a.field == b.field && a.offset == b.offset; }
  bool same(const PointExpr& a, const PointExpr& b) { return a.axis == b.axis; }
  bool same(const LocalExpr& a, const LocalExpr& b) { return a.name == b.name; }
  bool same(const UnaryExpr& a, const UnaryExpr& b) { return a.op == b.op && equal(a.operand, b.operand); }
  bool same(const BinaryExpr& a, const BinaryExpr& b) {
    return a.op == b.op && equal(a.left, b.left) && equal(a.right, b.right);
  }
  bool same(const SelectExpr& a, const SelectExpr& b) {
    return equal(a.condition, b.condition) && equal(a.whenTrue, b.whenTrue) && equal(a.whenFalse, b.whenFalse);
  }
  bool same(const CallExpr& a, const CallExpr& b) {
    if (a.function != b.function || a.arguments.size() != b.arguments.size()) return false;
    for (std::size_t i = 0; i < a.arguments.size(); ++i)
      if (!equal(a.arguments[i], b.arguments[i])) return false;
    return true;
  }
  bool same(const CastExpr& a, const CastExpr& b) { return equal(a.operand, b.operand); }

  std::set<std::pair<const Expr*, const Expr*>> seen;
};

} // namespace

ExprRef makeInteger(Type type, std::int64_t value) {
  assert(isInteger(type) && "integer constant of another type");
  return make<ConstantExpr>(type, value, 0.0);
}

ExprRef makeReal(Type type, double value) {
  assert(isFloat(type) && "real constant of another type");
  return make<ConstantExpr>(type, std::int64_t{0}, type == Type::F32 ? static_cast<float>(value) : value);
}

ExprRef makeBool(bool value) { return make<ConstantExpr>(Type::Bool, std::int64_t{value}, 0.0); }

bool equal(const ExprRef& a, const ExprRef& b) { return Comparison().equal(a, b); }

} // namespace brickc::ir
