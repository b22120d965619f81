// Functions of what is the same in all cells. SPDX-License-Identifier: MIT
#include "compiler/transform/HoistCalls.h"
#include "compiler/ir/VaryingValues.h"
#include "compiler/ir/Visitor.h"
#include "compiler/transform/FreshNames.h"
#include "compiler/transform/RewriteBodies.h"

namespace brickc::transform {
namespace {

using namespace ir;

class Hoisting {
public:
  explicit Hoisting(const Stencil& stencil) : stencil(stencil), names(stencil, "fixed") {}

  std::vector<Statement> run() {
    for (const Statement& statement : stencil.body) {
      const auto* let = std::get_if<Let>(&statement);
      const ExprRef& value = valueOf(statement);
      const bool hasName = let && !varying.contains(value);
      const Statement rest = hasName ? statement : withValue(statement, hoisted(value));
      result.push_back(rest);
      varying.pass(rest);
    }
    return std::move(result);
  }

private:
  /// The expression, with locals instead of what is hoisted out of it.
  ExprRef hoisted(const ExprRef& expr) {
    const auto [place, isNew] = replacements.try_emplace(expr, expr);
    if (!isNew || !calls(expr)) return place->second;
    if (!varying.contains(expr)) return place->second = names.bind(expr, result);
    std::vector<ExprRef> operands = operandsOf(*expr);
    for (ExprRef& operand : operands)
      operand = hoisted(operand);
    return replacements[expr] = withOperands(expr, operands);
  }

  /// Whether a function is called in an expression.
  bool calls(const ExprRef& expr) {
    const auto [place, isNew] = calling.try_emplace(expr, false);
    if (!isNew) return place->second;
    bool any = llvm::isa<CallExpr>(*expr);
    for (const ExprRef& operand : operandsOf(*expr))
      any |= calls(operand);
    return calling[expr] = any;
  }

  const Stencil& stencil;
  FreshNames names;
  VaryingValues varying;
  std::map<ExprRef, ExprRef> replacements; ///< by node
  std::map<ExprRef, bool> calling;         ///< by node
  std::vector<Statement> result;
};

} // namespace

Module hoistCalls(const Module& module) {
  return rewriteBodies(module, [](const Stencil& stencil) { return Hoisting(stencil).run(); });
}

} // namespace brickc::transform
