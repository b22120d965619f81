// Where the rows of a plane are a loop. SPDX-License-Identifier: MIT
#include "compiler/plan/RowLoop.h"
#include "compiler/plan/Bound.h"
#include "compiler/plan/BrickShape.h"
#include "compiler/plan/Target.h"
#include <algorithm>

namespace brickc::plan {

/// Measured on vectors of four doubles: up to 448 operations (14 points on 16 rows) a loop gains nothing, and loses in
/// the caches where they are few, as each row loads again what the one before has in registers; 736 (upwind
/// differences) and more gain. There, a compiler that sees all rows keeps more than there are registers for.
constexpr int mostUnrolled = 600;

/// Measured: of 1,900 operations in a row (WENO3 in 2-D) a loop over its vectors loses a hundredth to a thirtieth; GCC
/// takes minutes for 45,000. In between it is the time to compile that decides.
constexpr std::int64_t mostWrittenOut = 4'000;
constexpr std::int64_t callOfLane = 4; ///< operations that a function is, called for one lane

/// So many operations at most where rows at the edges of the brick are written out besides the loop. Measured on
/// magnetohydrodynamics of sixth order (3,700 and 7,400): with all rows in the loop GCC takes half the time, and the
/// program as long.
constexpr std::int64_t mostAtEdges = 3'000;

namespace {

/// So many operations of all rows of a plane are written out where values are shared. Measured with AVX-512: WENO5 of
/// one field (7,900) is 0.85 to 0.88 times as fast with loops. Of three fields (48,000) it is 0.89, but takes GCC 5
/// seconds instead of 33, and is 1.13 times as fast as if no values were shared; of eight fields 13 instead of 216.
constexpr int mostOfShared = 16'000;

/// Measured on rows of one vector, with AVX-512: on Zen 5 stars of 7 and 13 points gain up to a fifth by a loop past
/// the caches, and lose up to a fourteenth in them. On Zen 4, whose lines are fetched into the second-level cache, they
/// lose up to a fifth past the caches too, but for 7 points of one field and one of another: these gain 1.15 to 1.26
/// with one thread, 1.0 to 1.17 with two.
bool gainsPastCaches(const analysis::StencilFacts& facts, Fetch fetch) {
  return fetchesIntoFirstLevel(fetch) || (facts.reach() <= 1 && facts.inputs.size() > 1);
}

} // namespace

RowLoop rowLoopOf(const ir::Stencil& stencil, const analysis::StencilFacts& facts, const std::vector<int>& brick,
                  int lanes, Fetch fetch) {
  if (brick.size() != 3) return RowLoop::Never;
  if (stencil.shares())
    return workOf(stencil).operations * brick[1] > mostOfShared ? RowLoop::WithEdges : RowLoop::Never;
  const int operations = workOf(stencil).operations * (brick[1] * brick[2] / lanes);
  if (operations > mostUnrolled) {
    const bool unrolled = unrollsVectors(stencil, brick, lanes, RowLoop::Always);
    const std::int64_t row = std::int64_t{workOf(stencil).operations} * (unrolled ? brick[2] / lanes : 1);
    return row * std::min(2 * facts.radius[1] + 1, brick[1]) > mostAtEdges ? RowLoop::WithEdges : RowLoop::Always;
  }
  const bool rowIsLine = brick[2] == lanes && lanes * smallestValue(stencil) == lineBytes;
  return rowIsLine && gainsPastCaches(facts, fetch) ? RowLoop::OutOfCache : RowLoop::Never;
}

bool unrollsVectors(const ir::Stencil& stencil, const std::vector<int>& brick, int lanes, RowLoop rowLoop) {
  const std::int64_t rows = brick.size() == 3 && rowLoop == RowLoop::Never ? brick[1] : 1;
  const Work work = workOf(stencil);
  return (work.operations + callOfLane * work.calls * lanes) * rows * (brick.back() / lanes) <= mostWrittenOut;
}

} // namespace brickc::plan
