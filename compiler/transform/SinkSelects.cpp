// Selects between values of the same shape. SPDX-License-Identifier: MIT
//
// An upwind scheme looks to one side or to the other, `wind > 0 ? f(a, b, c) : f(e, d, c)`. Vector code evaluates both
// alternatives. They are the same operations over other operands, so it is enough to choose the operands and to do the
// operations once: f(wind > 0 ? a : e, wind > 0 ? b : d, c). Where one alternative is a negated value of that shape,
// the common value is computed once, and chosen with one sign or the other.
//
// The alternatives are walked side by side, down to where they differ; selects are put there. The walk goes through
// locals that nothing but the alternatives uses, as far as counting tells: what others use is computed anyway, and to
// do it again in another shape would double the work with every select of a chain. It pays if fewer operations remain.
#include "compiler/transform/SinkSelects.h"
#include "compiler/ir/Visitor.h"
#include "compiler/transform/Costs.h"
#include "compiler/transform/Definitions.h"
#include "compiler/transform/RewriteBodies.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

namespace brickc::transform {
namespace {

using namespace ir;

/// Whether the nodes do the same to their operands, whatever these are.
bool sameOperation(const Expr& a, const Expr& b) {
  if (a.kind() != b.kind() || a.type() != b.type()) return false;
  if (const auto* unary = llvm::dyn_cast<UnaryExpr>(&a)) return unary->op == llvm::cast<UnaryExpr>(b).op;
  if (const auto* binary = llvm::dyn_cast<BinaryExpr>(&a)) return binary->op == llvm::cast<BinaryExpr>(b).op;
  if (const auto* call = llvm::dyn_cast<CallExpr>(&a)) return call->function == llvm::cast<CallExpr>(b).function;
  return !isLeaf(a);
}

/// One value of two, by a condition that stands as deep in them as it can.
class Merger {
public:
  Merger(ExprRef condition, const Definitions& definitions)
      : condition(std::move(condition)), definitions(definitions) {}

  ExprRef merge(const ExprRef& whenTrue, const ExprRef& whenFalse) {
    if (equal(whenTrue, whenFalse)) return whenTrue;
    const auto [place, isNew] = done.try_emplace({whenTrue, whenFalse});
    if (isNew) place->second = mergeNew(whenTrue, whenFalse);
    return place->second;
  }

  int saved = 0;            ///< cost of the operations that are done once instead of twice, less that of selects
  bool choosesMask = false; ///< a select of conditions would be needed

private:
  ExprRef mergeNew(const ExprRef& whenTrue, const ExprRef& whenFalse) {
    const ExprRef a = definitionOf(whenTrue, definitions), b = definitionOf(whenFalse, definitions);
    const std::vector<ExprRef> left = operandsOf(*a), right = operandsOf(*b);
    if (sameOperation(*a, *b) && sameTypes(left, right)) {
      saved += costOf(a);
      std::vector<ExprRef> operands;
      for (std::size_t i = 0; i < left.size(); ++i)
        operands.push_back(merge(left[i], right[i]));
      return withOperands(a, operands);
    }
    choosesMask = choosesMask || whenTrue->type() == Type::Bool;
    saved -= 1;
    return make<SelectExpr>(condition, whenTrue, whenFalse);
  }

  static bool sameTypes(const std::vector<ExprRef>& a, const std::vector<ExprRef>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const ExprRef& left, const ExprRef& right) { return left->type() == right->type(); });
  }

  ExprRef condition;
  const Definitions& definitions;
  std::map<std::pair<ExprRef, ExprRef>, ExprRef> done;
};

/// The value whose negation `expr` is; null if it is none.
ExprRef operandOfNegation(const ExprRef& expr) {
  const auto* unary = llvm::dyn_cast<UnaryExpr>(expr.get());
  return unary && unary->op == UnaryOp::Negate ? unary->operand : nullptr;
}

/// How often locals are used.
using Uses = std::map<std::string, unsigned>;

/// Adds those by the nodes below the operands, each node once, and by the operands themselves.
void addUses(const std::vector<ExprRef>& operands, Uses& uses) {
  const auto add = [&](const ExprRef& operand) {
    if (const auto* local = llvm::dyn_cast<LocalExpr>(operand.get())) ++uses[local->name];
  };
  std::set<const Expr*> seen;
  for (const ExprRef& root : operands) {
    add(root);
    forEachNode(root, [&](const ExprRef& node) {
      if (seen.insert(node.get()).second) llvm::for_each(operandsOf(*node), add);
    });
  }
}

/// The locals of a stencil: what they stand for, and how often all of it uses them.
struct Locals {
  std::vector<std::string> names; ///< in the order of their statements
  Definitions definitions;
  Uses uses;

  /// Those that nothing but these values uses, or what they name that is used by nothing else.
  [[nodiscard]] Definitions usedOnlyBy(const std::vector<ExprRef>& values) const {
    Definitions result;
    Uses inside;
    addUses(values, inside);
    for (const std::string& name : llvm::reverse(names)) {
      const auto used = inside.find(name);
      if (used == inside.end() || used->second < uses.at(name)) continue;
      const ExprRef& value = result[name] = definitions.at(name);
      addUses({value}, inside);
    }
    return result;
  }
};

class SelectSinking : public ExprMutator {
public:
  explicit SelectSinking(const Locals& locals) : locals(locals) {}

protected:
  ExprRef rewrite(const ExprRef& expr) override {
    const auto* select = llvm::dyn_cast<SelectExpr>(expr.get());
    if (!select || select->type() == Type::Bool) return expr;
    const ExprRef positive = operandOfNegation(select->whenTrue), negative = operandOfNegation(select->whenFalse);
    const bool oneIsNegated = !positive != !negative;
    const Definitions own = locals.usedOnlyBy({select->whenTrue, select->whenFalse});
    Merger merger(select->condition, own);
    const ExprRef value = merger.merge(oneIsNegated && positive ? positive : select->whenTrue,
                                       oneIsNegated && negative ? negative : select->whenFalse);
    // The select itself goes, or stays to choose the sign.
    if (merger.choosesMask || merger.saved + (oneIsNegated ? 0 : 1) <= 0) return expr;
    if (!oneIsNegated) return value;
    const ExprRef minus = make<UnaryExpr>(UnaryOp::Negate, value);
    return make<SelectExpr>(select->condition, positive ? minus : value, positive ? value : minus);
  }

private:
  const Locals& locals;
};

std::vector<Statement> sunk(const Stencil& stencil) {
  Locals locals;
  for (const Statement& statement : stencil.body)
    addUses({valueOf(statement)}, locals.uses);
  std::vector<Statement> result;
  for (const Statement& statement : stencil.body) {
    const ExprRef value = SelectSinking(locals).mutate(valueOf(statement));
    if (const auto* let = std::get_if<Let>(&statement)) {
      locals.definitions[let->name] = value;
      locals.names.push_back(let->name);
    }
    result.push_back(withValue(statement, value));
  }
  return result;
}

} // namespace

Module sinkSelects(const Module& module) {
  return rewriteBodies(module, [](const Stencil& stencil) { return sunk(stencil); });
}

} // namespace brickc::transform
