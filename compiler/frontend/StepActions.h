// What the evaluator leaves to the lowering of a step. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/frontend/Value.h"
#include "clang/Basic/SourceLocation.h"

namespace clang {
class CallExpr;
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace brickc::frontend {

/// What becomes of loops that the evaluator does not unroll.
class LoopActions {
public:
  virtual ~LoopActions() = default;

  /// What is met from here on is tried, until `endTrial`, which forgets it unless it is kept. Trials are nested.
  virtual void beginTrial() = 0;
  virtual void endTrial(bool keep) = 0;
  /// A new scalar that can be assigned to. `name` is a wish.
  virtual ir::ExprRef makeVariable(const std::string& name, ir::Type type) = 0;
  /// All values are computed before the first is assigned.
  virtual void assign(const std::vector<std::pair<ir::ExprRef, ir::ExprRef>>& variablesAndValues,
                      clang::SourceLocation where) = 0;
  /// What is met from here on happens while a condition holds, until `endLoop`.
  virtual void beginLoop() = 0;
  virtual void endLoop(const ir::ExprRef& condition, clang::SourceLocation where) = 0;
};

/// Everything that concerns whole fields. The evaluator meets it in program order, inside loops that it unrolls and
/// functions that it inlines.
class StepActions {
public:
  virtual ~StepActions() = default;

  /// The value of a call that acts on fields (Unset for one that returns nothing); std::nullopt for all other calls.
  virtual std::optional<Value> call(const clang::CallExpr& call, const clang::FunctionDecl& callee) = 0;
  /// The field that a local variable of type brick::field is.
  virtual Value declareField(const clang::VarDecl& variable) = 0;
  /// What is met from here on happens under a condition, until the next of these calls. Blocks come in pairs.
  virtual void beginBlock() = 0;
  /// Ends the last two blocks: the first one's actions happen where `condition` holds, the second one's elsewhere.
  virtual void endBlocks(const ir::ExprRef& condition) = 0;
  /// For loops that only a run ends; null where there are none.
  virtual LoopActions* loops() { return nullptr; }
};

} // namespace brickc::frontend
