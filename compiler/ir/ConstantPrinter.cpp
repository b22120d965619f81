// The text of literals: shortest decimal that reads back to the same bits. SPDX-License-Identifier: MIT
#include "compiler/ir/Printer.h"
#include "llvm/ADT/StringExtras.h"
#include <bit>
#include <charconv>
#include <cmath>

namespace brickc::ir {
namespace {

template <class Real> using BitsOf = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;

/// `nan`, or `nan(0x...)` with the bits below the sign when they are not those of the default quiet NaN.
template <class Real> std::string nanText(Real value) {
  const auto bits = std::bit_cast<BitsOf<Real>>(std::abs(value));
  const auto quiet = std::bit_cast<BitsOf<Real>>(std::numeric_limits<Real>::quiet_NaN());
  if (bits == quiet) return "nan";
  return "nan(0x" + llvm::utohexstr(bits, /*LowerCase=*/true) + ")";
}

/// The digits of a finite number, with a `.` or an exponent so that it cannot be taken for an integer.
template <class Real> std::string digits(Real value) {
  char buffer[64];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
  std::string text(buffer, result.ptr);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

template <class Real> std::string realText(Real value) {
  const std::string sign = std::signbit(value) ? "-" : "";
  const Real magnitude = std::abs(value);
  if (std::isnan(value)) return sign + nanText(value);
  if (std::isinf(value)) return sign + "inf";
  return sign + digits(magnitude);
}

/// The bits of an f32 NaN survive only if no conversion instruction sees them.
float toFloat(double value) {
  if (!std::isnan(value)) return static_cast<float>(value);
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto sign = static_cast<std::uint32_t>(bits >> 63) << 31;
  const auto payload = static_cast<std::uint32_t>(bits >> 29) & 0x7fffffu;
  return std::bit_cast<float>(sign | 0x7f800000u | payload);
}

std::string floatText(double value) {
  std::string text = realText(toFloat(value));
  const std::size_t payload = text.find('(');
  return text.insert(payload == std::string::npos ? text.size() : payload, "f");
}

} // namespace

std::string toString(const ConstantExpr& constant) {
  switch (constant.type()) {
  case Type::Bool:
    return constant.integer ? "true" : "false";
  case Type::I32:
    return std::to_string(constant.integer);
  case Type::I64:
    return std::to_string(constant.integer) + "L";
  case Type::F32:
    return floatText(constant.real);
  case Type::F64:
    return realText(constant.real);
  default: // of fields only
    return {};
  }
}

} // namespace brickc::ir
