// A rewrite of selects. SPDX-License-Identifier: MIT
#include "compiler/transform/MaskSummands.h"
#include "compiler/ir/Visitor.h"
#include "compiler/transform/RewriteBodies.h"
#include "compiler/transform/Sum.h"

namespace brickc::transform {
namespace {

using namespace ir;

class Masking : public ExprMutator {
public:
  std::size_t found = 0;

protected:
  ExprRef rewrite(const ExprRef& expr) override {
    const auto* select = llvm::dyn_cast<SelectExpr>(expr.get());
    if (!select) return expr;
    if (const ExprRef sum = masked(*select, select->whenTrue, select->whenFalse, true)) return sum;
    if (const ExprRef sum = masked(*select, select->whenFalse, select->whenTrue, false)) return sum;
    return expr;
  }

private:
  /// A sum of `rest` and what `longer` has more than that, where the condition has this value; null if it is no such
  /// sum.
  ExprRef masked(const SelectExpr& select, const ExprRef& longer, const ExprRef& rest, bool when) {
    const auto* binary = llvm::dyn_cast<BinaryExpr>(longer.get());
    if (!binary || (binary->op != BinaryOp::Add && binary->op != BinaryOp::Sub)) return nullptr;
    const bool adds = binary->op == BinaryOp::Add, isRight = adds && equal(binary->right, rest);
    if (!isRight && !equal(binary->left, rest)) return nullptr;
    const ExprRef& summand = isRight ? binary->left : binary->right;
    const Type type = summand->type();
    const ExprRef nothing = isFloat(type) ? makeReal(type, adds ? -0.0 : 0.0) : makeInteger(type, 0);
    ++found;
    return make<BinaryExpr>(binary->op, rest,
                            make<SelectExpr>(select.condition, when ? summand : nothing, when ? nothing : summand));
  }
};

} // namespace

Module maskSummands(const Module& module) {
  return rewriteBodies(module, [](const Stencil& stencil) {
    std::vector<Statement> result;
    Masking masking;
    for (const Statement& statement : stencil.body)
      result.push_back(withValue(statement, masking.mutate(valueOf(statement))));
    return masking.found < longSum ? stencil.body : result;
  });
}

} // namespace brickc::transform
