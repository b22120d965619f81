// Multiply-adds. SPDX-License-Identifier: MIT
#include "compiler/transform/ContractProducts.h"
#include "compiler/ir/Operators.h"
#include "compiler/ir/Visitor.h"
#include <set>

namespace brickc::transform {
namespace {

using namespace ir;

ExprRef negated(const ExprRef& expr) {
  const auto* unary = llvm::dyn_cast<UnaryExpr>(expr.get());
  return unary && unary->op == UnaryOp::Negate ? unary->operand : make<UnaryExpr>(UnaryOp::Negate, expr);
}

ExprRef multiplyAdd(const ExprRef& a, const ExprRef& b, const ExprRef& c) {
  return make<CallExpr>(mathFunctionNamed("fma"), std::vector{a, b, c});
}

/// Names of locals that are the same in all cells.
using SameLocals = std::set<std::string>;

/// Whether a value is the same in all cells: it is computed once.
bool isSame(const ExprRef& expr, const SameLocals& same) {
  bool result = true;
  forEachNode(expr, [&](const ExprRef& node) {
    const auto* local = llvm::dyn_cast<LocalExpr>(node.get());
    if (llvm::isa<LoadExpr, PointExpr>(*node) || (local && !same.count(local->name))) result = false;
  });
  return result;
}

class Contraction : public ExprMutator {
public:
  explicit Contraction(const SameLocals& same) : same(same) {}

protected:
  ExprRef rewrite(const ExprRef& expr) override {
    const auto* sum = llvm::dyn_cast<BinaryExpr>(expr.get());
    if (!sum || (sum->op != BinaryOp::Add && sum->op != BinaryOp::Sub)) return expr;
    const bool subtracts = sum->op == BinaryOp::Sub;
    if (const BinaryExpr* right = asProduct(sum->right))
      return multiplyAdd(subtracts ? negated(right->left) : right->left, right->right, sum->left);
    if (const BinaryExpr* left = asProduct(sum->left))
      return multiplyAdd(left->left, left->right, subtracts ? negated(sum->right) : sum->right);
    return expr;
  }

private:
  /// A product that is worth an operation of its own.
  const BinaryExpr* asProduct(const ExprRef& expr) const {
    const auto* binary = llvm::dyn_cast<BinaryExpr>(expr.get());
    if (!binary || binary->op != BinaryOp::Mul || !isFloat(binary->type()) || isSame(expr, same)) return nullptr;
    return binary;
  }

  const SameLocals& same;
};

std::vector<Statement> contracted(std::vector<Statement> body) {
  SameLocals same;
  for (Statement& statement : body) {
    statement = withValue(statement, Contraction(same).mutate(valueOf(statement)));
    const auto* let = std::get_if<Let>(&statement);
    if (let && isSame(let->value, same)) same.insert(let->name);
  }
  return body;
}

} // namespace

Module contractProducts(const Module& module) {
  Module result = module;
  for (Stencil& stencil : result.stencils)
    stencil.body = contracted(stencil.body);
  return result;
}

} // namespace brickc::transform
