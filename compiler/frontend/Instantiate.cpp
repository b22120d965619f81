// A walk over namespaces; instantiating a step may name more kernels, so until nothing is left. SPDX-License-Identifier: MIT
#include "compiler/frontend/Instantiate.h"
#include "compiler/frontend/Attributes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Sema.h"

namespace brickc::frontend {
namespace {

using Instances = std::vector<clang::FunctionDecl*>;

/// The instances of one template that have no definition yet, but could have.
void collect(const clang::FunctionTemplateDecl& declaration, Instances& instances) {
  const clang::FunctionDecl* pattern = declaration.getTemplatedDecl()->getDefinition();
  if (!pattern || roleOf(*pattern) == Role::None) return;
  for (clang::FunctionDecl* instance : declaration.specializations())
    if (!instance->getDefinition() && !instance->isInvalidDecl()) instances.push_back(instance);
}

void collect(const clang::DeclContext& scope, Instances& instances) {
  const clang::SourceManager& sources = scope.getParentASTContext().getSourceManager();
  for (const clang::Decl* declaration : scope.decls()) {
    if (sources.isInSystemHeader(declaration->getLocation()) || declaration->isImplicit()) continue;
    if (const auto* function = llvm::dyn_cast<clang::FunctionTemplateDecl>(declaration))
      collect(*function, instances);
    else if (const auto* inner = llvm::dyn_cast<clang::NamespaceDecl>(declaration))
      collect(*inner, instances);
  }
}

} // namespace

void instantiateKernels(clang::Sema& sema) {
  for (;;) {
    Instances instances;
    collect(*sema.Context.getTranslationUnitDecl(), instances);
    size_t defined = 0;
    for (clang::FunctionDecl* instance : instances) {
      sema.InstantiateFunctionDefinition(instance->getLocation(), instance, /*Recursive=*/true,
                                         /*DefinitionRequired=*/true, /*AtEndOfTU=*/true);
      defined += instance->getDefinition() != nullptr;
    }
    if (defined == 0) return;
  }
}

} // namespace brickc::frontend
