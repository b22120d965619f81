// A walk over what the user wrote. SPDX-License-Identifier: MIT
#pragma once

#include "clang/AST/TypeLoc.h"

namespace clang {
class Decl;
class Expr;
class FunctionDecl;
} // namespace clang

namespace brickc::frontend {

/// Visits all there is in declarations. What one does there is in a class derived from this one: an instance of
/// clang::RecursiveASTVisitor for each would take the host compiler longer than all else in their files.
class Walk {
public:
  /// `alsoImplicit`: also instances of templates, and what Clang wrote.
  explicit Walk(bool alsoImplicit = false) : alsoImplicit(alsoImplicit) {}
  virtual ~Walk() = default;

  void over(clang::Decl& declaration);

protected:
  /// False: nothing within. Not called for functions of classes.
  virtual bool enter(clang::FunctionDecl&) { return true; }
  virtual void leave(clang::FunctionDecl&) {} ///< behind what was entered
  virtual void visit(clang::Expr& expr) = 0;  ///< in front of its operands
  virtual void visitTypedef(clang::TypedefTypeLoc) {}

private:
  class Visitor;
  bool alsoImplicit;
};

} // namespace brickc::frontend
