// Whether the rows of a plane are unrolled. SPDX-License-Identifier: MIT
#include "compiler/plan/RowLoop.h"
#include "compiler/plan/Bound.h"
#include "llvm/ADT/STLExtras.h"

namespace brickc::plan {

/// Measured on vectors of four doubles: up to 448 operations (14 points on 16 rows) a loop gains nothing, and loses in
/// the caches where they are few, as each row loads again what the one before has in registers; 736 (upwind
/// differences) and more gain. There, a compiler that sees all rows keeps more than there are registers for.
constexpr int mostUnrolled = 600;

bool unrollsRows(const ir::Stencil& stencil, const std::vector<int>& brick, int lanes) {
  const auto isShare = [](const ir::Statement& s) { return std::holds_alternative<ir::Share>(s); };
  if (brick.size() != 3 || llvm::any_of(stencil.body, isShare)) return true;
  return workOf(stencil).operations * (brick[1] * brick[2] / lanes) <= mostUnrolled;
}

} // namespace brickc::plan
