// Spelling and precedence of the operators, and the table of callable functions. SPDX-License-Identifier: MIT
#include "compiler/ir/Operators.h"
#include "llvm/Support/ErrorHandling.h"
#include <array>

namespace brickc::ir {
namespace {

struct BinaryInfo {
  llvm::StringRef spelling;
  Precedence precedence;
};

/// In the order of `enum class BinaryOp`.
constexpr std::array<BinaryInfo, 18> binaryTable = {{{"+", Precedence::Additive},
                                                     {"-", Precedence::Additive},
                                                     {"*", Precedence::Multiplicative},
                                                     {"/", Precedence::Multiplicative},
                                                     {"%", Precedence::Multiplicative},
                                                     {"<<", Precedence::Shift},
                                                     {">>", Precedence::Shift},
                                                     {"&", Precedence::BitAnd},
                                                     {"^", Precedence::BitXor},
                                                     {"|", Precedence::BitOr},
                                                     {"<", Precedence::Relational},
                                                     {"<=", Precedence::Relational},
                                                     {">", Precedence::Relational},
                                                     {">=", Precedence::Relational},
                                                     {"==", Precedence::Equality},
                                                     {"!=", Precedence::Equality},
                                                     {"&&", Precedence::And},
                                                     {"||", Precedence::Or}}};

constexpr MathFunction mathFunctions[] = {
    {"sqrt", 1},  {"cbrt", 1},  {"fabs", 1},      {"exp", 1},    {"exp2", 1},    {"expm1", 1}, {"log", 1},
    {"log2", 1},  {"log10", 1}, {"log1p", 1},     {"sin", 1},    {"cos", 1},     {"tan", 1},   {"asin", 1},
    {"acos", 1},  {"atan", 1},  {"sinh", 1},      {"cosh", 1},   {"tanh", 1},    {"asinh", 1}, {"acosh", 1},
    {"atanh", 1}, {"erf", 1},   {"erfc", 1},      {"tgamma", 1}, {"lgamma", 1},  {"floor", 1}, {"ceil", 1},
    {"trunc", 1}, {"round", 1}, {"nearbyint", 1}, {"rint", 1},   {"pow", 2},     {"atan2", 2}, {"hypot", 2},
    {"fmod", 2},  {"fmin", 2},  {"fmax", 2},      {"fdim", 2},   {"copysign", 2}};

const BinaryInfo& info(BinaryOp op) { return binaryTable[static_cast<std::size_t>(op)]; }

} // namespace

llvm::StringRef spelling(UnaryOp op) {
  switch (op) {
  case UnaryOp::Negate:
    return "-";
  case UnaryOp::Not:
    return "!";
  case UnaryOp::BitNot:
    return "~";
  }
  llvm_unreachable("unknown operator");
}
llvm::StringRef spelling(BinaryOp op) { return info(op).spelling; }
Precedence precedence(BinaryOp op) { return info(op).precedence; }

const MathFunction* mathFunctionNamed(llvm::StringRef name) {
  if (name == "abs") name = "fabs"; // std::abs on floating point is fabs
  for (const MathFunction& function : mathFunctions)
    if (function.name == name) return &function;
  return nullptr;
}

} // namespace brickc::ir
