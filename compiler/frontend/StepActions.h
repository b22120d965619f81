// What the evaluator leaves to the lowering of a step. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/frontend/Value.h"

namespace clang {
class CallExpr;
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace brickc::frontend {

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
};

} // namespace brickc::frontend
