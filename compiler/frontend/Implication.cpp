// By truth tables: a bit for each way in which the parts of conditions can be true or false.
// SPDX-License-Identifier: MIT
#include "compiler/frontend/Implication.h"
#include "llvm/ADT/STLExtras.h"
#include <bitset>
#include <map>
#include <optional>

namespace brickc::frontend {
namespace {

constexpr unsigned maxParts = 12;
using Truth = std::bitset<std::size_t{1} << maxParts>;

class Tables {
public:
  explicit Tables(ValueOfLocal valueOf) : valueOf(valueOf) {}

  /// Nothing where there are too many parts.
  std::optional<Truth> of(const ir::ExprRef& condition) {
    if (const auto found = known.find(condition.get()); found != known.end()) return found->second;
    const std::optional<Truth> truth = compute(condition);
    known.emplace(condition.get(), truth); // nothing, too: conditions share their parts, many times over
    return truth;
  }

private:
  std::optional<Truth> compute(const ir::ExprRef& condition) {
    if (const auto* local = llvm::dyn_cast<ir::LocalExpr>(condition.get())) return of(valueOf(*local));
    if (const auto* constant = llvm::dyn_cast<ir::ConstantExpr>(condition.get()))
      return constant->integer != 0 ? ~Truth() : Truth();
    if (const auto* unary = llvm::dyn_cast<ir::UnaryExpr>(condition.get()); unary && unary->op == ir::UnaryOp::Not) {
      const auto operand = of(unary->operand);
      return operand ? std::optional(~*operand) : std::nullopt;
    }
    if (const auto* binary = llvm::dyn_cast<ir::BinaryExpr>(condition.get()))
      if (binary->op == ir::BinaryOp::And || binary->op == ir::BinaryOp::Or) {
        const auto left = of(binary->left), right = of(binary->right);
        if (!left || !right) return std::nullopt;
        return binary->op == ir::BinaryOp::And ? *left & *right : *left | *right;
      }
    if (const auto* choice = llvm::dyn_cast<ir::SelectExpr>(condition.get())) {
      const auto test = of(choice->condition), whenTrue = of(choice->whenTrue), whenFalse = of(choice->whenFalse);
      if (!test || !whenTrue || !whenFalse) return std::nullopt;
      return (*test & *whenTrue) | (~*test & *whenFalse);
    }
    return part(condition);
  }

  std::optional<Truth> part(const ir::ExprRef& condition) {
    const auto found = llvm::find_if(parts, [&](const ir::ExprRef& other) { return ir::equal(other, condition); });
    const std::size_t number = found - parts.begin();
    if (number == maxParts) return std::nullopt;
    if (found == parts.end()) parts.push_back(condition);
    Truth truth;
    for (std::size_t way = 0; way < truth.size(); ++way)
      truth[way] = way >> number & 1;
    return truth;
  }

  ValueOfLocal valueOf;
  std::vector<ir::ExprRef> parts;
  std::map<const ir::Expr*, std::optional<Truth>> known;
};

} // namespace

bool follows(const ir::ExprRef& goal, llvm::ArrayRef<ir::ExprRef> assumptions, ValueOfLocal valueOf) {
  Tables tables(valueOf);
  const std::optional<Truth> wanted = tables.of(goal);
  if (!wanted) return false;
  Truth others = ~*wanted;                                         // the ways in which the goal does not hold
  for (const ir::ExprRef& assumption : llvm::reverse(assumptions)) // what was found out last tells most
    if (const std::optional<Truth> truth = tables.of(assumption)) others &= *truth;
  return others.none();
}

} // namespace brickc::frontend
