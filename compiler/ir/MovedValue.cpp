// Offsets taken off. SPDX-License-Identifier: MIT
#include "compiler/ir/MovedValue.h"
#include "compiler/ir/Visitor.h"

namespace brickc::ir {
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

} // namespace brickc::ir
