// Reading literals: integers, reals, true, false, inf and nan. SPDX-License-Identifier: MIT
#include "compiler/ir/ExprParser.h"
#include <bit>
#include <charconv>
#include <limits>

namespace brickc::ir {
namespace {

/// Reads all of `text`; false if it is not a number of type Real or out of its range.
template <class Real> bool readReal(llvm::StringRef text, Real& value) {
  const auto result = std::from_chars(text.begin(), text.end(), value);
  return result.ec == std::errc() && result.ptr == text.end();
}

/// The double that holds the f32 NaN with these bits below the sign. No conversion, which would quieten it.
double widenNan(std::uint64_t bits) {
  return std::bit_cast<double>(std::uint64_t{0x7ff} << 52 | (bits & 0x7fffff) << 29);
}

ExprRef realConstant(Type type, double magnitude, bool negative) {
  const auto sign = std::uint64_t{negative} << 63;
  return make<ConstantExpr>(type, std::int64_t{0},
                            std::bit_cast<double>(std::bit_cast<std::uint64_t>(magnitude) | sign));
}

} // namespace

ExprParser::Parsed ExprParser::parseNumber(bool negative) {
  const Token token = tokens.take();
  const llvm::StringRef text = token.text;
  if (text.find_first_of(".e") != llvm::StringRef::npos) return parseReal(text, negative, token.location);
  return parseInteger(text, negative, token.location);
}

ExprParser::Parsed ExprParser::parseInteger(llvm::StringRef text, bool negative, Location location) {
  const llvm::StringRef shown = text;
  const Type type = text.consume_back("L") ? Type::I64 : Type::I32;
  const std::int64_t largest =
      type == Type::I64 ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int32_t>::max();
  std::uint64_t magnitude = 0;
  if (text.getAsInteger(10, magnitude)) return fail(location, "'" + shown + "' is not a number");
  if (magnitude > static_cast<std::uint64_t>(largest) + negative)
    return fail(location, "'" + shown + "' does not fit in its type");
  // Negated as unsigned: the smallest integer has no positive counterpart.
  return {makeInteger(type, static_cast<std::int64_t>(negative ? 0 - magnitude : magnitude)), 1};
}

ExprParser::Parsed ExprParser::parseReal(llvm::StringRef text, bool negative, Location location) {
  const llvm::StringRef shown = text;
  const Type type = text.consume_back("f") ? Type::F32 : Type::F64;
  double value = 0;
  float single = 0;
  const bool good = type == Type::F32 ? readReal(text, single) : readReal(text, value);
  if (!good) return fail(location, "'" + shown + "' is not a number of its type");
  return {realConstant(type, type == Type::F32 ? single : value, negative), 1};
}

ExprParser::Parsed ExprParser::parseLiteralName(bool negative) {
  const Token token = tokens.take();
  if (token.text == "true" || token.text == "false") {
    if (negative) return fail(token.location, "'-' needs a number");
    return {makeBool(token.text == "true"), 1};
  }
  const Type type = llvm::StringRef(token.text).ends_with("f") && token.text != "inf" ? Type::F32 : Type::F64;
  if (llvm::StringRef(token.text).starts_with("nan")) return parseNan(type, negative);
  return {realConstant(type, std::numeric_limits<double>::infinity(), negative), 1};
}

/// `nan`, or `nan(0x...)` with the bits below the sign.
ExprParser::Parsed ExprParser::parseNan(Type type, bool negative) {
  if (!tokens.acceptSymbol("(")) return {realConstant(type, std::numeric_limits<double>::quiet_NaN(), negative), 1};
  const Token token = tokens.take();
  const std::uint64_t infinity = type == Type::F32 ? 0x7f800000u : std::uint64_t{0x7ff} << 52;
  const std::uint64_t largest = type == Type::F32 ? 0x7fffffffu : ~std::uint64_t{0} >> 1;
  std::uint64_t bits = 0;
  if (token.kind != TokenKind::Number || llvm::StringRef(token.text).getAsInteger(0, bits) || bits <= infinity ||
      bits > largest)
    return fail(token.location, "expected the bits of a NaN");
  if (!tokens.expectSymbol(")")) return {};
  return {realConstant(type, type == Type::F32 ? widenNan(bits) : std::bit_cast<double>(bits), negative), 1};
}

} // namespace brickc::ir
