// Where ghost zones must be refilled. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/analysis/Facts.h"
#include "compiler/analysis/Relations.h"

namespace brickc::analysis {

/// Fills `facts.halo`, for any step.
void findHalo(const ir::Module& module, const ir::Step& step, StepFacts& facts);

/// Fills `facts.exchanges` of a uniform step; needs `facts.dependences`. A value that is read off the point must be
/// exchanged between its write and its first such read; all further reads find the ghost zone valid.
void findExchanges(const ir::Module& module, const ir::Step& step, const BufferTracker& buffers, StepFacts& facts);

} // namespace brickc::analysis
