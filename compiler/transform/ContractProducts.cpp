// Multiply-adds. SPDX-License-Identifier: MIT
#include "compiler/transform/ContractProducts.h"
#include "compiler/ir/Operators.h"
#include "compiler/ir/VaryingValues.h"
#include "compiler/ir/Visitor.h"
#include "compiler/transform/RewriteBodies.h"
#include "compiler/transform/Sum.h"

namespace brickc::transform {
namespace {

using namespace ir;

ExprRef multiplyAdd(const ExprRef& a, const ExprRef& b, const ExprRef& c) {
  return make<CallExpr>(mathFunctionNamed("fma"), std::vector{a, b, c});
}

class Contraction : public ExprMutator {
public:
  explicit Contraction(VaryingValues& varying) : varying(varying) {}

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
  const BinaryExpr* asProduct(const ExprRef& expr) {
    const auto* binary = llvm::dyn_cast<BinaryExpr>(expr.get());
    if (!binary || binary->op != BinaryOp::Mul || !isFloat(binary->type()) || !varying.contains(expr)) return nullptr;
    return binary;
  }

  VaryingValues& varying;
};

std::vector<Statement> contracted(std::vector<Statement> body) {
  VaryingValues varying;
  for (Statement& statement : body) {
    statement = withValue(statement, Contraction(varying).mutate(valueOf(statement)));
    varying.pass(statement);
  }
  return body;
}

} // namespace

Module contractProducts(const Module& module) {
  return rewriteBodies(module, [](const Stencil& stencil) { return contracted(stencil.body); });
}

} // namespace brickc::transform
