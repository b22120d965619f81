// A walk that knows whether it is inside a sum. SPDX-License-Identifier: MIT
#include "compiler/transform/NameLongSums.h"
#include "compiler/ir/Visitor.h"
#include "compiler/transform/FreshNames.h"
#include "compiler/transform/RewriteBodies.h"
#include "compiler/transform/WeightedSum.h"
#include "llvm/ADT/STLExtras.h"

namespace brickc::transform {
namespace {

using namespace ir;

class Naming {
public:
  explicit Naming(const Stencil& stencil) : stencil(stencil), sums(stencil), names(stencil, "sum") {}

  std::vector<Statement> run() {
    if (stencil.dims < 2 || stencil.shares()) return stencil.body;
    for (const Statement& statement : stencil.body) {
      const Statement rest = withValue(statement, walked(valueOf(statement)));
      sums.see(rest);
      result.push_back(rest);
    }
    return std::move(result);
  }

private:
  /// The same value, with locals instead of long sums inside of it.
  ExprRef walked(const ExprRef& value) {
    const auto [place, isNew] = done.try_emplace(value, value);
    if (!isNew) return place->second;
    const std::vector<ExprRef> summands = sums.summandsOf(*value);
    std::vector<ExprRef> operands = operandsOf(*value);
    for (ExprRef& operand : operands)
      operand = llvm::is_contained(summands, operand) ? walked(operand) : named(operand);
    return done[value] = withOperands(value, operands);
  }

  ExprRef named(const ExprRef& value) {
    const ExprRef rest = walked(value);
    if (value->type() == Type::Bool || sums.summandsOf(*value).empty()) return rest;
    const LinearForm form = sums.formOf(rest, [](const std::string&) { return true; }, Locals::Opened);
    if (llvm::none_of(form.sums, [](const WeightedSum& sum) { return sum.weights.size() >= longSum; })) return rest;
    ExprRef& name = known[value];
    if (!name) {
      name = names.bind(rest, result);
      sums.see(result.back());
    }
    return name;
  }

  const Stencil& stencil;
  WeightedSums sums;
  FreshNames names;
  std::map<ExprRef, ExprRef> done, known; ///< by node
  std::vector<Statement> result;
};

} // namespace

Module nameLongSums(const Module& module) {
  return rewriteBodies(module, [](const Stencil& stencil) { return Naming(stencil).run(); });
}

} // namespace brickc::transform
