// Integers of types that the IR has not: unsigned ones, and those of other sizes. SPDX-License-Identifier: MIT
//
// The IR computes with signed integers of 32 and 64 bits that wrap around. An unsigned one of such a size is kept as
// the signed one with the same bits, of which sums, products, shifts to the left and bitwise operations are the same.
// Smaller ones are kept as the number that they are, in 32 or 64 bits, and cut to their size after each operation.
#pragma once

#include "compiler/frontend/Value.h"
#include "compiler/ir/Operators.h"

namespace brickc::frontend {

/// The IR's type of an expression that holds a value of an integer type of at most 64 bits.
ir::Type storageType(ScalarType integer);

/// What is read of a field with elements of that type is a value of this one.
ScalarType elementScalar(ir::Type element);

/// Conversions as C++ defines them. `expr` holds a value of the type `from`, or a float or double.
ir::ExprRef integerToInteger(const ir::ExprRef& expr, ScalarType from, ScalarType to);
ir::ExprRef integerToReal(const ir::ExprRef& expr, ScalarType from, ir::Type to);
ir::ExprRef realToInteger(const ir::ExprRef& expr, ScalarType to);

/// An operation on two values of one type, or a shift of a value of that type by a valid count; comparisons are bools.
ir::ExprRef integerOperation(ir::BinaryOp op, const ir::ExprRef& a, const ir::ExprRef& b, ScalarType type);
/// The result of an operation, as a value of the type.
ir::ExprRef cutTo(ScalarType type, const ir::ExprRef& result);

/// Whether what is computed has operands more than once: these are better given names first.
bool repeatsOperands(ir::BinaryOp op, ScalarType type);
bool repeatsOperand(ScalarType from, ScalarType to);

} // namespace brickc::frontend
