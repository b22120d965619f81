// Switches: a chain of branches over the case labels. SPDX-License-Identifier: MIT
//
// From a label on, statements are executed until a `break`, as C++ does it: those that several labels fall through to
// are evaluated once for each.
#include "compiler/frontend/Evaluator.h"
#include "clang/AST/ASTContext.h"

namespace brickc::frontend {
namespace {

unsigned labelCount(const clang::SwitchStmt& statement) {
  unsigned count = 0;
  for (const clang::SwitchCase* label = statement.getSwitchCaseList(); label; label = label->getNextSwitchCase())
    ++count;
  return count;
}

/// Whether a label may be jumped to past the declaration.
bool hasNoInitialiser(const clang::VarDecl& variable) {
  const auto* construct = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(variable.getInit());
  return !variable.hasInit() || (construct && construct->getConstructor()->isTrivial() && construct->getNumArgs() == 0);
}

} // namespace

/// The statements of a switch without their labels, and the labels of those that have some.
struct Evaluator::Switch {
  struct Entry {
    std::vector<const clang::CaseStmt*> cases;
    bool isDefault = false;
    size_t first = 0; ///< statement
  };
  Value value;
  std::vector<const clang::Stmt*> statements;
  std::vector<Entry> entries;
  unsigned labels = 0;

  void add(const clang::Stmt* statement) {
    Entry entry;
    entry.first = statements.size();
    while (const auto* label = llvm::dyn_cast<clang::SwitchCase>(statement)) {
      ++labels;
      const auto* isCase = llvm::dyn_cast<clang::CaseStmt>(label);
      if (isCase)
        entry.cases.push_back(isCase);
      else
        entry.isDefault = true;
      statement = label->getSubStmt();
    }
    statements.push_back(statement);
    if (!entry.cases.empty() || entry.isDefault) entries.push_back(std::move(entry));
  }
};

void Evaluator::executeSwitch(const clang::SwitchStmt* statement) {
  if (statement->getInit()) execute(statement->getInit());
  if (const clang::VarDecl* variable = statement->getConditionVariable()) declareVariable(*variable);
  Switch all;
  all.value = named(evaluate(statement->getCond()), "selector", statement->getBeginLoc(), 0, false);
  if (all.value.is(ValueKind::Poison)) return;
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(statement->getBody()))
    for (const clang::Stmt* inner : block->body())
      all.add(inner);
  else
    all.add(statement->getBody());
  if (all.labels != labelCount(*statement)) {
    fail(DiagnosticKind::UnsupportedStatement, statement->getBeginLoc(),
         {"a 'switch' with labels inside other blocks"});
    return;
  }
  declareAllOf(all);
  ir::ExprRef outerBroken = std::exchange(state.broken, ir::makeBool(false));
  executeCases(all, 0);
  state.broken = outerBroken;
}

/// Variables that one case declares are there in those behind it.
void Evaluator::declareAllOf(const Switch& all) {
  for (const clang::Stmt* statement : all.statements)
    if (const auto* declarations = llvm::dyn_cast<clang::DeclStmt>(statement))
      for (const clang::Decl* declaration : declarations->decls())
        if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
            variable && !variable->isStaticLocal() && hasNoInitialiser(*variable))
          declareVariable(*variable);
}

/// Tests the entries from number `next` on; the default comes last.
void Evaluator::executeCases(const Switch& all, size_t next) {
  auto run = [&](const Switch::Entry& entry) {
    executeSequence(llvm::ArrayRef(all.statements).drop_front(entry.first));
  };
  for (; next < all.entries.size(); ++next) {
    const Switch::Entry& entry = all.entries[next];
    if (entry.isDefault) continue;
    ir::ExprRef test = matches(all, next);
    if (!test) return;
    auto known = knownCondition(test);
    if (!known) return branch(test, [&] { run(entry); }, [&] { executeCases(all, next + 1); });
    if (*known) return run(entry);
  }
  for (const Switch::Entry& entry : all.entries)
    if (entry.isDefault) return run(entry);
}

/// Whether one of the entry's labels is the value; null after an error.
ir::ExprRef Evaluator::matches(const Switch& all, size_t entry) {
  ir::ExprRef result = ir::makeBool(false);
  for (const clang::CaseStmt* label : all.entries[entry].cases) {
    const clang::Expr* constant = label->getLHS();
    Value equal = compute(clang::BO_EQ, all.value, evaluate(constant), constant);
    if (label->getRHS()) // a GNU range
      equal = fail(DiagnosticKind::UnsupportedStatement, label->getBeginLoc(), {"a range of cases"});
    if (equal.is(ValueKind::Poison)) return nullptr;
    result = disjunction(result, toExpr(equal));
  }
  return result;
}

} // namespace brickc::frontend
