// Qualified names and insertion points. SPDX-License-Identifier: MIT
#include "compiler/frontend/Naming.h"
#include "compiler/frontend/TemplateArguments.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
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

/// The namespaces around a declaration that are still open at `place`; a macro may have closed some.
/// `namespace a::b {` is two declarations, but one brace.
std::vector<std::string> openNamespaces(const clang::SourceManager& sources, const clang::Decl& declaration,
                                        clang::SourceLocation place) {
  std::vector<std::string> result;
  const auto* scope = llvm::dyn_cast<clang::NamespaceDecl>(declaration.getLexicalDeclContext());
  const auto isClosed = [&] {
    return sources.isBeforeInTranslationUnit(sources.getExpansionLoc(scope->getRBraceLoc()), place);
  };
  while (scope && isClosed())
    scope = llvm::dyn_cast<clang::NamespaceDecl>(scope->getLexicalParent());
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

/// The next declaration in the text; that behind a namespace, for the last one in it. Scopes list templates, not what
/// they are templates of.
const clang::Decl* nextDeclaration(const clang::Decl& declaration) {
  const clang::Decl* listed = declaration.getDescribedTemplate();
  if (!listed) listed = &declaration;
  if (const clang::Decl* next = listed->getNextDeclInContext()) return next;
  const auto* scope = llvm::dyn_cast<clang::NamespaceDecl>(listed->getLexicalDeclContext());
  return scope ? nextDeclaration(*scope) : nullptr;
}

/// Generated code cannot stand inside a macro's expansion. So it comes behind the last declaration that begins in the
/// one which ends `declaration`, such as a function whose head is the macro's and whose body is not, and if that ends
/// in an expansion, too, behind those that begin there.
const clang::Decl& lastBegunWith(const clang::SourceManager& sources, const clang::Decl& declaration) {
  const auto endOf = [&](const clang::Decl& one) { return sources.getExpansionRange(one.getEndLoc()).getEnd(); };
  const clang::Decl* last = &declaration;
  clang::SourceLocation end = endOf(*last); // of the expansion
  const clang::Decl* next = last->getEndLoc().isMacroID() ? nextDeclaration(*last) : nullptr;
  for (; next && !llvm::isa<clang::NamespaceDecl>(next); next = nextDeclaration(*next)) {
    if (sources.isBeforeInTranslationUnit(end, sources.getExpansionLoc(next->getBeginLoc()))) break;
    if (!sources.isBeforeInTranslationUnit(endOf(*last), endOf(*next))) continue;
    last = next;
    if (last->getEndLoc().isMacroID()) end = endOf(*last);
  }
  return *last;
}

/// The declaration behind which code can name the function: its definition, or what its template's arguments name where
/// that comes later.
const clang::Decl& lastNeeded(const clang::SourceManager& sources, const clang::FunctionDecl& function) {
  const clang::Decl* last = &writtenDefinition(function);
  const clang::TemplateArgumentList* arguments = function.getTemplateSpecializationArgs();
  for (const clang::Decl* named : arguments ? namedBy(*arguments) : std::vector<const clang::Decl*>())
    if (named && sources.isBeforeInTranslationUnit(last->getEndLoc(), named->getEndLoc())) last = named;
  return lastBegunWith(sources, *last);
}

/// Whether a declaration ends with a brace, and not with a semicolon behind its last token.
bool endsWithBrace(const clang::Decl& declaration) {
  if (const auto* made = llvm::dyn_cast<clang::FunctionTemplateDecl>(&declaration))
    return endsWithBrace(*made->getTemplatedDecl());
  if (const auto* linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(&declaration))
    return linkage->hasBraces() || (!linkage->decls_empty() && endsWithBrace(**linkage->decls_begin()));
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration);
  return function && function->isThisDeclarationADefinition();
}

/// Behind the last token of a declaration, or the semicolon that follows. Behind a macro's expansion users write one
/// where the macro ends in something that wants it.
clang::SourceLocation behindDeclaration(const clang::ASTContext& context, const clang::Decl& declaration) {
  const clang::SourceManager& sources = context.getSourceManager();
  const clang::SourceLocation last = sources.getExpansionRange(declaration.getEndLoc()).getEnd();
  const clang::SourceLocation end = clang::Lexer::getLocForEndOfToken(last, 0, sources, context.getLangOpts());
  const bool isWhole = endsWithBrace(declaration);
  auto token = clang::Lexer::findNextToken(last, sources, context.getLangOpts());
  if (isWhole && (!declaration.getEndLoc().isMacroID() || !token || token->isNot(clang::tok::semi))) return end;
  while (token && token->isNot(clang::tok::semi) && token->isNot(clang::tok::eof))
    token = clang::Lexer::findNextToken(token->getLocation(), sources, context.getLangOpts());
  return token && token->is(clang::tok::semi) ? token->getEndLoc() : end;
}

} // namespace

std::optional<std::string> entityName(const clang::ASTContext& context, const clang::NamedDecl& entity) {
  std::string name;
  llvm::raw_string_ostream out(name);
  entity.printQualifiedName(out, namingPolicy(context));
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&entity);
  const auto* variable = llvm::dyn_cast<clang::VarTemplateSpecializationDecl>(&entity);
  const clang::TemplateArgumentList* arguments = function   ? function->getTemplateSpecializationArgs()
                                                 : variable ? &variable->getTemplateArgs()
                                                            : nullptr;
  if (!arguments) return name;
  const clang::TemplateDecl* pattern = function
                                           ? static_cast<const clang::TemplateDecl*>(function->getPrimaryTemplate())
                                           : variable->getSpecializedTemplate();
  std::optional<std::string> list = spellingOf(context, *arguments, *pattern->getTemplateParameters());
  return list ? std::optional(name + *list) : std::nullopt;
}

std::optional<std::string> placeOfOverload(const clang::FunctionDecl& function) {
  const clang::FunctionTemplateDecl* pattern = function.getDescribedFunctionTemplate();
  if (!pattern) pattern = function.getPrimaryTemplate();
  const clang::Decl* own = pattern ? static_cast<const clang::Decl*>(pattern) : &function;
  const clang::SourceManager& sources = function.getASTContext().getSourceManager();
  for (const clang::NamedDecl* other : function.getDeclContext()->getRedeclContext()->lookup(function.getDeclName())) {
    const clang::NamedDecl* declared = other->getUnderlyingDecl();
    if (!declared->isFunctionOrFunctionTemplate() || declared->getCanonicalDecl() == own->getCanonicalDecl()) continue;
    const clang::PresumedLoc place = sources.getPresumedLoc(sources.getExpansionLoc(declared->getLocation()));
    if (place.isInvalid()) return "another place";
    return (llvm::sys::path::filename(place.getFilename()) + ":" + llvm::Twine(place.getLine())).str();
  }
  return std::nullopt;
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

NamedLine namedLine(const clang::SourceManager& sources, clang::FileID file, unsigned offset) {
  const clang::SourceLocation where = sources.getLocForStartOfFile(file).getLocWithOffset(static_cast<int>(offset));
  const clang::PresumedLoc own = sources.getPresumedLoc(where, false), named = sources.getPresumedLoc(where);
  if (own.isInvalid() || named.isInvalid()) return {sources.getLineNumber(file, offset)};
  const bool isOwn = llvm::StringRef(own.getFilename()) == named.getFilename();
  return {named.getLine(), isOwn ? "" : named.getFilename()};
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
  result.line = namedLine(sources, file, result.offset);
  result.namespaces = openNamespaces(sources, lastNeeded(sources, function), end);
  return result;
}

} // namespace brickc::frontend
