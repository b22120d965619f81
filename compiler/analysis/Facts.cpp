// Look-ups in Facts. SPDX-License-Identifier: MIT
#include "compiler/analysis/Facts.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace brickc::analysis {

bool FieldFootprint::reachesOut() const {
  const auto nonzero = [](int cells) { return cells != 0; };
  return llvm::any_of(low, nonzero) || llvm::any_of(high, nonzero);
}

void FieldFootprint::include(const FieldFootprint& other) {
  for (std::size_t axis = 0; axis < low.size(); ++axis) {
    low[axis] = std::max(low[axis], other.low[axis]);
    high[axis] = std::max(high[axis], other.high[axis]);
  }
  offsets = std::max(offsets, other.offsets);
}

int StencilFacts::reach() const { return std::ranges::max(radius); }

const StencilFacts* Facts::findStencil(llvm::StringRef name) const {
  const auto found = llvm::find_if(stencils, [&](const StencilFacts& item) { return item.name == name; });
  return found == stencils.end() ? nullptr : &*found;
}

const StepFacts* Facts::findStep(llvm::StringRef name) const {
  const auto found = llvm::find_if(steps, [&](const StepFacts& item) { return item.name == name; });
  return found == steps.end() ? nullptr : &*found;
}

} // namespace brickc::analysis
