// Walking and rewriting expressions. SPDX-License-Identifier: MIT
#include "compiler/ir/Visitor.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace brickc::ir {
namespace {

struct Operands : ExprVisitor<Operands, std::vector<ExprRef>> {
  std::vector<ExprRef> visit(const Expr&) { return {}; }
  std::vector<ExprRef> visit(const UnaryExpr& expr) { return {expr.operand}; }
  std::vector<ExprRef> visit(const BinaryExpr& expr) { return {expr.left, expr.right}; }
  std::vector<ExprRef> visit(const SelectExpr& expr) { return {expr.condition, expr.whenTrue, expr.whenFalse}; }
  std::vector<ExprRef> visit(const CallExpr& expr) { return expr.arguments; }
  std::vector<ExprRef> visit(const CastExpr& expr) { return {expr.operand}; }
};

struct Rebuild : ExprVisitor<Rebuild, ExprRef> {
  const std::vector<ExprRef>& with;
  explicit Rebuild(const std::vector<ExprRef>& operands) : with(operands) {}

  ExprRef visit(const Expr&) { llvm_unreachable("a leaf has no operands to replace"); }
  ExprRef visit(const UnaryExpr& expr) { return make<UnaryExpr>(expr.op, with[0]); }
  ExprRef visit(const BinaryExpr& expr) { return make<BinaryExpr>(expr.op, with[0], with[1]); }
  ExprRef visit(const SelectExpr&) { return make<SelectExpr>(with[0], with[1], with[2]); }
  ExprRef visit(const CallExpr& expr) { return make<CallExpr>(expr.function, with); }
  ExprRef visit(const CastExpr& expr) { return make<CastExpr>(expr.type(), with[0]); }
};

void walk(const ExprRef& expr, llvm::function_ref<void(const ExprRef&)> action, std::set<const Expr*>& seen) {
  if (!seen.insert(expr.get()).second) return;
  for (const ExprRef& operand : operandsOf(*expr))
    walk(operand, action, seen);
  action(expr);
}

} // namespace

std::vector<ExprRef> operandsOf(const Expr& expr) { return Operands().dispatch(expr); }

ExprRef withOperands(const ExprRef& expr, const std::vector<ExprRef>& operands) {
  return operandsOf(*expr) == operands ? expr : Rebuild(operands).dispatch(*expr);
}

void forEachNode(const ExprRef& root, llvm::function_ref<void(const ExprRef&)> action) {
  std::set<const Expr*> seen;
  walk(root, action, seen);
}

double printedSize(const ExprRef& expr) {
  std::map<const Expr*, double> sizes;
  forEachNode(expr, [&](const ExprRef& node) {
    double size = 1;
    for (const ExprRef& operand : operandsOf(*node))
      size += sizes[operand.get()];
    sizes[node.get()] = size;
  });
  return sizes[expr.get()];
}

unsigned heightOf(const ExprRef& root) {
  std::map<const Expr*, unsigned> heights;
  forEachNode(root, [&](const ExprRef& expr) {
    unsigned height = 0;
    for (const ExprRef& operand : operandsOf(*expr))
      height = std::max(height, heights.at(operand.get()));
    heights[expr.get()] = height + 1;
  });
  return heights.at(root.get());
}

ExprRef ExprMutator::mutate(const ExprRef& expr) {
  if (const auto found = done.find(expr); found != done.end()) return found->second;
  std::vector<ExprRef> operands = operandsOf(*expr);
  for (ExprRef& operand : operands)
    operand = mutate(operand);
  return done[expr] = rewrite(withOperands(expr, operands));
}

void forEachRead(const Stencil& stencil,
                 llvm::function_ref<void(const std::string& field, const std::vector<int>& offset)> action) {
  using Offsets = std::set<std::vector<int>>;
  std::map<std::string, Offsets> shares; // where the statements behind read each shared value
  const auto reads = [&](const ExprRef& value, const Offsets& from) {
    forEachNode(value, [&](const ExprRef& node) {
      const auto* load = llvm::dyn_cast<LoadExpr>(node.get());
      if (!load) return;
      for (std::vector<int> offset : from) {
        for (std::size_t axis = 0; axis < offset.size(); ++axis)
          offset[axis] += load->offset[axis];
        if (stencil.findParam(load->field))
          action(load->field, offset);
        else
          shares[load->field].insert(offset);
      }
    });
  };
  for (const Statement& statement : llvm::reverse(stencil.body)) {
    const auto* share = std::get_if<Share>(&statement);
    reads(valueOf(statement), share ? shares[share->name] : Offsets{std::vector<int>(stencil.dims)});
  }
}

const ExprRef& valueOf(const Statement& statement) {
  return std::visit([](const auto& item) -> const ExprRef& { return item.value; }, statement);
}

Statement withValue(const Statement& statement, const ExprRef& value) {
  Statement result = statement;
  std::visit([&](auto& item) { item.value = value; }, result);
  return result;
}

} // namespace brickc::ir
