// When the results of stencils that share values are computed. SPDX-License-Identifier: MIT
//
// Results that need shared values only are always computed with the rows of the last plane of these, where a row is one
// vector (emit/SharedSchedule.h): it keeps rings small. Where they need a field besides, what they read and store comes
// between the loads that the sums of rows need. On Zen 4, whose loads, fetches and stores past the caches hold each
// other up, 27 points of the weighted Jacobi scheme are 1.04 to 1.13 times as fast by it at 256³ with one thread (five
// series of turns), and 0.94 to 1.09 with two (eight series, of which two are below 1; their median is 1.04), in float
// 1.04, and 1.05 and 1.12; at 32³ 1.13, at 64³ 0.96 to 0.98 (float 1.01). On Zen 5, which fetches into the first-level
// cache, they had 0.92.
#include "compiler/plan/Results.h"

namespace brickc::plan {

bool resultsWithRows(const ir::Stencil& stencil, Fetch fetch) {
  return stencil.shares() && fetch == Fetch::SecondLevel;
}

} // namespace brickc::plan
