// Tokens with two of lookahead and the first error, shared by the parsers. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Lexer.h"
#include "llvm/ADT/Twine.h"

namespace brickc::ir {

/// After the first error every expectation fails, so parsers may simply return.
class TokenStream {
public:
  explicit TokenStream(llvm::StringRef text) : lexer(text), current(lexer.next()), following(lexer.next()) {}

  const Token& peek() const { return current; }
  const Token& peekSecond() const { return following; }
  Token take();

  bool acceptSymbol(llvm::StringRef symbol);
  bool acceptName(llvm::StringRef name);
  bool expectSymbol(llvm::StringRef symbol);
  bool expectName(llvm::StringRef name);
  /// A parameter, local or field name.
  bool expectIdentifier(std::string& name);
  bool expectString(std::string& content);
  /// Digits only, at most `limit`.
  bool expectUnsigned(unsigned& value, unsigned limit);

  /// Records the first error and returns false.
  bool fail(Location location, const llvm::Twine& message);
  /// Fails with "expected ... before ...".
  bool failExpected(const llvm::Twine& what);
  bool failed() const { return !message.empty(); }
  const std::string& errorMessage() const { return message; }
  Location errorLocation() const { return where; }

private:
  Lexer lexer;
  Token current, following;
  std::string message;
  Location where;
};

} // namespace brickc::ir
