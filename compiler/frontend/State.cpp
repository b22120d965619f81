// Joining two paths. SPDX-License-Identifier: MIT
#include "compiler/frontend/State.h"
#include "compiler/frontend/Arithmetic.h"
#include <algorithm>

namespace brickc::frontend {
namespace {

ir::ExprRef mergeConditions(const ir::ExprRef& condition, const ir::ExprRef& a, const ir::ExprRef& b) {
  if (a == b) return a;
  auto knownA = knownCondition(a), knownB = knownCondition(b);
  if (knownA && knownB && *knownA == *knownB) return a;
  if (knownA && *knownA) return disjunction(condition, b);
  if (knownB && !*knownB) return conjunction(condition, a);
  return disjunction(conjunction(condition, a), conjunction(negation(condition), b));
}

} // namespace

Value mergeValues(const ir::ExprRef& condition, const Value& a, const Value& b,
                  llvm::function_ref<ir::ExprRef(ir::ExprRef)> name) {
  if (a.is(ValueKind::Unset) || b.is(ValueKind::Poison)) return b;
  if (b.is(ValueKind::Unset) || a.is(ValueKind::Poison)) return a;
  if (identical(a, b)) return a;
  if (a.hasElements() && a.kind == b.kind && a.elements.size() == b.elements.size()) {
    Value result = Value::of(a.kind);
    for (size_t i = 0; i < a.elements.size(); ++i)
      result.elements.push_back(mergeValues(condition, a.elements[i], b.elements[i], name));
    return result;
  }
  if (a.is(ValueKind::Reference) && b.is(ValueKind::Reference))
    return Value::referenceTo(choose(condition, a.reference, b.reference));
  ir::ExprRef x = toExpr(a), y = toExpr(b);
  if (!x || !y || a.scalarType() != b.scalarType()) return Value::of(ValueKind::Conflict);
  if (ir::equal(x, y)) return a;
  return Value::of(name(select(condition, x, y)), a.scalarType());
}

State::State() : returned(ir::makeBool(false)), broken(returned), continued(returned) {}

Value& State::slot(unsigned index) {
  if (index >= slots.size()) slots.resize(index + 1);
  return slots[index];
}

Value State::read(unsigned index) const { return index < slots.size() ? slots[index] : Value(); }

ir::ExprRef State::stopped() const { return disjunction(disjunction(returned, broken), continued); }

void State::assume(const ir::ExprRef& condition, bool value) {
  ir::ExprRef opposite = negation(condition);
  assumptions.push_back(value ? condition : opposite);
  auto simplify = [&](ir::ExprRef& flag) {
    if (ir::equal(flag, condition))
      flag = ir::makeBool(value);
    else if (ir::equal(flag, opposite))
      flag = ir::makeBool(!value);
  };
  simplify(returned);
  simplify(broken);
  simplify(continued);
  for (Output& output : outputs)
    simplify(output.written);
}

State merge(const ir::ExprRef& condition, State whenTrue, State whenFalse, NameMerged name,
            NameMergedOutput nameOutput) {
  State result;
  unsigned count = static_cast<unsigned>(std::max(whenTrue.slots.size(), whenFalse.slots.size()));
  result.slots.resize(count);
  for (unsigned i = 0; i < count; ++i)
    result.slots[i] = mergeValues(condition, whenTrue.slot(i), whenFalse.slot(i),
                                  [&](ir::ExprRef value) { return name(i, std::move(value)); });
  for (unsigned i = 0; i < whenTrue.outputs.size(); ++i) {
    const Output &a = whenTrue.outputs[i], &b = whenFalse.outputs[i];
    Value value =
        mergeValues(condition, a.value, b.value, [&](ir::ExprRef expr) { return nameOutput(i, std::move(expr)); });
    const ir::Location& where = std::max(a.where.line, b.where.line) == a.where.line ? a.where : b.where;
    result.outputs.push_back({std::move(value), mergeConditions(condition, a.written, b.written), where});
  }
  const auto sameUntil = std::ranges::mismatch(whenTrue.assumptions, whenFalse.assumptions).in1;
  result.assumptions.assign(whenTrue.assumptions.begin(), sameUntil);
  result.returned = mergeConditions(condition, whenTrue.returned, whenFalse.returned);
  result.broken = mergeConditions(condition, whenTrue.broken, whenFalse.broken);
  result.continued = mergeConditions(condition, whenTrue.continued, whenFalse.continued);
  return result;
}

} // namespace brickc::frontend
