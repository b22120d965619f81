// Tokens of the IR's text form. SPDX-License-Identifier: MIT
#include "compiler/ir/Lexer.h"
#include "compiler/ir/Names.h"
#include "llvm/ADT/StringExtras.h"

namespace brickc::ir {

char Lexer::take() {
  const char c = text[at++];
  if (c == '\n') {
    ++here.line;
    here.column = 1;
  } else {
    ++here.column;
  }
  return c;
}

void Lexer::skipBlanks() {
  while (!atEnd()) {
    if (llvm::isSpace(peek())) {
      take();
    } else if (peek() == '/' && peek(1) == '/') {
      while (!atEnd() && peek() != '\n')
        take();
    } else {
      return;
    }
  }
}

Token Lexer::next() {
  skipBlanks();
  start = here;
  if (atEnd()) return token(TokenKind::End, "end of file");
  if (isIdentifierStart(peek())) return lexName();
  if (llvm::isDigit(peek())) return lexNumber();
  if (peek() == '"') return lexDelimited('"', TokenKind::String);
  if (peek() == '`') return lexDelimited('`', TokenKind::QuotedName);
  return lexSymbol();
}

Token Lexer::lexName() {
  std::string name;
  while (!atEnd() && isIdentifierPart(peek()))
    name += take();
  return token(TokenKind::Name, name);
}

/// Everything that may belong to a number; the parser decides whether it is one. An exponent may have a sign.
Token Lexer::lexNumber() {
  std::string number;
  const bool hexadecimal = peek() == '0' && peek(1) == 'x';
  while (!atEnd() && (llvm::isAlnum(peek()) || peek() == '.')) {
    const char c = take();
    number += c;
    if (c == 'e' && !hexadecimal && (peek() == '-' || peek() == '+')) number += take();
  }
  return token(TokenKind::Number, number);
}

Token Lexer::lexDelimited(char delimiter, TokenKind kind) {
  take();
  std::string content;
  while (!atEnd() && peek() != delimiter && peek() != '\n') {
    if (peek() != '\\') {
      content += take();
      continue;
    }
    take();
    const unsigned high = llvm::hexDigitValue(peek()), low = llvm::hexDigitValue(peek(1));
    if (high > 15 || low > 15) return token(TokenKind::Bad, "'\\' must be followed by two hexadecimal digits");
    content += static_cast<char>(high << 4 | low);
    take();
    take();
  }
  if (atEnd() || peek() == '\n') return token(TokenKind::Bad, std::string("missing closing ") + delimiter);
  take();
  return token(kind, content);
}

Token Lexer::lexSymbol() {
  static constexpr llvm::StringLiteral twoCharacter[] = {"<=", ">=", "==", "!=", "&&", "||", "<<", ">>"};
  for (const llvm::StringRef symbol : twoCharacter)
    if (text.substr(at).starts_with(symbol)) {
      take();
      take();
      return token(TokenKind::Symbol, symbol.str());
    }
  const char c = take();
  if (llvm::StringRef("(){}[],=+-*/%<>!?:&|^~").contains(c)) return token(TokenKind::Symbol, std::string(1, c));
  std::string shown = quoted(llvm::StringRef(&c, 1));
  return token(TokenKind::Bad, "unexpected character " + shown);
}

} // namespace brickc::ir
