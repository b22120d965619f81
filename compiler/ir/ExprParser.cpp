// Reading operators, names, casts and calls; literals are in LiteralParser.cpp. SPDX-License-Identifier: MIT
#include "compiler/ir/ExprParser.h"
#include "compiler/ir/Names.h"
#include "compiler/ir/TypeRules.h"
#include <algorithm>

namespace brickc::ir {
namespace {

std::optional<BinaryOp> binaryOpSpelt(const Token& token) {
  if (token.kind != TokenKind::Symbol) return std::nullopt;
  for (int op = 0; op <= static_cast<int>(BinaryOp::Or); ++op)
    if (spelling(static_cast<BinaryOp>(op)) == token.text) return static_cast<BinaryOp>(op);
  return std::nullopt;
}

} // namespace

/// Counts calls of the recursive functions while it lives. Parentheses take two of them, three with an operator before.
class ExprParser::Nesting {
public:
  explicit Nesting(ExprParser& parser) : parser(parser) { ++parser.nesting; }
  ~Nesting() { --parser.nesting; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;
  bool tooDeep() const { return parser.nesting > maxParserNesting; }

private:
  ExprParser& parser;
};

ExprRef ExprParser::parse() { return parseSelect().expr; }

ExprParser::Parsed ExprParser::fail(Location location, const llvm::Twine& message) {
  tokens.fail(location, message);
  return {};
}

/// A node over `operands`, unless it would be too high.
ExprParser::Parsed ExprParser::wrap(ExprRef expr, std::initializer_list<Parsed> operands, Location location) {
  unsigned height = 0;
  for (const Parsed& operand : operands)
    height = std::max(height, operand.height);
  if (++height > maxExpressionDepth) return fail(location, "expression is nested too deeply");
  return {std::move(expr), height};
}

ExprParser::Parsed ExprParser::parseSelect() {
  const Location location = tokens.peek().location;
  const Nesting nested(*this);
  if (nested.tooDeep()) return fail(location, "expression is nested too deeply");

  const Parsed condition = parseBinary(Precedence::Or);
  if (!condition || !tokens.acceptSymbol("?")) return condition;
  const Parsed whenTrue = parseSelect();
  if (!whenTrue || !tokens.expectSymbol(":")) return {};
  const Parsed whenFalse = parseSelect();
  if (!whenFalse) return {};
  if (!typesFit(selectTypeError(condition.expr->type(), whenTrue.expr->type(), whenFalse.expr->type()), location))
    return {};
  return wrap(make<SelectExpr>(condition.expr, whenTrue.expr, whenFalse.expr), {condition, whenTrue, whenFalse},
              location);
}

/// Operators that bind at least as tightly as `least`, all left-associative.
ExprParser::Parsed ExprParser::parseBinary(Precedence least) {
  const Nesting nested(*this);
  if (nested.tooDeep()) return fail(tokens.peek().location, "expression is nested too deeply");
  Parsed left = parseUnary();
  while (left) {
    const std::optional<BinaryOp> op = binaryOpSpelt(tokens.peek());
    if (!op || precedence(*op) < least) return left;
    const Location location = tokens.take().location;
    const Parsed right = parseBinary(static_cast<Precedence>(static_cast<int>(precedence(*op)) + 1));
    if (!right || !typesFit(binaryTypeError(*op, left.expr->type(), right.expr->type()), location)) return {};
    left = wrap(make<BinaryExpr>(*op, left.expr, right.expr), {left, right}, location);
  }
  return left;
}

ExprParser::Parsed ExprParser::parseUnary() {
  const Location location = tokens.peek().location;
  const bool negate = tokens.peek().isSymbol("-");
  const bool complement = tokens.peek().isSymbol("~");
  if (!negate && !complement && !tokens.peek().isSymbol("!")) return parsePrimary();
  tokens.take();
  if (negate && tokens.peek().kind == TokenKind::Number) return parseNumber(true);
  if (negate && tokens.peek().kind == TokenKind::Name && isLiteralName(tokens.peek().text))
    return parseLiteralName(true);

  const Nesting nested(*this);
  if (nested.tooDeep()) return fail(location, "expression is nested too deeply");
  const Parsed operand = parseUnary();
  const UnaryOp op = negate ? UnaryOp::Negate : complement ? UnaryOp::BitNot : UnaryOp::Not;
  if (!operand || !typesFit(unaryTypeError(op, operand.expr->type()), location)) return {};
  return wrap(make<UnaryExpr>(op, operand.expr), {operand}, location);
}

ExprParser::Parsed ExprParser::parsePrimary() {
  const Token& token = tokens.peek();
  if (token.kind == TokenKind::Number) return parseNumber(false);
  if (token.kind == TokenKind::QuotedName) return parseName(tokens.take());
  if (token.kind == TokenKind::Name && isLiteralName(token.text)) return parseLiteralName(false);
  if (token.kind == TokenKind::Name && isPointName(token.text)) return parsePoint();
  if (token.kind == TokenKind::Name) {
    const Token name = tokens.take();
    if (!tokens.peek().isSymbol("(")) return parseName(name);
    if (const std::optional<Type> type = typeNamed(name.text)) return parseCast(*type);
    return parseCall(name);
  }
  if (tokens.acceptSymbol("(")) {
    const Parsed inner = parseSelect();
    return inner && tokens.expectSymbol(")") ? inner : Parsed{};
  }
  tokens.failExpected("an expression");
  return {};
}

ExprParser::Parsed ExprParser::parseCast(Type type) {
  const Location location = tokens.take().location;
  const Parsed operand = parseSelect();
  if (!operand || !tokens.expectSymbol(")")) return {};
  return wrap(make<CastExpr>(type, operand.expr), {operand}, location);
}

ExprParser::Parsed ExprParser::parseCall(const Token& name) {
  const MathFunction* function = mathFunctionNamed(name.text);
  if (!function) return fail(name.location, "unknown function '" + name.text + "'");
  tokens.take();
  std::vector<ExprRef> arguments;
  std::vector<Type> types;
  Parsed highest;
  do {
    const Parsed argument = parseSelect();
    if (!argument) return {};
    arguments.push_back(argument.expr);
    types.push_back(argument.expr->type());
    if (argument.height > highest.height) highest = argument;
  } while (tokens.acceptSymbol(","));
  if (!tokens.expectSymbol(")") || !typesFit(callTypeError(*function, types), name.location)) return {};
  return wrap(make<CallExpr>(function, std::move(arguments)), {highest}, name.location);
}

ExprParser::Parsed ExprParser::parseName(const Token& name) {
  const auto found = scope.find(name.text);
  if (found == scope.end()) return fail(name.location, "unknown name " + quoted(name.text));
  const Symbol& symbol = found->second;
  switch (symbol.kind) {
  case Symbol::Field:
    return parseLoad(name.text, symbol);
  case Symbol::Table:
    return parseTableElement(name.text, symbol);
  case Symbol::Record:
    return fail(name.location, "a record is no expression");
  case Symbol::Scalar:
    return {make<ScalarExpr>(symbol.type, name.text), 1};
  case Symbol::Local:
    return {make<LocalExpr>(symbol.type, name.text), 1};
  }
  return {};
}

ExprParser::Parsed ExprParser::parseLoad(const std::string& field, const Symbol& symbol) {
  const Location location = tokens.peek().location;
  std::vector<int> offset;
  if (!tokens.expectSymbol("[")) return {};
  do {
    if (!parseOffset(offset.emplace_back())) return {};
  } while (tokens.acceptSymbol(","));
  if (!tokens.expectSymbol("]")) return {};
  if (offset.size() != symbol.size)
    return fail(location,
                "'" + field + "' takes " + llvm::Twine(symbol.size) + " offsets, not " + llvm::Twine(offset.size()));
  return {make<LoadExpr>(valueType(symbol.type), field, std::move(offset)), 1};
}

bool ExprParser::parseOffset(int& offset) {
  const bool negative = tokens.acceptSymbol("-");
  unsigned magnitude = 0;
  if (!tokens.expectUnsigned(magnitude, maxOffset)) return false;
  offset = negative ? -static_cast<int>(magnitude) : static_cast<int>(magnitude);
  return true;
}

/// Whether the axis exists is left to the verifier.
ExprParser::Parsed ExprParser::parsePoint() {
  unsigned axis = 0;
  tokens.take();
  if (!tokens.expectSymbol("[") || !tokens.expectUnsigned(axis, maxDims - 1) || !tokens.expectSymbol("]")) return {};
  return {make<PointExpr>(axis), 1};
}

ExprParser::Parsed ExprParser::parseTableElement(const std::string& table, const Symbol& symbol) {
  unsigned index = 0;
  const Location location = tokens.peek().location;
  if (!tokens.expectSymbol("[") || !tokens.expectUnsigned(index, maxTableSize) || !tokens.expectSymbol("]")) return {};
  if (index >= symbol.size)
    return fail(location, "index " + llvm::Twine(index) + " is outside '" + table + "', which has " +
                              llvm::Twine(symbol.size) + " elements");
  return {make<TableElementExpr>(symbol.type, table, index), 1};
}

} // namespace brickc::ir
