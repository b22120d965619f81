// Keys are made of those of operands. SPDX-License-Identifier: MIT
//
// A key is the operation over numbers of its operands' keys, and how far from its first cell theirs are. To move whole
// values would make each node as often as there are others above it.
#include "compiler/transform/ValueKeys.h"
#include "compiler/ir/Visitor.h"

namespace brickc::transform {

using namespace ir;

ExprRef ValueKeys::of(const ExprRef& value) {
  if (const auto found = keys.find(value); found != keys.end()) return found->second;
  const std::optional<Offset> first = reads.of(value).first;
  if (!first) return keys[value] = interner.mutate(value);
  if (isLeaf(*value)) return keys[value] = interner.mutate(moved(value, *first));
  std::vector<ExprRef> operands = operandsOf(*value);
  for (ExprRef& operand : operands) {
    const std::optional<Offset> own = reads.of(operand).first;
    if (!own) continue;
    const int number = numbers.try_emplace(of(operand), static_cast<int>(numbers.size())).first->second;
    std::string name = std::to_string(number);
    for (const int distance : difference(*own, *first))
      name += " " + std::to_string(distance);
    operand = make<LocalExpr>(operand->type(), name);
  }
  return keys[value] = interner.mutate(withOperands(value, operands));
}

} // namespace brickc::transform
