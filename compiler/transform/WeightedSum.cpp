// One walk down a value, with the factor that has been found on the way. SPDX-License-Identifier: MIT
#include "compiler/transform/WeightedSum.h"
#include "compiler/ir/Visitor.h"
#include "llvm/ADT/STLExtras.h"

namespace brickc::transform {

using namespace ir;

namespace {

/// Products and sums of weights; null stands for 1.
ExprRef product(const ExprRef& a, const ExprRef& b) { return !a ? b : make<BinaryExpr>(BinaryOp::Mul, a, b); }

void add(LinearForm& form, const LoadExpr& load, const ExprRef& weight, bool negative) {
  auto sum = llvm::find_if(form.sums, [&](const WeightedSum& each) { return each.field == load.field; });
  if (sum == form.sums.end()) sum = form.sums.insert(form.sums.end(), {load.field, {}});
  ExprRef own = weight ? weight : makeReal(load.type(), 1);
  ExprRef& known = sum->weights[load.offset];
  if (known)
    known = make<BinaryExpr>(negative ? BinaryOp::Sub : BinaryOp::Add, known, own);
  else
    known = negative ? make<UnaryExpr>(UnaryOp::Negate, own) : own;
}

} // namespace

void WeightedSums::see(const Statement& statement) {
  const auto* let = std::get_if<Let>(&statement);
  if (let && varyingNodes(let->value).count(let->value.get())) varying.insert(let->name);
}

std::set<const Expr*> WeightedSums::varyingNodes(const ExprRef& expr) const {
  std::set<const Expr*> result;
  forEachNode(expr, [&](const ExprRef& node) {
    const auto* local = llvm::dyn_cast<LocalExpr>(node.get());
    const auto varies = [&](const ExprRef& operand) { return result.count(operand.get()) > 0; };
    if (llvm::isa<LoadExpr, PointExpr>(node.get()) || (local && varying.count(local->name)) ||
        llvm::any_of(operandsOf(*node), varies))
      result.insert(node.get());
  });
  return result;
}

LinearForm WeightedSums::formOf(const ExprRef& value) const {
  LinearForm form;
  collect(value, nullptr, false, varyingNodes(value), form);
  return form;
}

void WeightedSums::collect(const ExprRef& expr, const ExprRef& weight, bool negative,
                           const std::set<const Expr*>& varying, LinearForm& form) {
  if (const auto* load = llvm::dyn_cast<LoadExpr>(expr.get())) return add(form, *load, weight, negative);
  if (const auto* unary = llvm::dyn_cast<UnaryExpr>(expr.get()); unary && unary->op == UnaryOp::Negate)
    return collect(unary->operand, weight, !negative, varying, form);
  if (const auto* binary = llvm::dyn_cast<BinaryExpr>(expr.get()); binary && varying.count(binary)) {
    const ExprRef &left = binary->left, &right = binary->right;
    const bool leftVaries = varying.count(left.get()), rightVaries = varying.count(right.get());
    if (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub) {
      collect(left, weight, negative, varying, form);
      return collect(right, weight, negative != (binary->op == BinaryOp::Sub), varying, form);
    }
    if (binary->op == BinaryOp::Mul && !leftVaries)
      return collect(right, product(weight, left), negative, varying, form);
    if (binary->op == BinaryOp::Mul && !rightVaries)
      return collect(left, product(weight, right), negative, varying, form);
    if (binary->op == BinaryOp::Div && !rightVaries) {
      const ExprRef one = weight ? weight : makeReal(expr->type(), 1);
      return collect(left, make<BinaryExpr>(BinaryOp::Div, one, right), negative, varying, form);
    }
  }
  const auto* constant = llvm::dyn_cast<ConstantExpr>(expr.get());
  if (constant && constant->real == 0) return; // the start of a sum
  form.rest.push_back({weight ? make<BinaryExpr>(BinaryOp::Mul, weight, expr) : expr, negative});
}

} // namespace brickc::transform
