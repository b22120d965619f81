// Numbers C++ has no literal for get their spelling here; the others share the IR's. SPDX-License-Identifier: MIT
#include "compiler/emit/Literals.h"
#include "compiler/ir/Printer.h"
#include "llvm/ADT/StringExtras.h"
#include <bit>
#include <cmath>
#include <limits>

namespace brickc::emit {
namespace {

std::string limitOf(ir::Type type, llvm::StringRef which) {
  return "std::numeric_limits<" + ir::cxxTypeName(type).str() + ">::" + which.str() + "()";
}

/// A NaN with its sign and payload.
std::string nanLiteral(const ir::ConstantExpr& constant) {
  if (constant.type() == ir::Type::F64) {
    const auto bits = std::bit_cast<std::uint64_t>(constant.real);
    return "std::bit_cast<double>(0x" + llvm::utohexstr(bits, /*LowerCase=*/true) + "UL)";
  }
  const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(constant.real));
  return "std::bit_cast<float>(0x" + llvm::utohexstr(bits, /*LowerCase=*/true) + "U)";
}

std::string realLiteral(const ir::ConstantExpr& constant) {
  if (std::isnan(constant.real)) return nanLiteral(constant);
  if (!std::isinf(constant.real)) return ir::toString(constant);
  return (constant.real < 0 ? "-" : "") + limitOf(constant.type(), "infinity");
}

bool isLeast(const ir::ConstantExpr& constant) {
  const bool isI32 = constant.type() == ir::Type::I32;
  return constant.integer ==
         (isI32 ? std::numeric_limits<std::int32_t>::min() : std::numeric_limits<std::int64_t>::min());
}

} // namespace

std::string literal(const ir::ConstantExpr& constant) {
  if (ir::isFloat(constant.type())) return realLiteral(constant);
  if (isLeast(constant)) return limitOf(constant.type(), "min");
  return ir::toString(constant);
}

} // namespace brickc::emit
