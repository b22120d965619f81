// Flow, anti and output dependences of a step that repeats. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/analysis/Facts.h"
#include "compiler/analysis/Relations.h"
#include "llvm/Support/Error.h"

namespace brickc::analysis {

/// Computes `facts.dependences` from the accesses by isl's data-flow analysis over symbolic extents and number of
/// steps. Dependences are value-based: only the last access before counts.
llvm::Error findDependences(const ir::Step& step, const std::vector<Access>& accesses, StepFacts& facts);

} // namespace brickc::analysis
