// Statements: declarations, branches and what follows a conditional return. SPDX-License-Identifier: MIT
#include "compiler/frontend/Evaluator.h"
#include "compiler/frontend/Unwrap.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/Support/SaveAndRestore.h"

namespace brickc::frontend {
namespace {

std::string describe(const clang::Stmt* statement) {
  using namespace clang;
  if (isa<GotoStmt, IndirectGotoStmt, LabelStmt>(statement)) return "'goto'";
  if (isa<CXXTryStmt>(statement)) return "'try'";
  if (isa<AsmStmt>(statement)) return "'asm'";
  return "this statement";
}

/// What a statement returns: a local that compilers make in the place of the result is not copied there.
const clang::Expr* returnedObject(const clang::ReturnStmt& statement) {
  const clang::Expr* expr = statement.getRetValue();
  const auto* copy = llvm::dyn_cast<clang::CXXConstructExpr>(unwrap(expr));
  const bool isElided = statement.getNRVOCandidate() && copy && copy->getConstructor()->isCopyOrMoveConstructor();
  return isElided ? copy->getArg(0) : expr;
}

} // namespace

void Evaluator::execute(const clang::Stmt* statement) {
  if (!statement) return;
  llvm::SaveAndRestore current(currentStatement, statement->getBeginLoc());
  if (!isTooLarge(statement->getBeginLoc())) executeByKind(statement);
}

void Evaluator::executeByKind(const clang::Stmt* statement) {
  using namespace clang;
  if (const auto* expr = dyn_cast<Expr>(statement)) {
    // The value of an assignment is not read back: only its place is computed.
    if (expr->isGLValue() && !expr->getType()->isFunctionType())
      place(expr);
    else
      evaluate(expr);
    return;
  }
  if (const auto* block = dyn_cast<CompoundStmt>(statement))
    return executeSequence({const_cast<const Stmt* const*>(block->body_begin()), block->size()});
  if (const auto* declarations = dyn_cast<DeclStmt>(statement)) {
    for (const Decl* declaration : declarations->decls())
      declare(declaration);
    return;
  }
  if (const auto* attributed = dyn_cast<AttributedStmt>(statement)) return execute(attributed->getSubStmt());
  if (const auto* branching = dyn_cast<IfStmt>(statement)) return executeIf(branching);
  if (const auto* choice = dyn_cast<SwitchStmt>(statement)) return executeSwitch(choice);
  if (const auto* loop = dyn_cast<ForStmt>(statement)) return executeFor(loop);
  if (const auto* loop = dyn_cast<WhileStmt>(statement)) return executeWhile(loop);
  if (const auto* loop = dyn_cast<DoStmt>(statement)) return executeDo(loop);
  if (const auto* loop = dyn_cast<CXXForRangeStmt>(statement)) return executeRangeFor(loop);
  if (const auto* leave = dyn_cast<ReturnStmt>(statement)) return executeReturn(leave);
  if (isa<BreakStmt>(statement))
    state.broken = ir::makeBool(true);
  else if (isa<ContinueStmt>(statement))
    state.continued = ir::makeBool(true);
  else if (!isa<NullStmt>(statement))
    fail(DiagnosticKind::UnsupportedStatement, statement->getBeginLoc(), {describe(statement)});
}

void Evaluator::executeSequence(llvm::ArrayRef<const clang::Stmt*> statements) {
  while (!statements.empty()) {
    execute(statements.front());
    statements = statements.drop_front();
    if (knownCondition(state.stopped())) {
      if (*knownCondition(state.stopped())) return;
      continue;
    }
    return unlessStopped([&] { executeSequence(statements); });
  }
}

/// Executes `rest` where the path has not left the block. What it computes is merged with the paths that have.
void Evaluator::unlessStopped(llvm::function_ref<void()> rest) {
  branch(
      state.stopped(), [] {},
      [&] {
        // This path has not returned: the result of those that have is not its own.
        if (!callStack.empty()) state.slot(slotFor(callStack.back()->getCanonicalDecl())) = Value();
        rest();
      });
}

void Evaluator::branch(const ir::ExprRef& condition, llvm::function_ref<void()> whenTrue,
                       llvm::function_ref<void()> whenFalse) {
  ir::ExprRef test = bind("when", condition, currentStatement, 0);
  auto run = [&](State start, bool value, llvm::function_ref<void()> statements) {
    if (actions) actions->beginBlock();
    start.assume(condition, value);
    start.assume(test, value);
    state = std::move(start);
    statements();
    return std::move(state);
  };
  State before = std::move(state);
  State a = run(before, true, whenTrue);
  State b = run(std::move(before), false, whenFalse);
  if (actions) actions->endBlocks(condition);
  clang::SourceLocation where = currentStatement;
  state = merge(
      test, std::move(a), std::move(b),
      [&](unsigned slot, ir::ExprRef value) {
        SlotName name = slotNames.lookup(slot);
        return bind(name.name.empty() ? "value" : name.name, std::move(value), where, name.local);
      },
      [&](unsigned output, ir::ExprRef value) {
        return bind(outputParams[output].name + "_value", std::move(value), where, 0);
      });
}

void Evaluator::executeIf(const clang::IfStmt* statement) {
  if (statement->isConsteval()) {
    fail(DiagnosticKind::UnsupportedStatement, statement->getBeginLoc(), {"'if consteval'"});
    return;
  }
  if (statement->getInit()) execute(statement->getInit());
  if (const clang::VarDecl* variable = statement->getConditionVariable()) declareVariable(*variable);
  ir::ExprRef test = condition(statement->getCond());
  if (!test) return;
  if (auto known = knownCondition(test)) return execute(*known ? statement->getThen() : statement->getElse());
  branch(test, [&] { execute(statement->getThen()); }, [&] { execute(statement->getElse()); });
}

void Evaluator::executeReturn(const clang::ReturnStmt* statement) {
  if (const clang::Expr* expr = statement->getRetValue(); expr && !callStack.empty()) {
    unsigned slot = slotFor(callStack.back()->getCanonicalDecl());
    if (callStack.back()->getReturnType()->isReferenceType()) {
      Value result = Value::referenceTo(place(expr)); // may make more slots
      state.slot(slot) = std::move(result);
    } else {
      Value value = evaluate(returnedObject(*statement));
      state.slot(slot) = named(std::move(value), nameOf({Place::Slot, slot, {}}), expr->getBeginLoc(), 0, false);
    }
  } else if (expr) {
    evaluate(expr);
  }
  state.returned = ir::makeBool(true);
}

void Evaluator::declare(const clang::Decl* declaration) {
  using namespace clang;
  if (const auto* bindings = dyn_cast<DecompositionDecl>(declaration)) {
    declareVariable(*bindings);
    declareBindings(*bindings, variables.lookup(bindings));
  } else if (const auto* variable = dyn_cast<VarDecl>(declaration)) {
    declareVariable(*variable);
  } else if (!isa<TypeDecl, UsingDecl, UsingDirectiveDecl, StaticAssertDecl, UsingEnumDecl, EmptyDecl,
                  NamespaceAliasDecl>(declaration)) {
    fail(DiagnosticKind::UnsupportedStatement, declaration->getLocation(), {"this declaration"});
  }
}

void Evaluator::declareBindings(const clang::DecompositionDecl& declaration, const Place& whole) {
  unsigned position = 0;
  for (const clang::BindingDecl* binding : declaration.bindings()) {
    if (const clang::VarDecl* holder = binding->getHoldingVar()) { // what `get<i>` returns
      declareVariable(*holder);
      variables[binding] = variables.lookup(holder);
    } else {
      variables[binding] = whole.kind == Place::None ? whole : whole.element(position++);
    }
  }
}

bool Evaluator::checkVariable(const clang::VarDecl& variable) {
  clang::QualType type = variable.getType();
  clang::SourceLocation where = variable.getLocation();
  if (type.isVolatileQualified())
    return fail(DiagnosticKind::VolatileAccess, where, {variable.getNameAsString()}), false;
  if (type.getNonReferenceType()->isAnyPointerType() && !isFunction(type))
    return fail(DiagnosticKind::PointerUse, where, {type.getAsString(context.getPrintingPolicy())}), false;
  const bool isKnown = isValueType(context, type) || (actions && isGrid(type));
  if (!isKnown) failType(type.getUnqualifiedType(), where);
  return isKnown;
}

void Evaluator::declareVariable(const clang::VarDecl& variable) {
  if (variable.isStaticLocal() || variable.hasExternalStorage()) {
    if (!variable.isConstexpr() && !variable.getType().isConstQualified())
      fail(DiagnosticKind::StaticState, variable.getLocation(), {variable.getNameAsString()});
    return; // a constant: looked up when it is used
  }
  if (actions && !variable.getType()->isReferenceType() && isField(variable.getType()))
    return bindVariable(variable, actions->declareField(variable));
  if (!checkVariable(variable)) return bindVariable(variable, Value::poison());
  const clang::Expr* initialiser = variable.getInit();
  if (variable.getType()->isReferenceType()) {
    variables[&variable] = initialiser ? place(initialiser) : Place{};
    return;
  }
  if (std::optional<Value> constant = constantOf(variable)) return bindVariable(variable, std::move(*constant));
  bindVariable(variable, initialiser ? evaluate(initialiser) : unsetValue(context, variable.getType()));
}

/// The value of a variable that C++ evaluates when it compiles, as std::is_constant_evaluated can tell: constexpr, or a
/// const integer or enumerator with a constant initialiser.
std::optional<Value> Evaluator::constantOf(const clang::VarDecl& variable) {
  const clang::Expr* initialiser = variable.getInit();
  if (!initialiser || initialiser->isValueDependent() || !variable.mightBeUsableInConstantExpressions(context))
    return std::nullopt;
  const clang::APValue* constant = variable.evaluateValue();
  return constant ? constantOf(*constant, variable.getType(), variable.getLocation()) : std::nullopt;
}

/// A variable begins a new life each time its declaration is executed.
void Evaluator::bindVariable(const clang::VarDecl& variable, Value value) {
  unsigned slot = slotOfNew(&variable);
  bool isParameter = llvm::isa<clang::ParmVarDecl>(variable);
  slotNames[slot] = {variable.getNameAsString(), isParameter ? 0 : ++locals, variable.getType()};
  if (slotNames[slot].name.empty()) slotNames[slot].name = "value";
  variables[&variable] = Place{Place::Slot, slot, {}};
  state.slot(slot) =
      named(std::move(value), slotNames[slot].name, variable.getBeginLoc(), slotNames[slot].local, !isParameter);
}

} // namespace brickc::frontend
