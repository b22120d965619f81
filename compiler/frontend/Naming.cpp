// Qualified names and insertion points. SPDX-License-Identifier: MIT
#include "compiler/frontend/Naming.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
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
std::vector<std::string> openNamespaces(const clang::Decl& declaration) {
  std::vector<std::string> result;
  const auto* scope = llvm::dyn_cast<clang::NamespaceDecl>(declaration.getLexicalDeclContext());
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

/// The declaration at namespace scope that `declaration` is, or is a member of; null inside a function.
const clang::Decl* outermost(const clang::Decl* declaration) {
  while (declaration && !declaration->getLexicalDeclContext()->isFileContext()) {
    if (declaration->getLexicalDeclContext()->isFunctionOrMethod()) return nullptr;
    declaration = llvm::dyn_cast<clang::Decl>(declaration->getLexicalDeclContext());
  }
  return declaration;
}

/// The classes, enumerations and functions that a template's arguments name. Null for one that has no name outside.
void collectNamed(const clang::TemplateArgument& argument, std::vector<const clang::Decl*>& named) {
  if (argument.getKind() == clang::TemplateArgument::Pack)
    for (const clang::TemplateArgument& element : argument.pack_elements())
      collectNamed(element, named);
  if (argument.getKind() == clang::TemplateArgument::Declaration) named.push_back(outermost(argument.getAsDecl()));
  clang::QualType type;
  if (argument.getKind() == clang::TemplateArgument::Type) type = argument.getAsType();
  if (argument.getKind() == clang::TemplateArgument::Integral) type = argument.getIntegralType(); // an enumeration
  const clang::TagDecl* tag = type.isNull() ? nullptr : type->getAsTagDecl();
  if (!tag) return;
  const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(tag);
  const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(tag);
  const bool isUnnamed = !tag->getIdentifier() || (record && record->isLambda());
  named.push_back(isUnnamed ? nullptr : outermost(special ? special->getSpecializedTemplate()->getTemplatedDecl() : tag));
  if (special)
    for (const clang::TemplateArgument& inner : special->getTemplateArgs().asArray())
      collectNamed(inner, named);
}

std::vector<const clang::Decl*> namedByArguments(const clang::FunctionDecl& function) {
  std::vector<const clang::Decl*> named;
  if (const clang::TemplateArgumentList* arguments = function.getTemplateSpecializationArgs())
    for (const clang::TemplateArgument& argument : arguments->asArray())
      collectNamed(argument, named);
  return named;
}

/// The declaration behind which code can name the function: its definition, or what its template's arguments name where
/// that comes later.
const clang::Decl& lastNeeded(const clang::SourceManager& sources, const clang::FunctionDecl& function) {
  const clang::Decl* last = &writtenDefinition(function);
  for (const clang::Decl* named : namedByArguments(function))
    if (named && sources.isBeforeInTranslationUnit(last->getEndLoc(), named->getEndLoc())) last = named;
  return *last;
}

/// Behind the last token of a declaration: for a class that is the semicolon.
clang::SourceLocation behindDeclaration(const clang::ASTContext& context, const clang::Decl& declaration) {
  const clang::SourceManager& sources = context.getSourceManager();
  clang::SourceLocation last = sources.getExpansionRange(declaration.getEndLoc()).getEnd();
  clang::SourceLocation end = clang::Lexer::getLocForEndOfToken(last, 0, sources, context.getLangOpts());
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration);
  if (function && function->isThisDeclarationADefinition()) return end;
  llvm::StringRef rest = sources.getBufferData(sources.getFileID(end)).drop_front(sources.getFileOffset(end));
  size_t semicolon = rest.find(';');
  return semicolon == llvm::StringRef::npos ? end : end.getLocWithOffset(static_cast<int>(semicolon + 1));
}

} // namespace

bool canBeNamed(const clang::FunctionDecl& function) { return !llvm::is_contained(namedByArguments(function), nullptr); }

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

clang::SourceLocation placeOfInsertion(const clang::ASTContext& context, const clang::FunctionDecl& function) {
  return behindDeclaration(context, lastNeeded(context.getSourceManager(), function));
}

Insertion insertionBehind(const clang::ASTContext& context, const clang::FunctionDecl& function) {
  const clang::SourceManager& sources = context.getSourceManager();
  clang::SourceLocation end = placeOfInsertion(context, function);
  clang::FileID file = sources.getFileID(end);
  Insertion result;
  result.offset = behind(sources.getBufferData(file), sources.getFileOffset(end));
  result.line = sources.getLineNumber(file, result.offset);
  result.namespaces = openNamespaces(lastNeeded(sources, function));
  return result;
}

} // namespace brickc::frontend
