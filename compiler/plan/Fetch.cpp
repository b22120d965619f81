// How sweeps fetch what they will read. SPDX-License-Identifier: MIT
//
// A request for the first-level cache keeps one of its few miss buffers until the line has come from memory, some 350
// cycles. On Zen 4, which has 24 of them, a core then reads a line in 15 to 20 cycles at best, and what it asks for
// while it computes waits too: with requests for the second-level cache sweeps were up to 1.45 times as fast. Zen 5 has
// more buffers, and drops requests for the second-level cache that come in bursts. What tells the two apart here is the
// size of the first-level cache.
//
// On Zen 4, one request for each line of a patch is not enough for the 7-point star, of which the second-level cache
// holds two layers, but not always: where the first plane of each brick was waited for (twice as long as for the
// others), a second request a layer later made it 1.04 to 1.16 times as fast with one thread, 0.99 to 1.12 with two
// (192³ to 384³, double and float). Two fields (wj7: 1.0 to 1.1, and 0.90 to 1.02) and more arithmetic (Burgers: 0.97
// to 1.01) are left as they were.
//
// Intel's cores have a first-level cache of Zen 5's size, and drop no requests: one that copies bricks in random order
// moves 20 to 23 GB/s with those for the second-level cache, 16 to 18 with those for the first-level one. Of the
// stencils of tools/bench three gain by the former: the stars, which read one field, and the Burgers equation, whose
// bricks ahead take most of the first-level cache. So do stencils of one field on two axes (5 points 1.12 to 1.15, 9
// points 1.03 to 1.08, in float 0.97 to 1.04); with two fields they lose a tenth. Their second-level cache loses lines
// of the layer before that only one brick has read, which all rules for them ask for again. What tells these cores
// apart here is the size of that cache.
#include "compiler/plan/Fetch.h"
#include "compiler/plan/BrickShape.h"
#include <iterator>

namespace brickc::plan {

/// Measured: 48 KB (Zen 5) have room, 32 KB (Zen 3, Zen 4) have not.
constexpr std::int64_t roomyFirstLevel = 48 << 10;
/// Measured: 2 MB (Intel) gain, 1 MB (Zen 5) lose.
constexpr std::int64_t roomySecondLevel = 2 << 20;
/// Measured: in 1 MB (Zen 4) most of a layer is found when it is asked for again, in 512 KB (Zen 3) too little.
constexpr std::int64_t keepsLayers = 1 << 20;

Fetch usualFetch(const CoreCaches& caches) {
  if (caches.firstLevel < roomyFirstLevel) return Fetch::SecondLevel;
  return caches.secondLevel < roomySecondLevel ? Fetch::FirstLevel : Fetch::FirstOfLargeLevels;
}

namespace {

/// Whether both caches are large, and bricks have planes and are swept in patches.
bool sweepsPatchesByLargeCaches(const ir::Stencil& stencil, const CoreCaches& caches) {
  return usualFetch(caches) == Fetch::FirstOfLargeLevels && stencil.dims > 1 && !stencil.shares();
}

/// Bytes of what is fetched before it is used, where next cells are read (brick::fetch_first_of_large_levels).
std::int64_t bytesAhead(const ir::Stencil& stencil, const analysis::StencilFacts& facts,
                        const std::vector<int>& brick) {
  constexpr std::int64_t positionsAhead = 3;
  std::int64_t bytes = positionsAhead * std::ssize(facts.inputs) * smallestValue(stencil);
  for (int extent : brick)
    bytes *= extent;
  return bytes;
}

/// Whether it reads one field, and computes little.
bool streamsOneField(const ir::Stencil& stencil, const analysis::StencilFacts& facts) {
  return facts.inputs.size() == 1 && waitsForMemory(stencil);
}

/// Whether the second-level cache is where bricks ahead go, and keeps two layers of a patch of one field, but for some
/// lines, and only next cells are read.
bool fetchesLayersTwice(const ir::Stencil& stencil, const analysis::StencilFacts& facts, const CoreCaches& caches) {
  return usualFetch(caches) == Fetch::SecondLevel && caches.secondLevel >= keepsLayers && stencil.dims == 3 &&
         !stencil.shares() && facts.reach() == 1 && streamsOneField(stencil, facts);
}

} // namespace

bool fetchesOneFieldFar(const ir::Stencil& stencil, const analysis::StencilFacts& facts, const CoreCaches& caches) {
  return sweepsPatchesByLargeCaches(stencil, caches) && facts.reach() <= 2 && streamsOneField(stencil, facts);
}

Fetch fetchOf(const ir::Stencil& stencil, const analysis::StencilFacts& facts, const std::vector<int>& brick,
              const CoreCaches& caches) {
  if (fetchesLayersTwice(stencil, facts, caches)) return Fetch::SecondLevelTwice;
  const bool isFull = sweepsPatchesByLargeCaches(stencil, caches) && stencil.dims == 3 && facts.reach() <= 1 &&
                      2 * bytesAhead(stencil, facts, brick) > caches.firstLevel;
  return isFull || fetchesOneFieldFar(stencil, facts, caches) ? Fetch::SecondOfLargeLevels : usualFetch(caches);
}

/// Measured on Intel's: the Burgers equation gains up to 1.25 and WENO3 up to 1.95 by it, most where the shared cache,
/// which is far there, holds the fields; stencils that wait for memory have 0.95 to 1.05, sums that cells share 0.9 to
/// 1.1, and waves of order 8, which reach four cells, 0.87 to 1.08. Fields that the second-level cache holds cost up to
/// a tenth (Burgers).
bool fetchesInCaches(const ir::Stencil& stencil, const analysis::StencilFacts& facts, const CoreCaches& caches) {
  return sweepsPatchesByLargeCaches(stencil, caches) && stencil.dims == 3 && !stencil.result && facts.reach() <= 2 &&
         !waitsForMemory(stencil);
}

} // namespace brickc::plan
