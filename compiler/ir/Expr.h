// Immutable typed expressions: what a stencil computes at one point. SPDX-License-Identifier: MIT
//
// Nodes are shared and never change after construction; two occurrences of a value may be one node. A pass that
// rewrites expressions returns the same node when nothing changed (see Visitor.h). Factories check their operands
// with assertions only: text input is checked by the parser, whole modules by the verifier.
#pragma once

#include "compiler/ir/Operators.h"
#include "compiler/ir/Type.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace brickc::ir {

enum class ExprKind {
#define BRICKC_EXPR(Name) Name,
#include "compiler/ir/NodeKinds.def"
};

class Expr;
using ExprRef = std::shared_ptr<const Expr>;

/// Base of all nodes. Supports llvm::isa/cast/dyn_cast on `const Expr`.
class Expr {
public:
  ExprKind kind() const { return theKind; }
  Type type() const { return theType; }
  virtual ~Expr() = default;

protected:
  Expr(ExprKind kind, Type type) : theKind(kind), theType(type) {}

private:
  ExprKind theKind;
  Type theType;
};

#define BRICKC_NODE(Name)                                                                                              \
  static bool classof(const Expr* expr) { return expr->kind() == ExprKind::Name; }

/// A literal. `integer` holds Bool, I32 and I64; `real` holds F32 (exactly representable) and F64.
struct ConstantExpr final : Expr {
  std::int64_t integer = 0;
  double real = 0;
  ConstantExpr(Type type, std::int64_t integer, double real)
      : Expr(ExprKind::Constant, type), integer(integer), real(real) {}
  BRICKC_NODE(Constant)
};

struct ScalarExpr final : Expr {
  std::string name;
  ScalarExpr(Type type, std::string name) : Expr(ExprKind::Scalar, type), name(std::move(name)) {}
  BRICKC_NODE(Scalar)
};

struct TableElementExpr final : Expr {
  std::string table;
  unsigned index;
  TableElementExpr(Type type, std::string table, unsigned index)
      : Expr(ExprKind::TableElement, type), table(std::move(table)), index(index) {}
  BRICKC_NODE(TableElement)
};

/// `field` at the point plus `offset` cells per axis, slowest axis first. Of a field that is written: the value from
/// before, at offset 0. `field` may also be a shared value of the stencil.
struct LoadExpr final : Expr {
  std::string field;
  std::vector<int> offset;
  LoadExpr(Type type, std::string field, std::vector<int> offset)
      : Expr(ExprKind::Load, type), field(std::move(field)), offset(std::move(offset)) {}
  BRICKC_NODE(Load)
};

/// The global index of the cell on one axis, axis 0 slowest.
struct PointExpr final : Expr {
  unsigned axis;
  explicit PointExpr(unsigned axis) : Expr(ExprKind::Point, Type::I64), axis(axis) {}
  BRICKC_NODE(Point)
};

struct LocalExpr final : Expr {
  std::string name;
  LocalExpr(Type type, std::string name) : Expr(ExprKind::Local, type), name(std::move(name)) {}
  BRICKC_NODE(Local)
};

struct UnaryExpr final : Expr {
  UnaryOp op;
  ExprRef operand;
  UnaryExpr(UnaryOp op, ExprRef operand) : Expr(ExprKind::Unary, operand->type()), op(op), operand(operand) {}
  BRICKC_NODE(Unary)
};

/// Operands have one type; the result has it too, or Bool for comparisons.
struct BinaryExpr final : Expr {
  BinaryOp op;
  ExprRef left, right;
  BinaryExpr(BinaryOp op, ExprRef left, ExprRef right)
      : Expr(ExprKind::Binary, isComparison(op) ? Type::Bool : left->type()), op(op), left(left), right(right) {}
  BRICKC_NODE(Binary)
};

/// Both alternatives are evaluated; there are no side effects.
struct SelectExpr final : Expr {
  ExprRef condition, whenTrue, whenFalse;
  SelectExpr(ExprRef condition, ExprRef whenTrue, ExprRef whenFalse)
      : Expr(ExprKind::Select, whenTrue->type()), condition(condition), whenTrue(whenTrue), whenFalse(whenFalse) {}
  BRICKC_NODE(Select)
};

struct CallExpr final : Expr {
  const MathFunction* function;
  std::vector<ExprRef> arguments;
  CallExpr(const MathFunction* function, std::vector<ExprRef> arguments)
      : Expr(ExprKind::Call, arguments.front()->type()), function(function), arguments(std::move(arguments)) {}
  BRICKC_NODE(Call)
};

struct CastExpr final : Expr {
  ExprRef operand;
  CastExpr(Type type, ExprRef operand) : Expr(ExprKind::Cast, type), operand(operand) {}
  BRICKC_NODE(Cast)
};
#undef BRICKC_NODE

template <class Node, class... Args> ExprRef make(Args&&... args) {
  return std::make_shared<const Node>(std::forward<Args>(args)...);
}
ExprRef makeInteger(Type type, std::int64_t value);
ExprRef makeReal(Type type, double value);
ExprRef makeBool(bool value);

/// Structural equality, bit-exact on constants.
bool equal(const ExprRef& a, const ExprRef& b);

} // namespace brickc::ir
