// Qualified names and insertion points. SPDX-License-Identifier: MIT
#include "compiler/frontend/Naming.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include <algorithm>

namespace brickc::frontend {
namespace {

const clang::FunctionDecl& writtenDefinition(const clang::FunctionDecl& function) {
  const clang::FunctionDecl* pattern = function.getTemplateInstantiationPattern();
  return pattern ? *pattern : function;
}

/// The byte behind `end`; the next line's first byte if the rest of the line is blank or a comment.
unsigned behind(llvm::StringRef text, unsigned end) {
  size_t lineEnd = text.find('\n', end);
  if (lineEnd == llvm::StringRef::npos) return end;
  llvm::StringRef rest = text.slice(end, lineEnd).trim();
  bool continues = rest.ends_with("\\");
  bool isBlank = rest.empty() || rest == ";" || rest.starts_with("//");
  return isBlank && !continues ? static_cast<unsigned>(lineEnd + 1) : end;
}

/// `namespace a::b {` is two declarations, but one brace.
std::vector<std::string> openNamespaces(const clang::FunctionDecl& function) {
  std::vector<std::string> result;
  const auto* scope = llvm::dyn_cast<clang::NamespaceDecl>(function.getLexicalDeclContext());
  while (scope) {
    std::string name = scope->getNameAsString();
    while (scope->isNested()) {
      const auto* outer = llvm::cast<clang::NamespaceDecl>(scope->getLexicalParent());
      name = outer->getNameAsString() + "::" + (scope->isInline() ? "inline " : "") + name;
      scope = outer;
    }
    std::string keyword = scope->isInline() ? "inline namespace" : "namespace";
    result.push_back(name.empty() ? keyword : keyword + " " + name);
    scope = llvm::dyn_cast<clang::NamespaceDecl>(scope->getLexicalParent());
  }
  std::reverse(result.begin(), result.end());
  return result;
}

} // namespace

std::string entityName(const clang::ASTContext& context, const clang::FunctionDecl& function) {
  clang::PrintingPolicy policy(context.getLangOpts());
  policy.SuppressUnwrittenScope = true;
  policy.PrintCanonicalTypes = true;
  policy.SuppressTagKeyword = true;
  std::string name;
  llvm::raw_string_ostream out(name);
  function.printQualifiedName(out, policy);
  if (const clang::TemplateArgumentList* arguments = function.getTemplateSpecializationArgs())
    clang::printTemplateArgumentList(out, arguments->asArray(), policy,
                                     function.getPrimaryTemplate()->getTemplateParameters());
  return name;
}

std::string parameterName(const clang::ParmVarDecl& parameter) {
  const auto& function = *llvm::cast<clang::FunctionDecl>(parameter.getDeclContext());
  std::string name = parameter.getNameAsString();
  unsigned before = 0;
  for (const clang::ParmVarDecl* other : function.parameters().take_front(parameter.getFunctionScopeIndex()))
    before += other->getDeclName() == parameter.getDeclName();
  if (before == 0 || name.empty()) return name;
  auto isTaken = [&](const std::string& wish) {
    return llvm::any_of(function.parameters(), [&](const auto* other) { return other->getNameAsString() == wish; });
  };
  std::string separator = "_";
  while (isTaken(name + separator + std::to_string(before)))
    separator += '_';
  return name + separator + std::to_string(before);
}

Insertion insertionBehind(const clang::ASTContext& context, const clang::FunctionDecl& function) {
  const clang::SourceManager& sources = context.getSourceManager();
  const clang::FunctionDecl& definition = writtenDefinition(function);
  clang::SourceLocation last = sources.getExpansionRange(definition.getEndLoc()).getEnd();
  clang::SourceLocation end = clang::Lexer::getLocForEndOfToken(last, 0, sources, context.getLangOpts());
  Insertion result;
  result.offset = behind(sources.getBufferData(sources.getMainFileID()), sources.getFileOffset(end));
  result.line = sources.getLineNumber(sources.getMainFileID(), result.offset);
  result.namespaces = openNamespaces(definition);
  return result;
}

} // namespace brickc::frontend
