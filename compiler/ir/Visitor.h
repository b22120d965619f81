// Walking and rewriting expressions. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/ErrorHandling.h"
#include <map>

namespace brickc::ir {

/// Dispatches on the kind of a node: `Derived` overloads `visit(const LoadExpr&)` and so on, one for every kind.
template <class Derived, class Result = void> class ExprVisitor {
public:
  Result dispatch(const Expr& expr) {
    switch (expr.kind()) {
#define BRICKC_EXPR(Name)                                                                                              \
  case ExprKind::Name:                                                                                                 \
    return static_cast<Derived*>(this)->visit(*llvm::cast<Name##Expr>(&expr));
#include "compiler/ir/NodeKinds.def"
    }
    llvm_unreachable("unknown expression kind");
  }
};

/// Operands of a node, in evaluation order; none for leaves.
std::vector<ExprRef> operandsOf(const Expr& expr);
inline bool isLeaf(const Expr& expr) { return operandsOf(expr).empty(); }

/// The same node over other operands; `expr` itself if they are the ones it has.
ExprRef withOperands(const ExprRef& expr, const std::vector<ExprRef>& operands);

/// Calls `action` on every distinct node under `root`, operands before users, each once.
void forEachNode(const ExprRef& root, llvm::function_ref<void(const ExprRef&)> action);

/// Operations as printed: shared nodes count as often as they are used.
double printedSize(const ExprRef& expr);

/// How deep operations are nested, a leaf being 1.
unsigned heightOf(const ExprRef& root);

/// Rebuilds expressions bottom-up. Shared nodes are rewritten once, and a node that did not change is returned itself.
class ExprMutator {
public:
  virtual ~ExprMutator() = default;
  ExprRef mutate(const ExprRef& expr);

protected:
  /// What becomes of a node whose operands are already rewritten; by default itself.
  virtual ExprRef rewrite(const ExprRef& expr) { return expr; }

private:
  std::map<ExprRef, ExprRef> done;
};

/// Calls `action(field, offset)` for the cells of parameters that the stencil reads, those that its shared values read
/// included; some more than once.
void forEachRead(const Stencil& stencil,
                 llvm::function_ref<void(const std::string& field, const std::vector<int>& offset)> action);

/// The value that a statement binds or stores.
const ExprRef& valueOf(const Statement& statement);
Statement withValue(const Statement& statement, const ExprRef& value);

} // namespace brickc::ir
