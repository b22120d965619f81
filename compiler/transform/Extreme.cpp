// Choices and functions, found and made. SPDX-License-Identifier: MIT
//
// A choice names each of its operands twice. What chooses between choices has four times their length as text, so that
// of many values has the square of their number if they are taken in pairs, but twice as much for each one if they are
// taken one by one.
#include "compiler/transform/Extreme.h"
#include "compiler/ir/Visitor.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

namespace brickc::transform {

using namespace ir;

namespace {

/// Values that are taken one by one.
constexpr std::size_t longestRun = 5;

std::optional<ExtremeOfTwo> asChoice(const SelectExpr& select) {
  const auto* compared = llvm::dyn_cast<BinaryExpr>(select.condition.get());
  if (!compared) return std::nullopt;
  const bool less = compared->op == BinaryOp::Lt || compared->op == BinaryOp::Le;
  if (!less && compared->op != BinaryOp::Gt && compared->op != BinaryOp::Ge) return std::nullopt;
  const auto compares = [&](const ExprRef& left, const ExprRef& right) {
    return equal(compared->left, left) && equal(compared->right, right);
  };
  const bool inOrder = compares(select.whenTrue, select.whenFalse);
  if (!inOrder && !compares(select.whenFalse, select.whenTrue)) return std::nullopt;
  return ExtremeOfTwo{{less == inOrder ? BinaryOp::Lt : BinaryOp::Gt}, select.whenTrue, select.whenFalse};
}

} // namespace

std::optional<ExtremeOfTwo> asExtreme(const Expr& value) {
  if (const auto* select = llvm::dyn_cast<SelectExpr>(&value)) return asChoice(*select);
  const auto* call = llvm::dyn_cast<CallExpr>(&value);
  if (!call || (call->function->name != "fmin" && call->function->name != "fmax")) return std::nullopt;
  const BinaryOp comparison = call->function->name == "fmin" ? BinaryOp::Lt : BinaryOp::Gt;
  return ExtremeOfTwo{{comparison, call->function}, call->arguments[0], call->arguments[1]};
}

ExprRef extremeOfTwo(const Extreme& kind, const ExprRef& first, const ExprRef& second) {
  if (kind.function) return make<CallExpr>(kind.function, std::vector{first, second});
  return make<SelectExpr>(make<BinaryExpr>(kind.comparison, first, second), first, second);
}

ExprRef extremeOf(const Extreme& kind, std::vector<ExprRef> values) {
  while (values.size() > 1) {
    std::vector<ExprRef> pairs;
    for (std::size_t i = 0; i + 1 < values.size(); i += 2)
      pairs.push_back(extremeOfTwo(kind, values[i + 1], values[i]));
    if (values.size() % 2) pairs.push_back(values.back());
    values = std::move(pairs);
  }
  return values.front();
}

ExprRef extremeOfNumbers(const Extreme& kind, const std::vector<ExprRef>& values) {
  const Type type = values.front()->type();
  if (kind.function || !isFloat(type)) return extremeOf(kind, values);
  const double infinity = std::numeric_limits<double>::infinity();
  const ExprRef ofNone = makeReal(type, kind.comparison == BinaryOp::Lt ? infinity : -infinity);
  std::vector<ExprRef> runs;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (i % longestRun == 0)
      runs.push_back(extremeOfTwo(kind, values[i], ofNone));
    else
      runs.back() = extremeOfTwo(kind, values[i], runs.back());
  return extremeOf(kind, runs);
}

} // namespace brickc::transform
