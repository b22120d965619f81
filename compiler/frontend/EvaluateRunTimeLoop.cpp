// Loops of a step that only a run can end become loops of the compiled step. SPDX-License-Identifier: MIT
//
// The body of such a loop is evaluated once, for all iterations. Scalars that one iteration leaves to the next, or to
// what comes behind the loop, are variables there, which the body assigns to at its end. Which these are is found by
// trying: the body is evaluated as if there were none; what it has changed then becomes variables, and so on until it
// changes nothing else. The condition is a variable, too, computed in front of the loop and at the end of the body, and
// so is whether the function has returned.
//
// Where the body needs constants that such a loop does not have, an index of a table, say, the loop is unrolled as in a
// stencil (EvaluateLoop.cpp), which works if something known ends it.
#include "compiler/frontend/Evaluator.h"
#include "compiler/frontend/Records.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"

namespace brickc::frontend {
/// What outlives an iteration.
struct Evaluator::Carried {
  struct Scalar {
    Place place;
    ScalarType type;
    ir::Type irType;
    ir::ExprRef variable = nullptr;
  };
  std::vector<Scalar> scalars;
  bool returns = false; ///< whether the function may return from within

  bool has(const Place& place) const {
    return llvm::any_of(scalars, [&](const Scalar& scalar) { return scalar.place == place; });
  }
};

/// Not loops over the elements of something, which has so many.
bool Evaluator::mayRepeatAtRunTime(const Loop& loop) const {
  return actions && actions->loops() && !loop.prepare && !loop.isTried;
}

/// Makes what is left of the loop one of the step's own, which goes on if `test` holds; or unrolls it; or says why it
/// cannot be one of the step's.
void Evaluator::repeatAtRunTime(const ir::ExprRef& test, Loop& loop, llvm::function_ref<void()> unroll) {
  Carried carried;
  std::size_t known = 0;
  const auto repeat = [&] { return repeatOn(carried, test, loop); };
  const auto size = [&] { return carried.scalars.size() + carried.returns; };
  bool isGood = true;
  do {
    known = size();
    if (tryWhole([&] { return (isGood = repeat()) && size() == known; })) return;
  } while (isGood && size() > known);
  loop.isTried = true;
  loop.errors = reporter.errorCount();
  if (tryWhole([&] { return unroll(), true; })) return;
  LoopActions& loops = *actions->loops();
  loops.beginTrial();
  repeat();
  loops.endTrial(false);
}

/// What `evaluateLoop` evaluates is kept if there is no error and it returns true; else nothing has changed.
bool Evaluator::tryWhole(llvm::function_ref<bool()> evaluateLoop) {
  LoopActions& loops = *actions->loops();
  State before = state;
  const unsigned operationsBefore = operations;
  Reporter::Trial trial(reporter);
  loops.beginTrial();
  const bool isKept = evaluateLoop() && !trial.failed();
  loops.endTrial(isKept);
  if (isKept) return true;
  state = std::move(before);
  operations = operationsBefore;
  return false;
}

/// Tries that with some variables, and adds what else the body changes. False after an error.
bool Evaluator::repeatOn(Carried& carried, const ir::ExprRef& test, const Loop& loop) {
  using Assignments = std::vector<std::pair<ir::ExprRef, ir::ExprRef>>;
  const clang::SourceLocation where = loop.statement->getBeginLoc();
  LoopActions& loops = *actions->loops();
  const auto valueAt = [&](const Place& place) { return part(state.read(place.index), place.path).value_or(Value()); };

  if (!callStack.empty()) { // which the body may return, member by member
    Value& result = state.slot(slotFor(callStack.back()->getCanonicalDecl()));
    if (result.is(ValueKind::Unset)) result = unsetValue(context, callStack.back()->getReturnType());
  }
  const ir::ExprRef goesOn = loops.makeVariable("goes_on", ir::Type::Bool);
  const ir::ExprRef no = ir::makeBool(false);
  const ir::ExprRef returned = carried.returns ? loops.makeVariable("returned", ir::Type::Bool) : no;
  Assignments first{{goesOn, test}};
  if (carried.returns) first.emplace_back(returned, no);
  for (Carried::Scalar& scalar : carried.scalars) {
    scalar.variable = loops.makeVariable(asName(spelling(scalar.place)), scalar.irType);
    const Value known = valueAt(scalar.place);
    const Value value =
        known.is(ValueKind::Unset) ? Value::of(llvm::APSInt::get(0)) : known; // none reads what is unset
    first.emplace_back(scalar.variable, toExpr(convert(value, scalar.type).value));
    if (!first.back().second || first.back().second->type() != scalar.irType) return false;
    Value* const stored = this->stored(scalar.place, where);
    if (!stored) return false;
    *stored = Value::of(scalar.variable, scalar.type);
  }
  state.returned = state.broken = state.continued = no;
  loops.assign(first, where);
  const State start = state;

  loops.beginLoop();
  const unsigned bornBefore = born;
  const ir::ExprRef again = iterateOnce(loop);
  if (!again) return false;
  carried.returns |= knownCondition(state.returned) != std::optional(false);
  const Place inCondition = loop.variable ? variables.lookup(loop.variable) : Place{}; // which lives on in the body
  for (unsigned slot = 0; slot < start.slots.size(); ++slot) {
    const bool outlives = births.lookup(slot) <= bornBefore || inCondition == Place{Place::Slot, slot, {}};
    if (outlives && !addChanged(carried, start.slots[slot], state.read(slot), Place{Place::Slot, slot, {}}))
      return false;
  }
  Assignments next;
  for (const Carried::Scalar& scalar : carried.scalars) {
    const ir::ExprRef value = toExpr(valueAt(scalar.place));
    if (!value || value->type() != scalar.irType) return false;
    if (scalar.variable) next.emplace_back(scalar.variable, value); // else there is another try
  }
  if (returned != no) next.emplace_back(returned, state.returned);
  next.emplace_back(goesOn, again);
  loops.assign(next, where);
  loops.endLoop(goesOn, where);
  state = start;
  state.returned = returned;
  return true;
}

/// The body, and what comes behind it up to the next one. Returns whether that follows; null after an error.
ir::ExprRef Evaluator::iterateOnce(const Loop& loop) {
  ir::ExprRef test = ir::makeBool(false);
  const auto goOn = [&] {
    loop.advance();
    test = loop.enter();
  };
  execute(loop.body);
  state.continued = ir::makeBool(false);
  const ir::ExprRef stopped = state.stopped();
  const std::optional<bool> isStopped = knownCondition(stopped);
  if (!isStopped)
    unlessStopped(goOn);
  else if (!*isStopped)
    goOn();
  return test && !isStopped ? conjunction(negation(stopped), test) : test;
}

/// Adds the scalars at `place` that the body has changed, and that are not known yet. False if something else is
/// another value now.
bool Evaluator::addChanged(Carried& carried, const Value& before, const Value& after, const Place& place) {
  if (identical(before, after)) return true;
  if (after.hasElements()) {
    bool good = true;
    for (unsigned i = 0; i < after.elements.size() && good; ++i)
      good = addChanged(carried, part(before, i).value_or(Value::poison()), after.elements[i], place.element(i));
    return good;
  }
  const ir::ExprRef value = toExpr(after);
  const bool isNew = before.is(ValueKind::Unset);
  if (!value || !(isNew || (toExpr(before) && before.scalarType() == after.scalarType()))) {
    fail(DiagnosticKind::UnsupportedExpression, currentStatement,
         {"'" + spelling(place) + "', which is no number and differs between iterations,"});
    return false;
  }
  if (!carried.has(place)) carried.scalars.push_back({place, after.scalarType(), value->type()});
  return true;
}

} // namespace brickc::frontend
