// The smallest or largest of values. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Expr.h"
#include "compiler/ir/Operators.h"
#include <optional>
#include <vector>

namespace brickc::transform {

/// How the smallest or largest of two values is taken: `x < y ? x : y` or `x > y ? x : y`, which are `y` where either
/// is a NaN; or by `fmin` or `fmax`, which are the other one where one is.
struct Extreme {
  ir::BinaryOp comparison = ir::BinaryOp::Lt;
  const ir::MathFunction* function = nullptr; ///< null for a choice

  bool operator==(const Extreme&) const = default;
};

/// A value as an extreme of two: for a choice of the `first` one where that is smaller or larger, else of the `second`.
struct ExtremeOfTwo {
  Extreme kind;
  ir::ExprRef first, second;
};

/// Nothing for any other value.
std::optional<ExtremeOfTwo> asExtreme(const ir::Expr& value);

/// The extreme of two values; `second` if it is a choice and either is a NaN.
ir::ExprRef extremeOfTwo(const Extreme& kind, const ir::ExprRef& first, const ir::ExprRef& second);

/// The extreme of one value or more; for a choice none may be a NaN.
ir::ExprRef extremeOf(const Extreme& kind, std::vector<ir::ExprRef> values);

/// The same of any values, those that are NaNs left out; where all are, that of none for a choice, which is infinite.
ir::ExprRef extremeOfNumbers(const Extreme& kind, const std::vector<ir::ExprRef>& values);

} // namespace brickc::transform
