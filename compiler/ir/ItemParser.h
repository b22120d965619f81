// The small items that the parsers of stencils and steps share. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/ExprParser.h"

namespace brickc::ir {

/// Every function returns false once the stream has an error.
class ItemParser {
protected:
  ItemParser(TokenStream& tokens, Scope& scope) : tokens(tokens), scope(scope) {}

  bool parseType(Type& type);
  bool parseDims(unsigned& dims);
  bool parseNameAndSize(std::string& name, bool sized, unsigned& size);
  /// ` at line:column` with a file before it if it is not the module's, or nothing.
  bool parseLocation(Location& location);
  /// Makes a name known; fails at `nameLocation` if it is already.
  bool define(const std::string& name, Symbol symbol);

  /// `item, item)`, or `)` at once; or with another `end`.
  template <class Item> bool parseList(Item item, llvm::StringRef end = ")") {
    if (tokens.acceptSymbol(end)) return true;
    do {
      if (!item()) return false;
    } while (tokens.acceptSymbol(","));
    return tokens.expectSymbol(end);
  }

  template <class Kinds, class Kind> bool parseKeyword(const Kinds& kinds, Kind& kind) {
    for (const auto& [keyword, value] : kinds)
      if (tokens.acceptName(keyword)) {
        kind = value;
        return true;
      }
    return tokens.failExpected("a kind of parameter");
  }

  TokenStream& tokens;
  Scope& scope;
  Location nameLocation; ///< of the name being defined
};

} // namespace brickc::ir
