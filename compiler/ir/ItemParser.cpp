// Types, dimensions, names and locations. SPDX-License-Identifier: MIT
#include "compiler/ir/ItemParser.h"
#include "compiler/ir/Names.h"
#include "compiler/ir/TypeRules.h"
#include <limits>

namespace brickc::ir {

bool ItemParser::parseType(Type& type) {
  const std::optional<Type> found = typeNamed(tokens.peek().text);
  if (!found) return tokens.failExpected("a type");
  type = *found;
  tokens.take();
  return true;
}

bool ItemParser::parseDims(unsigned& dims) {
  const llvm::StringRef text = tokens.peek().text;
  if (text != "1d" && text != "2d" && text != "3d") return tokens.failExpected("'1d', '2d' or '3d'");
  dims = text.front() - '0';
  tokens.take();
  return true;
}

bool ItemParser::parseNameAndSize(std::string& name, bool sized, unsigned& size) {
  nameLocation = tokens.peek().location;
  if (!tokens.expectIdentifier(name)) return false;
  if (!sized) return true;
  return tokens.expectSymbol("[") && tokens.expectUnsigned(size, maxTableSize) && tokens.expectSymbol("]");
}

bool ItemParser::parseLocation(Location& location) {
  if (tokens.failed() || !tokens.acceptName("at")) return !tokens.failed();
  constexpr unsigned limit = std::numeric_limits<int>::max();
  if (tokens.peek().kind == TokenKind::String) {
    std::string file;
    if (!tokens.expectString(file) || !tokens.expectSymbol(":")) return false;
    location.file = std::make_shared<const std::string>(std::move(file));
  }
  return tokens.expectUnsigned(location.line, limit) && tokens.expectSymbol(":") &&
         tokens.expectUnsigned(location.column, limit);
}

bool ItemParser::define(const std::string& name, Symbol symbol) {
  return scope.insert({name, symbol}).second || tokens.fail(nameLocation, quoted(name) + " is already defined");
}

} // namespace brickc::ir
