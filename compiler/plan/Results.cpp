// When the results of stencils that share values are computed. SPDX-License-Identifier: MIT
//
// Results that need shared values only are always computed with the rows of the last plane of these, where a row is one
// vector (emit/SharedSchedule.h): it keeps rings small. Where they need a field besides, what they read and store comes
// between the loads that the sums of rows need. On Zen 4, whose loads, fetches and stores past the caches hold each
// other up, 27 points of the weighted Jacobi scheme are 1.04 to 1.09 times as fast by it at 256³ with one thread and
// 1.02 to 1.09 with two, in float 1.04 and 1.05 to 1.12, 1.13 times at 32³, but 0.96 at 64³ (float 1.01). On Zen 5,
// which fetches into the first-level cache, they had 0.92.
#include "compiler/plan/Results.h"

namespace brickc::plan {

bool resultsWithRows(const ir::Stencil& stencil, Fetch fetch) {
  return stencil.shares() && fetch == Fetch::SecondLevel;
}

} // namespace brickc::plan
