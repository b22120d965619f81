// Hash-consing. SPDX-License-Identifier: MIT
#include "compiler/transform/Interner.h"
#include "compiler/ir/Printer.h"

namespace brickc::transform {
namespace {

using namespace ir;

/// Text that is equal for equal nodes over the same operands.
struct NodeText : ExprVisitor<NodeText, std::string> {
  std::string visit(const Expr&) { return {}; }
  std::string visit(const UnaryExpr& expr) { return spelling(expr.op).str(); }
  std::string visit(const BinaryExpr& expr) { return spelling(expr.op).str(); }
  std::string visit(const CallExpr& expr) { return expr.function->name.str(); }
};

} // namespace

ExprRef Interner::rewrite(const ExprRef& expr) {
  const std::vector<ExprRef> operands = operandsOf(*expr);
  const std::string text = operands.empty() ? toString(expr) : NodeText().dispatch(*expr);
  return nodes.insert({Key{expr->kind(), expr->type(), text, operands}, expr}).first->second;
}

} // namespace brickc::transform
