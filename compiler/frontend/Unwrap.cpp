// Removal of wrappers. SPDX-License-Identifier: MIT
#include "compiler/frontend/Unwrap.h"
#include "clang/AST/ExprCXX.h"

namespace brickc::frontend {
namespace {

/// One layer less, or null if there is none.
const clang::Expr* inner(const clang::Expr* expr) {
  using namespace clang;
  if (const auto* e = dyn_cast<ParenExpr>(expr)) return e->getSubExpr();
  if (const auto* e = dyn_cast<FullExpr>(expr)) return e->getSubExpr(); // ExprWithCleanups, ConstantExpr
  if (const auto* e = dyn_cast<SubstNonTypeTemplateParmExpr>(expr)) return e->getReplacement();
  if (const auto* e = dyn_cast<CXXBindTemporaryExpr>(expr)) return e->getSubExpr();
  if (const auto* e = dyn_cast<CXXDefaultArgExpr>(expr)) return e->getExpr();
  if (const auto* e = dyn_cast<CXXDefaultInitExpr>(expr)) return e->getExpr();
  if (const auto* e = dyn_cast<CXXRewrittenBinaryOperator>(expr)) return e->getSemanticForm();
  if (const auto* e = dyn_cast<GenericSelectionExpr>(expr))
    return e->isResultDependent() ? nullptr : e->getResultExpr();
  return nullptr;
}

} // namespace

const clang::Expr* unwrap(const clang::Expr* expr) {
  while (const clang::Expr* next = inner(expr))
    expr = next;
  return expr;
}

} // namespace brickc::frontend
