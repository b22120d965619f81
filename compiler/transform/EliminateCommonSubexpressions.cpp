// Common subexpressions by hash-consing. SPDX-License-Identifier: MIT
//
// All values of a stencil are interned first, with those of locals in place of their names, so that equal values are
// one node and the body is one graph, and two calls of a function with equal arguments are seen to be the same. A node
// with two uses in that graph is computed once: bound to a `let` in front of the statement that needs it first, or
// taken from the local that already holds it. A value inside a shared value has one use, of the shared node, and gets
// no `let` of its own.
#include "compiler/transform/EliminateCommonSubexpressions.h"
#include "compiler/transform/Definitions.h"
#include "compiler/transform/FreshNames.h"
#include "compiler/transform/Interner.h"
#include "compiler/transform/RewriteBodies.h"

namespace brickc::transform {
namespace {

using namespace ir;

class Elimination {
public:
  explicit Elimination(const Stencil& stencil) : stencil(stencil), names(stencil, "t") {
    Expansion locals;
    std::map<ExprRef, ExprRef> aliases; // of leaves: the first local that holds each, which is left where it is read
    for (const Statement& statement : stencil.body) {
      ExprRef value = interner.mutate(locals.mutate(valueOf(statement)));
      roots.push_back(value);
      const auto* let = std::get_if<Let>(&statement);
      if (!let) continue;
      if (isLeaf(*value) && !llvm::isa<LocalExpr>(*value)) {
        const auto [alias, isNew] = aliases.try_emplace(value, make<LocalExpr>(value->type(), let->name));
        if (isNew) continue;
        value = alias->second;
      }
      locals.definitions[let->name] = value;
    }
    for (std::size_t i = 0; i < roots.size(); ++i)
      if (!std::holds_alternative<Share>(stencil.body[i])) countUses(roots[i]);
  }

  std::vector<Statement> run() {
    for (std::size_t i = 0; i < roots.size(); ++i) {
      if (std::holds_alternative<Share>(stencil.body[i])) { // computed elsewhere, where there are no locals of cells
        result.push_back(stencil.body[i]);
        continue;
      }
      const auto* let = std::get_if<Let>(&stencil.body[i]);
      const ExprRef value = let ? held(roots[i]) : shared(roots[i]); // a let already has a name for its value
      if (let && !isLeaf(*roots[i])) holders.insert({roots[i], make<LocalExpr>(value->type(), let->name)});
      result.push_back(withValue(stencil.body[i], value));
    }
    return std::move(result);
  }

private:
  void countUses(const ExprRef& expr) {
    if (++uses[expr] > 1) return; // its operands are already counted
    for (const ExprRef& operand : operandsOf(*expr))
      countUses(operand);
  }

  /// The local that holds `expr` already, or `expr` over shared operands.
  ExprRef held(const ExprRef& expr) {
    const auto holder = holders.find(expr);
    return holder == holders.end() ? rebuilt(expr) : holder->second;
  }

  /// A local that holds `expr` if it is used more than once, made now if need be.
  ExprRef shared(const ExprRef& expr) {
    if (isLeaf(*expr) || uses[expr] < 2 || holders.contains(expr)) return held(expr);
    return holders[expr] = names.bind(rebuilt(expr), result);
  }

  ExprRef rebuilt(const ExprRef& expr) {
    std::vector<ExprRef> operands = operandsOf(*expr);
    for (ExprRef& operand : operands)
      operand = shared(operand);
    return withOperands(expr, operands);
  }

  const Stencil& stencil;
  Interner interner;
  std::vector<ExprRef> roots;
  std::map<ExprRef, int> uses;
  std::map<ExprRef, ExprRef> holders; ///< value -> the local that holds it
  FreshNames names;
  std::vector<Statement> result;
};

} // namespace

std::vector<Statement> withoutRepetition(const Stencil& stencil) { return Elimination(stencil).run(); }

Module eliminateCommonSubexpressions(const Module& module) {
  return rewriteBodies(module, [](const Stencil& stencil) { return withoutRepetition(stencil); });
}

} // namespace brickc::transform
