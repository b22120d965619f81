// Offsets taken off, and found. SPDX-License-Identifier: MIT
#include "compiler/transform/MovedValues.h"
#include "compiler/ir/Visitor.h"

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

const ReadCells::Reads& ReadCells::of(const ExprRef& value) {
  if (const auto found = known.find(value); found != known.end()) return found->second;
  Reads result;
  if (const auto* load = llvm::dyn_cast<LoadExpr>(value.get())) {
    const Param* field = stencil.findParam(load->field);
    result = {load->offset, field && isWritten(field->kind)};
  }
  result.stays |= llvm::isa<PointExpr>(*value);
  for (const ExprRef& operand : operandsOf(*value)) {
    const Reads& own = of(operand);
    result.stays |= own.stays;
    if (own.first && (!result.first || *own.first < *result.first)) result.first = own.first;
  }
  return known[value] = result;
}

} // namespace brickc::transform
