// C++ arithmetic on values: computed where both operands are known, else an IR expression. SPDX-License-Identifier: MIT
//
// Operands have the types that C++ gives them: the frontend sees the implicit conversions. Floating point is folded
// only between constants of one type, to what the program itself would compute.
#pragma once

#include "compiler/frontend/Value.h"
#include "compiler/ir/Diagnostics.h"
#include "clang/AST/OperationKinds.h"

namespace brickc::frontend {

using ir::DiagnosticKind;

/// A value, or poison and the reason.
struct Computed {
  Value value;
  std::optional<DiagnosticKind> problem;
};

Computed convert(const Value& value, ScalarType to);
/// Everything but assignment, && and ||.
Computed binary(clang::BinaryOperatorKind op, const Value& left, const Value& right);
/// `-x`, `+x`, `!x` and `~x`.
Computed unary(clang::UnaryOperatorKind op, const Value& operand);

/// Whether what these compute has operands more than once, so that they are better given names first.
bool repeatsOperand(const Value& value, ScalarType to);
bool repeatsOperands(clang::BinaryOperatorKind op, const Value& left);

/// Conditions as IR expressions of type bool. Constants are folded.
ir::ExprRef conjunction(const ir::ExprRef& a, const ir::ExprRef& b);
ir::ExprRef disjunction(const ir::ExprRef& a, const ir::ExprRef& b);
ir::ExprRef negation(const ir::ExprRef& a);
/// The value of a bool constant, nothing for other expressions.
std::optional<bool> knownCondition(const ir::ExprRef& condition);
/// `condition ? a : b`, folded where it does not depend on the condition.
ir::ExprRef select(const ir::ExprRef& condition, const ir::ExprRef& a, const ir::ExprRef& b);

} // namespace brickc::frontend
