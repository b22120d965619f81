// Loops whose conditions are known are executed, iteration by iteration. SPDX-License-Identifier: MIT
#include "compiler/frontend/Evaluator.h"
#include "clang/AST/ASTContext.h"

namespace brickc::frontend {
namespace {

constexpr unsigned maxIterations = 4096;
/// With a `break` on data, every iteration is nested in the path that did not leave the loop.
constexpr unsigned maxNestedIterations = 128;

} // namespace

void Evaluator::executeFor(const clang::ForStmt* statement) {
  execute(statement->getInit());
  const clang::VarDecl* const variable = statement->getConditionVariable();
  const auto enter = [&] {
    if (variable) declareVariable(*variable);
    return statement->getCond() ? condition(statement->getCond()) : ir::makeBool(true);
  };
  iterate({statement, statement->getBody(), enter, [&] { execute(statement->getInc()); }, nullptr, variable});
}

void Evaluator::executeWhile(const clang::WhileStmt* statement) {
  const clang::VarDecl* const variable = statement->getConditionVariable();
  const auto enter = [&] {
    if (variable) declareVariable(*variable);
    return condition(statement->getCond());
  };
  iterate({statement, statement->getBody(), enter, [] {}, nullptr, variable});
}

void Evaluator::executeDo(const clang::DoStmt* statement) {
  bool isFirst = true;
  const auto enter = [&] {
    return std::exchange(isFirst, false) ? ir::makeBool(true) : condition(statement->getCond());
  };
  iterate({statement, statement->getBody(), enter, [] {}});
}

/// Over std::array, C arrays, tables and braced lists.
void Evaluator::executeRangeFor(const clang::CXXForRangeStmt* statement) {
  if (statement->getInit()) execute(statement->getInit());
  const clang::Expr* range = statement->getRangeInit();
  Place whole = place(range);
  Value values = whole.kind == Place::None ? Value::poison() : read(whole, range->getBeginLoc());
  if (values.is(ValueKind::Poison)) return;
  std::optional<ArrayType> array = arrayType(context, range->getType());
  unsigned count = array ? array->size : static_cast<unsigned>(values.elements.size());
  bool isArray = array || isInitializerList(range->getType());
  if (!isArray) {
    fail(DiagnosticKind::UnsupportedStatement, statement->getBeginLoc(),
         {"a loop over '" + range->getType().getAsString(context.getPrintingPolicy()) + "'"});
    return;
  }
  const clang::VarDecl& variable = *statement->getLoopVariable();
  const auto& iterator = *llvm::cast<clang::VarDecl>(statement->getBeginStmt()->getSingleDecl());
  unsigned i = 0;
  const auto prepare = [&] {
    variables[&iterator] = whole.element(i); // what `*iterator` is, with which the variable is initialised
    declare(&variable);
  };
  iterate({statement, statement->getBody(), [&] { return ir::makeBool(i < count); }, [&] { ++i; }, prepare});
}

void Evaluator::iterate(Loop loop) {
  ir::ExprRef outerBroken = std::exchange(state.broken, ir::makeBool(false));
  ir::ExprRef outerContinued = std::exchange(state.continued, ir::makeBool(false));
  loop.errors = reporter.errorCount();
  iterateFrom(loop, 0, 0, false);
  state.broken = outerBroken;
  state.continued = outerContinued;
}

void Evaluator::iterateFrom(Loop& loop, unsigned count, unsigned nesting, bool isEntered) {
  for (;; isEntered = false) {
    if (!isEntered) {
      const ir::ExprRef test = loop.enter();
      const auto enters = test ? knownCondition(test) : false;
      if (enters && !*enters) return;
      const auto unroll = [&] {
        enters ? iterateFrom(loop, count, nesting, true) : enterWhere(test, loop, count, nesting);
      };
      const bool dataDecide = !enters || nesting > 0;
      if (dataDecide && mayRepeatAtRunTime(loop)) return repeatAtRunTime(test, loop, unroll);
      if (!enters) return unroll();
    }
    if (nesting > maxNestedIterations) return failOnData(loop);
    if (++count > maxIterations) {
      fail(DiagnosticKind::LoopTooLong, loop.statement->getBeginLoc(), {std::to_string(maxIterations)});
      return;
    }
    if (loop.prepare) loop.prepare();
    execute(loop.body);
    if (operationsExhausted() || (loop.isTried && reporter.errorCount() != loop.errors)) return;
    state.continued = ir::makeBool(false);
    ir::ExprRef stopped = state.stopped();
    auto known = knownCondition(stopped);
    if (!known)
      return unlessStopped([&] {
        loop.advance();
        iterateFrom(loop, count, nesting + 1, false);
      });
    if (*known) return;
    loop.advance();
  }
}

/// Unless the body has an error of its own, which comes first.
void Evaluator::failOnData(const Loop& loop) {
  if (reporter.errorCount() != loop.errors) return;
  fail(DiagnosticKind::DataDependentLoop, loop.statement->getBeginLoc(),
       {std::to_string(maxNestedIterations), actions ? "scalars that only a run knows" : "data"});
}

/// Goes on where a condition on data holds: as after a `break` on data, something else must end the loop.
void Evaluator::enterWhere(const ir::ExprRef& test, Loop& loop, unsigned count, unsigned nesting) {
  if (nesting == maxNestedIterations) return failOnData(loop);
  branch(test, [&] { iterateFrom(loop, count, nesting + 1, true); }, [] {});
}

} // namespace brickc::frontend
