// Reading expressions of the IR's text form. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "compiler/ir/TokenStream.h"
#include <map>

namespace brickc::ir {

/// What a name stands for in an expression.
struct Symbol {
  enum Kind { Field, Scalar, Table, Record, Local } kind;
  Type type;     ///< of no use in a Record
  unsigned size; ///< dimensions of a Field, elements of a Table
};
using Scope = std::map<std::string, Symbol>;

/// Recursive descent with precedence climbing; depth is limited (TypeRules.h).
class ExprParser {
public:
  ExprParser(TokenStream& tokens, const Scope& scope) : tokens(tokens), scope(scope) {}

  /// The expression at the current token, or null with the stream's error set.
  ExprRef parse();

private:
  /// A subtree and its height.
  struct Parsed {
    ExprRef expr;
    unsigned height = 0;
    explicit operator bool() const { return expr != nullptr; }
  };

  class Nesting;

  Parsed parseSelect();
  Parsed parseBinary(Precedence least);
  Parsed parseUnary();
  Parsed parsePrimary();
  Parsed parseNumber(bool negative);
  Parsed parseInteger(llvm::StringRef text, bool negative, Location location);
  Parsed parseReal(llvm::StringRef text, bool negative, Location location);
  Parsed parseLiteralName(bool negative);
  Parsed parseNan(Type type, bool negative);
  Parsed parseCast(Type type);
  Parsed parseCall(const Token& name);
  Parsed parseName(const Token& name);
  Parsed parseLoad(const std::string& field, const Symbol& symbol);
  Parsed parsePoint();
  Parsed parseTableElement(const std::string& table, const Symbol& symbol);
  bool parseOffset(int& offset);

  Parsed wrap(ExprRef expr, std::initializer_list<Parsed> operands, Location location);
  Parsed fail(Location location, const llvm::Twine& message);
  bool typesFit(const std::string& error, Location location) { return error.empty() || tokens.fail(location, error); }

  TokenStream& tokens;
  const Scope& scope;
  unsigned nesting = 0;
};

} // namespace brickc::ir
