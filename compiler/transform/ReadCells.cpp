// Offsets found. SPDX-License-Identifier: MIT
#include "compiler/transform/ReadCells.h"
#include "compiler/ir/Visitor.h"
#include <algorithm>
#include <tuple>

namespace brickc::transform {

using namespace ir;

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
