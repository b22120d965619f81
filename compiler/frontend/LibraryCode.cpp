// Places and names of declarations. SPDX-License-Identifier: MIT
#include "compiler/frontend/LibraryCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

namespace brickc::frontend {
namespace {

/// Of the namespaces around a declaration, or its own name if it is the outermost.
llvm::StringRef outermostNamespace(const clang::Decl& declaration) {
  llvm::StringRef name;
  if (const auto* own = llvm::dyn_cast<clang::NamespaceDecl>(&declaration)) name = own->getName();
  for (const clang::DeclContext* scope = declaration.getDeclContext(); scope; scope = scope->getParent())
    if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope)) name = space->getName();
  return name;
}

} // namespace

bool isLibraryDeclaration(const clang::Decl& declaration) {
  const clang::SourceManager& sources = declaration.getASTContext().getSourceManager();
  clang::SourceLocation where = sources.getExpansionLoc(declaration.getLocation());
  if (sources.isInSystemHeader(where)) return true;
  return !sources.isInMainFile(where) && outermostNamespace(declaration) == "brick";
}

bool isPlainLibraryCode(llvm::StringRef name) {
  static constexpr llvm::StringLiteral names[] = {"clamp", "exchange", "hypot",    "hypot3",
                                                  "lerp",  "max",      "midpoint", "min"};
  name.consume_front("__");
  return llvm::is_contained(names, name);
}

bool isLibraryBody(const clang::Decl& function) {
  const clang::IdentifierInfo* name = llvm::cast<clang::NamedDecl>(function).getIdentifier();
  const bool isPlain = function.isInStdNamespace() && name && isPlainLibraryCode(name->getName());
  return !isPlain && isLibraryDeclaration(function);
}

} // namespace brickc::frontend
