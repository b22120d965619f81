// Operators and functions of the stencil IR, with their spelling and precedence. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace brickc::ir {

enum class UnaryOp { Negate, Not };
enum class BinaryOp { Add, Sub, Mul, Div, Rem, Lt, Le, Gt, Ge, Eq, Ne, And, Or };

/// C++ precedence, loosest first. The IR printer and the C++ emitter share it, so parentheses are decided in one place.
enum class Precedence { Conditional, Or, And, Equality, Relational, Additive, Multiplicative, Unary, Postfix, Primary };

llvm::StringRef spelling(UnaryOp op);
llvm::StringRef spelling(BinaryOp op);
Precedence precedence(BinaryOp op);
inline bool isComparison(BinaryOp op) { return op >= BinaryOp::Lt && op <= BinaryOp::Ne; }
inline bool isLogical(BinaryOp op) { return op == BinaryOp::And || op == BinaryOp::Or; }

/// A <cmath> function of one or two floating-point arguments that returns their type.
struct MathFunction {
  llvm::StringRef name; ///< as in namespace std: "sqrt", "pow", ...
  unsigned arity;
};
/// The functions a stencil may call, or null for any other name. The result points into a static table.
const MathFunction* mathFunctionNamed(llvm::StringRef name);

} // namespace brickc::ir
