// The walk, made by Clang. SPDX-License-Identifier: MIT
#include "compiler/frontend/Walk.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace brickc::frontend {

class Walk::Visitor : public clang::RecursiveASTVisitor<Visitor> {
public:
  explicit Visitor(Walk& walk) : walk(walk) {}

  bool shouldVisitTemplateInstantiations() const { return walk.alsoImplicit; }
  bool shouldVisitImplicitCode() const { return walk.alsoImplicit; }

  bool TraverseFunctionDecl(clang::FunctionDecl* function) {
    if (!walk.enter(*function)) return true;
    const bool goOn = RecursiveASTVisitor::TraverseFunctionDecl(function);
    walk.leave(*function);
    return goOn;
  }
  bool VisitExpr(clang::Expr* expr) {
    walk.visit(*expr);
    return true;
  }
  bool VisitTypedefTypeLoc(clang::TypedefTypeLoc type) {
    walk.visitTypedef(type);
    return true;
  }

private:
  Walk& walk;
};

void Walk::over(clang::Decl& declaration) { Visitor(*this).TraverseDecl(&declaration); }

} // namespace brickc::frontend
