// Offsets taken off, and found. SPDX-License-Identifier: MIT
#include "compiler/transform/MovedValues.h"
#include "compiler/ir/Visitor.h"
#include <algorithm>
#include <tuple>

namespace brickc::transform {

using namespace ir;

namespace {

class Mover : public ExprMutator {
public:
  explicit Mover(Offset back) : back(std::move(back)) {}

protected:
  ExprRef rewrite(const ExprRef& expr) override {
    const auto* load = llvm::dyn_cast<LoadExpr>(expr.get());
    return load ? make<LoadExpr>(load->type(), load->field, difference(load->offset, back)) : expr;
  }

private:
  Offset back;
};

} // namespace

Offset difference(const Offset& a, const Offset& b) {
  Offset result = a;
  for (std::size_t axis = 0; axis < a.size(); ++axis)
    result[axis] -= b[axis];
  return result;
}

ExprRef moved(const ExprRef& value, const Offset& back) { return Mover(back).mutate(value); }

Offset ReadCells::Reads::middle() const {
  Offset result = low;
  for (std::size_t axis = 0; axis < low.size(); ++axis)
    result[axis] += (high[axis] - low[axis]) / 2;
  return result;
}

const ReadCells::Reads& ReadCells::of(const ExprRef& value) {
  if (const auto found = known.find(value); found != known.end()) return found->second;
  Reads result;
  if (const auto* load = llvm::dyn_cast<LoadExpr>(value.get())) {
    const Param* field = stencil.findParam(load->field);
    result = {load->offset, load->offset, load->offset, field && isWritten(field->kind)};
  }
  result.stays |= llvm::isa<PointExpr>(*value);
  for (const ExprRef& operand : operandsOf(*value)) {
    const Reads& own = of(operand);
    result.stays |= own.stays;
    if (!own.first) continue;
    if (!result.first) {
      std::tie(result.first, result.low, result.high) = std::tie(own.first, own.low, own.high);
      continue;
    }
    result.first = std::min(result.first, own.first);
    for (std::size_t axis = 0; axis < own.low.size(); ++axis) {
      result.low[axis] = std::min(result.low[axis], own.low[axis]);
      result.high[axis] = std::max(result.high[axis], own.high[axis]);
    }
  }
  return known[value] = result;
}

} // namespace brickc::transform
