// A search through the tokens of the user's files. SPDX-License-Identifier: MIT
#include "compiler/frontend/AttributeSpelling.h"
#include "compiler/frontend/Inclusions.h"
#include "compiler/frontend/Reporter.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace brickc::frontend {
namespace {

constexpr llvm::StringLiteral attributes[] = {"stencil", "step", "boundary"};

llvm::StringRef nearest(llvm::StringRef name) {
  return *std::ranges::min_element(attributes, {}, [&](llvm::StringRef known) { return name.edit_distance(known); });
}

class Search {
public:
  Search(const clang::ASTContext& context, const Inclusions& inclusions, Reporter& reporter)
      : sources(context.getSourceManager()), options(context.getLangOpts()), inclusions(inclusions),
        reporter(reporter) {}

  void run(clang::FileID file) {
    clang::Lexer lexer(file, sources.getBufferOrFake(file), sources, options);
    std::string before; // the last tokens, without white space
    clang::Token token;
    while (!lexer.LexFromRawLexer(token)) {
      const std::string text = clang::Lexer::getSpelling(token, sources, options);
      const bool isName = token.is(clang::tok::raw_identifier) && llvm::StringRef(before).ends_with("[[brick::");
      if (isName && !llvm::is_contained(attributes, text) && !isSkipped(token.getLocation()))
        reporter.error(DiagnosticKind::UnknownAttribute, token.getLocation(), {text, nearest(text).str()});
      before = before.substr(before.size() > 16 ? before.size() - 16 : 0) + text;
    }
  }

private:
  bool isSkipped(clang::SourceLocation where) const {
    return llvm::any_of(inclusions.skipped, [&](clang::SourceRange range) {
      return sources.isPointWithin(where, range.getBegin(), range.getEnd());
    });
  }

  const clang::SourceManager& sources;
  const clang::LangOptions& options;
  const Inclusions& inclusions;
  Reporter& reporter;
};

} // namespace

void checkAttributeSpelling(const clang::ASTContext& context, const Inclusions& inclusions, Reporter& reporter) {
  const clang::SourceManager& sources = context.getSourceManager();
  Search search(context, inclusions, reporter);
  search.run(sources.getMainFileID());
  for (const Inclusions::Directive& directive : inclusions.directives)
    if (directive.entered.isValid() && !sources.isInSystemHeader(sources.getLocForStartOfFile(directive.entered)))
      search.run(directive.entered);
}

} // namespace brickc::frontend
