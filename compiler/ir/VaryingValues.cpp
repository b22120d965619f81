// What is computed for every cell, and what once for all. SPDX-License-Identifier: MIT
#include "compiler/ir/VaryingValues.h"
#include "compiler/ir/Visitor.h"

namespace brickc::ir {

bool VaryingValues::contains(const ExprRef& value) {
  if (const auto found = known.find(value); found != known.end()) return found->second;
  const auto* local = llvm::dyn_cast<LocalExpr>(value.get());
  bool varies = llvm::isa<LoadExpr, PointExpr>(*value) || (local && locals.count(local->name));
  for (const ExprRef& operand : operandsOf(*value))
    varies |= contains(operand);
  return known[value] = varies;
}

void VaryingValues::pass(const Statement& statement) {
  const auto* let = std::get_if<Let>(&statement);
  if (let && contains(let->value)) locals.insert(let->name);
}

} // namespace brickc::ir
