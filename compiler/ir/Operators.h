// Operators and functions of the stencil IR, with their spelling and precedence. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace brickc::ir {

enum class UnaryOp { Negate, Not, BitNot };
/// Integer arithmetic is total: sums, differences, products and shifts wrap around, `x / 0` and the quotient that
/// overflows are `x`, `x % 0` and the remainder that overflows are 0, and only the low bits of a shift's count are
/// used. A value may be computed where the user's program would not (both sides of a select, cells beyond the domain),
/// so that nothing may trap.
enum class BinaryOp { Add, Sub, Mul, Div, Rem, Shl, Shr, BitAnd, BitXor, BitOr, Lt, Le, Gt, Ge, Eq, Ne, And, Or };

/// C++ precedence, loosest first. The IR printer and the C++ emitter share it, so parentheses are decided in one place.
enum class Precedence {
  Conditional,
  Or,
  And,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Relational,
  Shift,
  Additive,
  Multiplicative,
  Unary,
  Postfix,
  Primary
};

llvm::StringRef spelling(UnaryOp op);
llvm::StringRef spelling(BinaryOp op);
Precedence precedence(BinaryOp op);
inline bool isComparison(BinaryOp op) { return op >= BinaryOp::Lt && op <= BinaryOp::Ne; }
/// Bit operations, shifts and the remainder.
inline bool isIntegerOnly(BinaryOp op) { return op >= BinaryOp::Rem && op <= BinaryOp::BitOr; }
inline bool isShift(BinaryOp op) { return op == BinaryOp::Shl || op == BinaryOp::Shr; }
inline bool isLogical(BinaryOp op) { return op == BinaryOp::And || op == BinaryOp::Or; }

/// A <cmath> function of one to three floating-point arguments that returns their type.
struct MathFunction {
  llvm::StringRef name; ///< as in namespace std: "sqrt", "pow", ...
  unsigned arity;
  bool exact; ///< the same bits from every library and from every compiler that knows the function: correctly rounded,
              ///< and no choice between zeros of either sign
};
/// The functions a stencil may call: a static table.
llvm::ArrayRef<MathFunction> mathFunctions();
/// The row of that table, or null for any other name.
const MathFunction* mathFunctionNamed(llvm::StringRef name);

} // namespace brickc::ir
