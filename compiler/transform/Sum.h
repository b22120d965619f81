// A chain of additions and subtractions as the list of its terms. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Expr.h"
#include <string>
#include <vector>

namespace brickc::transform {

/// Chains shorter than this are left alone: a point and its nearest neighbours fit in registers as they are.
inline constexpr std::size_t longSum = 16;

/// One term of a sum; `negative` if it is subtracted.
struct Term {
  ir::ExprRef value;
  bool negative = false;
};

/// The terms of `((a + b) - c) + ...`, in the order in which they are added. A right operand that is itself a sum is
/// one term. Anything else is a sum of one term.
std::vector<Term> termsOf(const ir::ExprRef& expr);

/// Adds the terms from left to right.
ir::ExprRef sumOf(const std::vector<Term>& terms);

/// The value with the other sign: of a negation, what it negates.
ir::ExprRef negated(const ir::ExprRef& expr);

/// The row of cells that a term reads: its first load's field and offsets on all axes but the last, as text. Empty for
/// a term that reads none.
std::string rowOf(const ir::ExprRef& term);

} // namespace brickc::transform
