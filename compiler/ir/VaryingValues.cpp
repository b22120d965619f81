// What is computed for every cell, and what once for all. SPDX-License-Identifier: MIT
#include "compiler/ir/VaryingValues.h"
#include "compiler/ir/Visitor.h"
#include "llvm/ADT/STLExtras.h"

namespace brickc::ir {

bool VaryingValues::contains(const ExprRef& value) {
  if (const auto found = known.find(value); found != known.end()) return found->second;
  forEachNode(value, [this](const ExprRef& node) {
    const auto* local = llvm::dyn_cast<LocalExpr>(node.get());
    const auto varies = [this](const ExprRef& operand) { return known.at(operand); };
    known[node] = llvm::isa<LoadExpr, PointExpr>(*node) || (local && locals.count(local->name)) ||
                  llvm::any_of(operandsOf(*node), varies);
  });
  return known.at(value);
}

void VaryingValues::pass(const Statement& statement) {
  const auto* let = std::get_if<Let>(&statement);
  if (let && contains(let->value)) locals.insert(let->name);
}

} // namespace brickc::ir
