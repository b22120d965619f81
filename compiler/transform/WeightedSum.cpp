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

LinearForm WeightedSums::formOf(const ExprRef& value) {
  LinearForm form;
  collect(value, nullptr, false, form);
  return form;
}

void WeightedSums::collect(const ExprRef& expr, const ExprRef& weight, bool negative, LinearForm& form) {
  if (const auto* load = llvm::dyn_cast<LoadExpr>(expr.get())) return add(form, *load, weight, negative);
  if (const auto* unary = llvm::dyn_cast<UnaryExpr>(expr.get()); unary && unary->op == UnaryOp::Negate)
    return collect(unary->operand, weight, !negative, form);
  if (const auto* binary = llvm::dyn_cast<BinaryExpr>(expr.get()); binary && varying.contains(expr)) {
    const ExprRef &left = binary->left, &right = binary->right;
    const bool leftVaries = varying.contains(left), rightVaries = varying.contains(right);
    if (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub) {
      collect(left, weight, negative, form);
      return collect(right, weight, negative != (binary->op == BinaryOp::Sub), form);
    }
    if (binary->op == BinaryOp::Mul && !leftVaries) return collect(right, product(weight, left), negative, form);
    if (binary->op == BinaryOp::Mul && !rightVaries) return collect(left, product(weight, right), negative, form);
    if (binary->op == BinaryOp::Div && !rightVaries) {
      const ExprRef one = weight ? weight : makeReal(expr->type(), 1);
      return collect(left, make<BinaryExpr>(BinaryOp::Div, one, right), negative, form);
    }
  }
  const auto* constant = llvm::dyn_cast<ConstantExpr>(expr.get());
  if (constant && constant->real == 0) return; // the start of a sum
  form.rest.push_back({weight ? make<BinaryExpr>(BinaryOp::Mul, weight, expr) : expr, negative});
}

} // namespace brickc::transform
