// Taking sums apart and putting them together. SPDX-License-Identifier: MIT
#include "compiler/transform/Sum.h"
#include "compiler/ir/Visitor.h"
#include "llvm/ADT/STLExtras.h"

namespace brickc::transform {

using namespace ir;

std::vector<Term> termsOf(const ExprRef& expr) {
  std::vector<Term> terms;
  ExprRef rest = expr;
  while (const auto* binary = llvm::dyn_cast<BinaryExpr>(rest.get())) {
    if (!isFloat(binary->type()) || (binary->op != BinaryOp::Add && binary->op != BinaryOp::Sub)) break;
    terms.push_back({binary->right, binary->op == BinaryOp::Sub});
    rest = binary->left;
  }
  terms.push_back({rest, false});
  std::reverse(terms.begin(), terms.end());
  return terms;
}

ExprRef sumOf(const std::vector<Term>& terms) {
  ExprRef sum = terms.front().negative ? make<UnaryExpr>(UnaryOp::Negate, terms.front().value) : terms.front().value;
  for (const Term& term : llvm::drop_begin(terms))
    sum = make<BinaryExpr>(term.negative ? BinaryOp::Sub : BinaryOp::Add, sum, term.value);
  return sum;
}

ExprRef negated(const ExprRef& expr) {
  const auto* unary = llvm::dyn_cast<UnaryExpr>(expr.get());
  return unary && unary->op == UnaryOp::Negate ? unary->operand : make<UnaryExpr>(UnaryOp::Negate, expr);
}

std::string rowOf(const ExprRef& term) {
  std::string row;
  forEachNode(term, [&](const ExprRef& node) {
    const auto* load = llvm::dyn_cast<LoadExpr>(node.get());
    if (!load || !row.empty()) return;
    row = load->field;
    for (int offset : llvm::drop_end(load->offset))
      row += "," + std::to_string(offset);
  });
  return row;
}

} // namespace brickc::transform
