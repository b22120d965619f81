// How sweeps fetch what they will read. SPDX-License-Identifier: MIT
//
// A request for the first-level cache keeps one of its few miss buffers until the line has come from memory, some 350
// cycles. On Zen 4, which has 24 of them, a core then reads a line in 15 cycles at best, and those that it asks for
// while computing wait too: stencils that need more lines than that were up to 1.45 times as fast with requests for the
// second-level cache. Zen 5 has more buffers, and drops requests for the second-level cache that come in bursts.
#include "compiler/plan/Fetch.h"
#include "compiler/plan/Bound.h"
#include "compiler/plan/BrickShape.h"
#include "llvm/ADT/STLExtras.h"

namespace brickc::plan {
namespace {

/// Measured: 48 KB (Zen 5) have room, 32 KB (Zen 3, Zen 4) have not.
constexpr std::int64_t roomyBytes = 48 << 10;

/// Operations on vectors for each line that is read, from which on requests are rare. Measured on Zen 4: 125 points
/// (37) gain a sixteenth so, 45 points (25) are as fast, 27 points of two fields lose a quarter.
constexpr int manyOperations = 30;

long fieldsRead(const ir::Stencil& stencil) {
  return llvm::count_if(stencil.params, [](const ir::Param& param) { return ir::isRead(param.kind); });
}

} // namespace

bool holdsBricksAhead(std::int64_t firstLevelBytes) { return firstLevelBytes >= roomyBytes; }

Fetch fetchOf(const ir::Stencil& stencil, const std::vector<int>& brick, int lanes, std::int64_t firstLevelBytes) {
  if (holdsBricksAhead(firstLevelBytes)) return Fetch::FirstLevel;
  const bool rare = rowIsLine(stencil, brick, lanes) &&
                    workOf(stencil).operations >= manyOperations * std::max(fieldsRead(stencil), 1L);
  return rare ? Fetch::FirstLevel : Fetch::SecondLevel;
}

} // namespace brickc::plan
