// The text of expressions, in C++ notation. SPDX-License-Identifier: MIT
#include "compiler/ir/Names.h"
#include "compiler/ir/Printer.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/ErrorHandling.h"

namespace brickc::ir {
namespace {

using llvm::cast;

/// Precedence of the text that an expression prints as.
Precedence precedenceOf(const Expr& expr) {
  switch (expr.kind()) {
  case ExprKind::Constant:
    return toString(cast<ConstantExpr>(expr)).front() == '-' ? Precedence::Unary : Precedence::Primary;
  case ExprKind::Unary:
    return Precedence::Unary;
  case ExprKind::Binary:
    return precedence(cast<BinaryExpr>(expr).op);
  case ExprKind::Select:
    return Precedence::Conditional;
  default:
    return Precedence::Postfix;
  }
}

Precedence next(Precedence level) { return static_cast<Precedence>(static_cast<int>(level) + 1); }

class ExprPrinter {
public:
  explicit ExprPrinter(llvm::raw_ostream& out) : out(out) {}

  /// Prints `expr`, in parentheses if it binds looser than `least`.
  void print(const ExprRef& expr, Precedence least = Precedence::Conditional) {
    const bool parenthesise = precedenceOf(*expr) < least;
    if (parenthesise) out << '(';
    dispatch(*expr);
    if (parenthesise) out << ')';
  }

private:
  void dispatch(const Expr& expr) {
    switch (expr.kind()) {
#define BRICKC_EXPR(Name)                                                                                              \
  case ExprKind::Name:                                                                                                 \
    return text(cast<Name##Expr>(expr));
#include "compiler/ir/NodeKinds.def"
    }
    llvm_unreachable("unknown expression kind");
  }

  void text(const ConstantExpr& expr) { out << toString(expr); }
  void text(const ScalarExpr& expr) { out << nameText(expr.name); }
  void text(const LocalExpr& expr) { out << nameText(expr.name); }
  void text(const TableElementExpr& expr) { out << nameText(expr.table) << '[' << expr.index << ']'; }

  void text(const PointExpr& expr) { out << "point[" << expr.axis << ']'; }

  void text(const LoadExpr& expr) {
    out << nameText(expr.field) << '[';
    for (std::size_t axis = 0; axis < expr.offset.size(); ++axis)
      out << (axis ? ", " : "") << expr.offset[axis];
    out << ']';
  }

  /// `-6.0` is the literal, `-(6.0)` the negation of one; `-(-x)` keeps `--` out of the text.
  void text(const UnaryExpr& expr) {
    const bool confusing = expr.op == UnaryOp::Negate && (llvm::isa<ConstantExpr>(*expr.operand) || isNegation(expr));
    out << spelling(expr.op) << (confusing ? "(" : "");
    print(expr.operand, confusing ? Precedence::Conditional : Precedence::Unary);
    out << (confusing ? ")" : "");
  }

  static bool isNegation(const UnaryExpr& expr) {
    const auto* operand = llvm::dyn_cast<UnaryExpr>(expr.operand.get());
    return operand && operand->op == UnaryOp::Negate;
  }

  void text(const BinaryExpr& expr) {
    const Precedence level = precedence(expr.op);
    print(expr.left, level);
    out << ' ' << spelling(expr.op) << ' ';
    print(expr.right, next(level));
  }

  void text(const SelectExpr& expr) {
    print(expr.condition, next(Precedence::Conditional));
    out << " ? ";
    print(expr.whenTrue);
    out << " : ";
    print(expr.whenFalse);
  }

  void text(const CallExpr& expr) {
    out << expr.function->name << '(';
    for (std::size_t i = 0; i < expr.arguments.size(); ++i) {
      if (i) out << ", ";
      print(expr.arguments[i]);
    }
    out << ')';
  }

  void text(const CastExpr& expr) {
    out << typeName(expr.type()) << '(';
    print(expr.operand);
    out << ')';
  }

  llvm::raw_ostream& out;
};

} // namespace

std::string toString(const ExprRef& expr) {
  std::string text;
  llvm::raw_string_ostream out(text);
  ExprPrinter(out).print(expr);
  return text;
}

} // namespace brickc::ir
