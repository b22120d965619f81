// Compiler-made locals that are used once. SPDX-License-Identifier: MIT
#include "compiler/transform/InlineSingleUse.h"
#include "compiler/ir/TypeRules.h"
#include "compiler/ir/Visitor.h"
#include "compiler/transform/RewriteBodies.h"
#include "compiler/transform/UseCounts.h"

namespace brickc::transform {
namespace {

using namespace ir;

class Substitution : public ExprMutator {
public:
  explicit Substitution(const std::map<std::string, ExprRef>& values) : values(values) {}

protected:
  ExprRef rewrite(const ExprRef& expr) override {
    const auto* local = llvm::dyn_cast<LocalExpr>(expr.get());
    const auto found = local ? values.find(local->name) : values.end();
    return found == values.end() ? expr : found->second;
  }

private:
  const std::map<std::string, ExprRef>& values;
};

std::vector<Statement> inlined(const std::vector<Statement>& body) {
  const UseCounts uses(body);
  std::map<std::string, ExprRef> values;
  std::vector<Statement> result;
  for (const Statement& statement : body) {
    const ExprRef value = Substitution(values).mutate(valueOf(statement));
    const auto* let = std::get_if<Let>(&statement);
    // Half the limit for each let leaves room for the expression that it goes into.
    const bool small = let && heightOf(value) < maxExpressionDepth / 2;
    if (small && let->location.line == 0 && uses.usedOnce(let->name))
      values[let->name] = value;
    else
      result.push_back(withValue(statement, value));
  }
  return result;
}

} // namespace

Module inlineSingleUse(const Module& module) {
  return rewriteBodies(module, [](const Stencil& stencil) { return inlined(stencil.body); });
}

} // namespace brickc::transform
