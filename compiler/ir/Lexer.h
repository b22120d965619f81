// Tokens of the IR's text form. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Location.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace brickc::ir {

enum class TokenKind { End, Name, QuotedName, String, Number, Symbol, Bad };

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text; ///< decoded for strings and quoted names; what is wrong for Bad
  Location location;

  bool isSymbol(llvm::StringRef symbol) const { return kind == TokenKind::Symbol && text == symbol; }
  bool isName(llvm::StringRef name) const { return kind == TokenKind::Name && text == name; }
};

/// Splits text into tokens; skips white space and `//` comments. Any bytes are accepted: what is no token is Bad.
class Lexer {
public:
  explicit Lexer(llvm::StringRef text) : text(text) {}
  Token next();

private:
  void skipBlanks();
  char peek(std::size_t ahead = 0) const { return at + ahead < text.size() ? text[at + ahead] : '\0'; }
  bool atEnd() const { return at >= text.size(); }
  char take();
  Token lexName();
  Token lexNumber();
  Token lexDelimited(char delimiter, TokenKind kind);
  Token lexSymbol();
  Token token(TokenKind kind, std::string tokenText) const { return {kind, std::move(tokenText), start}; }

  llvm::StringRef text;
  std::size_t at = 0;
  Location here{1, 1, nullptr}, start{1, 1, nullptr};
};

} // namespace brickc::ir
