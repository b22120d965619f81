// A walk over namespaces and classes, and one over the references of the user's files. SPDX-License-Identifier: MIT
#include "compiler/frontend/Collect.h"
#include "compiler/frontend/KernelUse.h"
#include "compiler/frontend/LibraryCode.h"
#include "compiler/frontend/Naming.h"
#include "compiler/frontend/Types.h"
#include "compiler/frontend/Walk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include <utility>

namespace brickc::frontend {
namespace {

/// Whether every scope around a function is a namespace: generated code cannot close a class or `extern "C"`.
bool isAtNamespaceScope(const clang::FunctionDecl& function) {
  const clang::DeclContext* scope = function.getLexicalDeclContext();
  while (scope->isNamespace())
    scope = scope->getLexicalParent();
  return scope->isTranslationUnit() && function.getDeclContext()->isFileContext();
}

class Collector {
public:
  Collector(clang::ASTContext& context, Reporter& reporter)
      : context(context), sources(context.getSourceManager()), reporter(reporter) {}

  void visit(const clang::DeclContext& scope) {
    // Without loading what a precompiled header holds: stencils are in the user's files.
    for (const clang::Decl* declaration : scope.noload_decls()) {
      if (sources.isInSystemHeader(declaration->getLocation()) || declaration->isImplicit()) continue;
      if (declaration->isInvalidDecl()) continue; // Clang has said why
      if (const auto* inTemplate = llvm::dyn_cast<clang::FunctionTemplateDecl>(declaration))
        visitTemplate(*inTemplate);
      else if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration))
        visitFunction(*function);
      else if (const auto* inClass = llvm::dyn_cast<clang::ClassTemplateDecl>(declaration))
        visit(*inClass->getTemplatedDecl());
      else if (const auto* inner = llvm::dyn_cast<clang::DeclContext>(declaration))
        visit(*inner);
    }
  }

  std::vector<Entity> take() { return std::move(entities); }

private:
  void visitFunction(const clang::FunctionDecl& function) {
    Role role = roleOf(function);
    if (role == Role::None || !function.isThisDeclarationADefinition()) return;
    if (check(role, function)) entities.push_back({role, &function});
    if (role == Role::Boundary) checkBoundary(function);
  }

  void checkBoundary(const clang::FunctionDecl& kernel) {
    const auto isOutput = [](const clang::ParmVarDecl* parameter) {
      const std::optional<BrickType> type = brickType(parameter->getType());
      return type && (type->kind == BrickType::Out || type->kind == BrickType::InOut);
    };
    if (llvm::none_of(kernel.parameters(), isOutput))
      reporter.error(DiagnosticKind::NoOutput, kernel.getLocation(), {kernel.getNameAsString()});
    if (!kernel.getReturnType()->isVoidType())
      reporter.error(DiagnosticKind::BoundaryResult, kernel.getLocation(), {kernel.getNameAsString()});
  }

  void visitTemplate(const clang::FunctionTemplateDecl& declaration) {
    const clang::FunctionDecl& pattern = *declaration.getTemplatedDecl();
    Role role = roleOf(pattern);
    if (role == Role::None || !pattern.isThisDeclarationADefinition() || !check(role, pattern)) return;
    for (const clang::FunctionDecl* instance : declaration.specializations()) {
      bool isExplicit = instance->getTemplateSpecializationKind() == clang::TSK_ExplicitSpecialization;
      const clang::FunctionDecl* definition = instance->getDefinition();
      if (!definition || isExplicit) continue; // explicit ones are visited by themselves
      if (entityName(context, *definition))
        entities.push_back({role, definition});
      else if (role != Role::Boundary)
        reporter.error(DiagnosticKind::UnnamedTemplateArgument, pattern.getLocation(), {pattern.getNameAsString()});
    }
  }

  /// Whether generated code can stand behind a function and name it. Boundary kernels run as they are where it cannot.
  bool check(Role role, const clang::FunctionDecl& function) {
    auto refuse = [&](DiagnosticKind kind, const std::string& more = "") {
      if (role != Role::Boundary) reporter.error(kind, function.getLocation(), {function.getNameAsString(), more});
      return false;
    };
    if (!isAtNamespaceScope(function)) return refuse(DiagnosticKind::KernelNotAtNamespaceScope);
    if (function.isVariadic()) return refuse(DiagnosticKind::VariadicKernel);
    if (const std::optional<std::string> other = placeOfOverload(function))
      return refuse(DiagnosticKind::OverloadedKernel, *other);
    if (!entityName(context, function)) return refuse(DiagnosticKind::UnnamedTemplateArgument);
    return true;
  }

  const clang::ASTContext& context;
  const clang::SourceManager& sources;
  Reporter& reporter;
  std::vector<Entity> entities;
};

/// Stencils and steps that are used before they can be compiled, or that never will be.
class UseChecker : public Walk {
public:
  UseChecker(const clang::ASTContext& context, Reporter& reporter)
      : context(context), sources(context.getSourceManager()), reporter(reporter) {}

private:
  bool enter(clang::FunctionDecl& function) override {
    around.push_back(&function);
    return true;
  }
  void leave(clang::FunctionDecl&) override { around.pop_back(); }

  void visit(clang::Expr& expr) override {
    const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(&expr);
    const auto* function = use ? llvm::dyn_cast<clang::FunctionDecl>(use->getDecl()) : nullptr;
    if (!function || !checkKernelUse(*function, use->getBeginLoc(), reporter)) return;
    if (roleOf(*function) != Role::None) checkOrder(*use, *function);
    if (isBrickFunction(*function, {"run", "run_until"})) checkCompiled(*use, *function, Role::Step, "brick::step");
    if (isBrickFunction(*function, {"apply", "reduce"}))
      checkCompiled(*use, *function, Role::Stencil, "brick::stencil");
  }

  const clang::FunctionDecl* innermost() const { return around.empty() ? nullptr : around.back(); }
  bool inStep() const { return innermost() && roleOf(*innermost()) == Role::Step; }

  /// Generated code stands behind the definition: a compiler that sees the name applied before would not use it.
  void checkOrder(const clang::DeclRefExpr& use, const clang::FunctionDecl& function) {
    const clang::FunctionDecl* definition = function.getTemplateInstantiationPattern();
    if (!definition) definition = function.getDefinition();
    if (!definition || !definition->hasBody() || definition == innermost()) return; // recursion is told elsewhere
    const clang::SourceLocation where = sources.getExpansionLoc(use.getBeginLoc());
    const bool isBefore = sources.isBeforeInTranslationUnit(use.getBeginLoc(), definition->getEndLoc());
    // In the expansion of the macro that defines it, or in the body, behind that, of a function which begins there.
    const bool isBetween =
        !inStep() && sources.isBeforeInTranslationUnit(where, placeOfInsertion(context, *definition));
    if (isBefore || isBetween)
      reporter.error(isBefore ? DiagnosticKind::UsedBeforeDefinition : DiagnosticKind::UsedInItsMacro,
                     use.getBeginLoc(), {function.getNameAsString()});
  }

  void checkCompiled(const clang::DeclRefExpr& use, const clang::FunctionDecl& caller, Role role,
                     const std::string& attribute) {
    const clang::FunctionDecl* kernel = kernelOf(caller);
    if (!kernel || inStep()) return; // a step that applies what is not compiled is refused
    std::string why;
    if (roleOf(*kernel) != role)
      why = "it has no [[" + attribute + "]]";
    else if (sources.isInSystemHeader(kernel->getLocation()))
      why = "it is defined in a system header (include its folder with -I)";
    if (!why.empty())
      reporter.warning(DiagnosticKind::NotCompiled, use.getBeginLoc(), {kernel->getNameAsString(), why});
  }

  const clang::ASTContext& context;
  const clang::SourceManager& sources;
  Reporter& reporter;
  std::vector<const clang::FunctionDecl*> around; ///< the functions whose definitions this is in, innermost last
};

} // namespace

std::vector<Entity> collect(clang::ASTContext& context, Reporter& reporter) {
  Collector collector(context, reporter);
  collector.visit(*context.getTranslationUnitDecl());
  UseChecker uses(context, reporter);
  for (clang::Decl* declaration : context.getTranslationUnitDecl()->noload_decls())
    if (!isLibraryDeclaration(*declaration)) uses.over(*declaration);
  return collector.take();
}

void checkNames(clang::ASTContext& context, Reporter& reporter) {
  Collector(context, reporter).visit(*context.getTranslationUnitDecl());
}

} // namespace brickc::frontend
