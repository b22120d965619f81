// How sweeps fetch what they will read. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/analysis/Facts.h"
#include "compiler/ir/Module.h"
#include "compiler/plan/HostCaches.h"
#include "compiler/plan/Plan.h"
#include <vector>

namespace brickc::plan {

/// What most stencils do, and what bricks are shaped for: into the first-level cache where that has room for bricks
/// that are read later, by rules of its own where the second-level one is large too.
Fetch usualFetch(const CoreCaches& caches);

/// Whether the second-level cache is large, and the stencil reads one field, no further than two cells, and computes
/// little: then it is fetched into that cache.
bool fetchesOneFieldFar(const ir::Stencil& stencil, const analysis::StencilFacts& facts, const CoreCaches& caches);

/// As usual, but for these, for stencils of next cells whose bricks ahead take more than half of the first-level
/// cache where the second-level one is large, and for those of one field that compute little where the second-level
/// cache of 1 MB is what bricks ahead are fetched into. `brick`: its extents.
Fetch fetchOf(const ir::Stencil& stencil, const analysis::StencilFacts& facts, const std::vector<int>& brick,
              const CoreCaches& caches);

/// Whether the stencil fetches while the caches hold its fields, too: where both are large, it computes much for what
/// it reads, reaches two cells at most, and is no reduction, which sweeps a few bricks at a time.
bool fetchesInCaches(const ir::Stencil& stencil, const analysis::StencilFacts& facts, const CoreCaches& caches);

} // namespace brickc::plan
