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

constexpr MathFunction callable[] = {
    {"sqrt", 1, true},      {"cbrt", 1, false},  {"fabs", 1, true},  {"exp", 1, false},   {"exp2", 1, false},
    {"expm1", 1, false},    {"log", 1, false},   {"log2", 1, false}, {"log10", 1, false}, {"log1p", 1, false},
    {"sin", 1, false},      {"cos", 1, false},   {"tan", 1, false},  {"asin", 1, false},  {"acos", 1, false},
    {"atan", 1, false},     {"sinh", 1, false},  {"cosh", 1, false}, {"tanh", 1, false},  {"asinh", 1, false},
    {"acosh", 1, false},    {"atanh", 1, false}, {"erf", 1, false},  {"erfc", 1, false},  {"tgamma", 1, false},
    {"lgamma", 1, false},   {"floor", 1, true},  {"ceil", 1, true},  {"trunc", 1, true},  {"round", 1, true},
    {"nearbyint", 1, true}, {"rint", 1, true},   {"pow", 2, false},  {"atan2", 2, false}, {"hypot", 2, false},
    {"fmod", 2, true},      {"fmin", 2, false},  {"fmax", 2, false}, {"fdim", 2, true},   {"remainder", 2, true},
    {"copysign", 2, true},  {"fma", 3, true}};

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

llvm::ArrayRef<MathFunction> mathFunctions() { return callable; }

const MathFunction* mathFunctionNamed(llvm::StringRef name) {
  if (name == "abs") name = "fabs"; // std::abs on floating point is fabs
  for (const MathFunction& function : callable)
    if (function.name == name) return &function;
  return nullptr;
}

} // namespace brickc::ir
