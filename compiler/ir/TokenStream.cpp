// Tokens with two of lookahead and the first error. SPDX-License-Identifier: MIT
#include "compiler/ir/TokenStream.h"
#include "compiler/ir/Names.h"

namespace brickc::ir {

Token TokenStream::take() {
  Token taken = std::move(current);
  current = std::move(following);
  following = lexer.next();
  return taken;
}

bool TokenStream::acceptSymbol(llvm::StringRef symbol) {
  if (failed() || !current.isSymbol(symbol)) return false;
  take();
  return true;
}

bool TokenStream::acceptName(llvm::StringRef name) {
  if (failed() || !current.isName(name)) return false;
  take();
  return true;
}

bool TokenStream::expectSymbol(llvm::StringRef symbol) {
  return acceptSymbol(symbol) || failExpected("'" + symbol + "'");
}

bool TokenStream::expectName(llvm::StringRef name) { return acceptName(name) || failExpected("'" + name + "'"); }

bool TokenStream::expectIdentifier(std::string& name) {
  if (failed()) return false;
  const bool plain = current.kind == TokenKind::Name && !isLiteralName(current.text);
  const bool quotedName = current.kind == TokenKind::QuotedName && isIdentifier(current.text);
  if (!plain && !quotedName) return failExpected("a name");
  name = take().text;
  return true;
}

bool TokenStream::expectString(std::string& content) {
  if (failed() || current.kind != TokenKind::String) return failExpected("a string");
  content = take().text;
  return true;
}

bool TokenStream::expectUnsigned(unsigned& value, unsigned limit) {
  if (failed() || current.kind != TokenKind::Number) return failExpected("a number");
  if (llvm::StringRef(current.text).getAsInteger(10, value) || value > limit)
    return fail(current.location, "'" + current.text + "' is not a number from 0 to " + llvm::Twine(limit));
  take();
  return true;
}

bool TokenStream::fail(Location location, const llvm::Twine& text) {
  if (!failed()) {
    message = text.str();
    where = location;
  }
  return false;
}

bool TokenStream::failExpected(const llvm::Twine& what) {
  if (current.kind == TokenKind::Bad) return fail(current.location, current.text);
  const std::string found = current.kind == TokenKind::End ? current.text : quoted(current.text);
  return fail(current.location, "expected " + what + " before " + found);
}

} // namespace brickc::ir
